// Rows of a table: what, its numbers, and its ratio to the floor with the goal beside it.
export function print(title, rows) {
  const columns = ['what', 'rps', 'p50', 'p99', 'failed', 'value', 'ratio', 'goal']
  const lines = [columns, ...rows.map((row) => columns.map((column) => show(row[column])))]
  const widths = columns.map((_, index) => Math.max(...lines.map((line) => line[index].length)))
  process.stdout.write(`\n${title}\n`)
  for (const line of lines) {
    const cells = line.map((cell, index) =>
      index === 0 ? cell.padEnd(widths[0]) : cell.padStart(widths[index]),
    )
    process.stdout.write(`  ${cells.join('  ')}\n`)
  }
}

function show(value) {
  if (value === undefined) return ''
  if (typeof value !== 'number') return String(value)
  return Number.isInteger(value) ? String(value) : value.toFixed(value < 10 ? 2 : 1)
}

/** A ratio and whether it reaches its goal; below 1 is a floor we stay under, `most` turns it round. */
export function against(row, floor, goal, { most = false } = {}) {
  const ratio = floor === 0 ? 0 : row / floor
  const reached = most ? ratio <= goal : ratio >= goal
  return { ratio, goal: `${most ? '≤' : '≥'} ${goal}${reached ? '' : '  MISSED'}` }
}
