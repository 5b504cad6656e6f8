/** Spreadsheets run formulas at the start of a cell; the separator may be a semicolon, tab, bar or line break. */
const FORMULA = /(?<=^|[;|\t\n]|\r(?!\n))(?=[\s\p{C}"]*[=+\-@＝＋－＠\t\r])/gu
const NEEDS_QUOTES = /[",\r\n]/
export const BYTE_ORDER_MARK = '\ufeff'

export function csvLine(cells: (string | number | boolean)[]): string {
  return `${cells.map(csvCell).join(',')}\r\n`
}

function csvCell(value: string | number | boolean): string {
  if (typeof value !== 'string') return String(value)
  const safe = value.replace(FORMULA, "'")
  return NEEDS_QUOTES.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}
