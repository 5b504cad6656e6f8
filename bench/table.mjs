// Prints rows with a name, numbers and a goal for the ratio or the value.
const NUMBERS = ['rps', 'p50', 'p99', 'failed', 'before', 'value', 'ratio']

export function print(title, rows) {
  const all = [['measurement', ...NUMBERS, 'range', 'goal'], ...rows.map(cells)]
  const isUsed = all[0].map((_, index) => index === 0 || all.slice(1).some((line) => line[index] !== ''))
  const lines = all.map((line) => line.filter((_, index) => isUsed[index]))
  const widths = lines[0].map((_, index) => Math.max(...lines.map((line) => line[index].length)))
  process.stdout.write(`\n${title}\n`)
  for (const line of lines) {
    const padded = line.map((cell, index) =>
      index === 0 ? cell.padEnd(widths[0]) : cell.padStart(widths[index]),
    )
    process.stdout.write(`  ${padded.join('  ')}\n`)
  }
}

function cells(row) {
  return [row.name, ...NUMBERS.map((name) => show(row[name])), row.range ?? '', showGoal(row)]
}

function show(value) {
  if (value === undefined) return ''
  return Number.isInteger(value) ? String(value) : value.toFixed(value < 10 ? 2 : 1)
}

function showGoal({ failed, goal, isMax, ratio, value }) {
  // Failed requests are fast, so the other numbers would be meaningless.
  if (failed > 0) return 'FAILED'
  if (goal === undefined) return ''
  const actual = ratio ?? value
  const reached = isMax ? actual <= goal : actual >= goal
  return `${isMax ? '≤' : '≥'} ${goal}${reached ? '' : '  MISSED'}`
}

export function ratioGoal(number, baseline, goal, { isMax = false } = {}) {
  return { ratio: baseline === 0 ? 0 : number / baseline, goal, isMax }
}

export const maxRatio = (ratio, goal) => ({ ratio, goal, isMax: true })

export function maxGoal(value, goal) {
  return { value, goal, isMax: true }
}

export function medians(runs) {
  const [first] = runs
  return first.map((row, index) => {
    const combined = { ...row }
    for (const name of NUMBERS) {
      if (row[name] !== undefined) combined[name] = median(runs.map((rows) => rows[index][name]))
    }
    return combined
  })
}

function median(numbers) {
  return [...numbers].sort((a, b) => a - b)[Math.floor(numbers.length / 2)]
}
