// Rows of a table: what, its numbers, and the goal beside the ratio or value that it is about.
const NUMBERS = ['rps', 'p50', 'p99', 'failed', 'value', 'ratio']

export function print(title, rows) {
  const lines = [['what', ...NUMBERS, 'goal'], ...rows.map(cells)]
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
  return [row.what, ...NUMBERS.map((name) => show(row[name])), showGoal(row)]
}

function show(value) {
  if (value === undefined) return ''
  return Number.isInteger(value) ? String(value) : value.toFixed(value < 10 ? 2 : 1)
}

function showGoal({ failed, goal, most, ratio, value }) {
  // Refusals are fast and say nothing about the rest.
  if (failed > 0) return 'FAILED'
  if (goal === undefined) return ''
  const found = ratio ?? value
  const reached = most ? found <= goal : found >= goal
  return `${most ? '≤' : '≥'} ${goal}${reached ? '' : '  MISSED'}`
}

/** The goal is on the ratio of these two. */
export function against(number, floor, goal, { most = false } = {}) {
  return { ratio: floor === 0 ? 0 : number / floor, goal, most }
}

/** The goal is on the value itself. */
export function atMost(value, goal) {
  return { value, goal, most: true }
}

/** Of several runs one: each number is the middle one of that row. */
export function medians(runs) {
  const [first] = runs
  return first.map((row, index) => {
    const found = { ...row }
    for (const name of NUMBERS) {
      if (row[name] !== undefined) found[name] = median(runs.map((rows) => rows[index][name]))
    }
    return found
  })
}

function median(numbers) {
  return [...numbers].sort((a, b) => a - b)[Math.floor(numbers.length / 2)]
}
