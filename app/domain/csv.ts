/**
 * Where a spreadsheet would see a formula and run it: at the start of a cell, also in full-width letters and
 * after spaces or quotes. A semicolon starts a cell, too: Excel separates with it where the comma is the
 * decimal sign. Tabs, bars and line breaks do so in other programs.
 */
const FORMULA = /(?<=^|[;|\t\n]|\r(?!\n))(?=[\s\p{C}"]*[=+\-@＝＋－＠\t\r])/gu
const NEEDS_QUOTES = /[",\r\n]/
/** Without it Excel does not see that the text is UTF-8. */
export const BYTE_ORDER_MARK = '\ufeff'

/** One line of RFC 4180; people's text is never a formula, numbers stay numbers. */
export function csvLine(cells: (string | number | boolean)[]): string {
  return `${cells.map(csvCell).join(',')}\r\n`
}

function csvCell(value: string | number | boolean): string {
  if (typeof value !== 'string') return String(value)
  const safe = value.replace(FORMULA, "'")
  return NEEDS_QUOTES.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}
