/** What a spreadsheet would take for a formula, and run; in wide letters and behind spaces, too. */
const FORMULA = /^(?:[\t\r]|\s*[=+\-@＝＋－＠])/
const NEEDS_QUOTES = /[",\r\n]/
/** Without it Excel does not see that the text is UTF-8. */
export const BYTE_ORDER_MARK = '\ufeff'

/** One line of RFC 4180; people's text is never a formula, numbers stay numbers. */
export function csvLine(cells: (string | number | boolean)[]): string {
  return `${cells.map(csvCell).join(',')}\r\n`
}

function csvCell(value: string | number | boolean): string {
  if (typeof value !== 'string') return String(value)
  const safe = FORMULA.test(value) ? `'${value}` : value
  return NEEDS_QUOTES.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}
