import fc from 'fast-check'
import { expect, test } from 'vitest'
import { size } from '#tests/support/size.ts'
import { csvLine } from './csv.ts'

const RUNS = size('CSV_RUNS', { short: 500, full: 5_000 })

/** Reads like a spreadsheet: quotes count only at the start of a cell, which includes any text after them. */
function readRows(text: string, separator: string): string[][] {
  const rows: string[][] = [[]]
  const cell = new RegExp(
    `(?:"((?:[^"]|"")*)(?:"|$))?([^${separator}\\r\\n]*)([${separator}]|\\r\\n?|\\n|$)`,
    'g',
  )
  for (const [, quoted = '', rest = '', end] of text.matchAll(cell)) {
    rows.at(-1)?.push(quoted.replaceAll('""', '"') + rest)
    if (end === '') break
    if (end !== separator) rows.push([])
  }
  return rows
}

const FORMULA = /^[\s\p{C}"]*[=+\-@＝＋－＠\t\r]/u
const SEPARATORS = [',', ';', '\t', '|']

// ASVS 1.2.10
test.each([
  ["x;=cmd|'/C calc'!A0", "x;'=cmd|'/C calc'!A0"],
  ['x; =1', "x;' =1"],
  ['x;"=1"', `"x;'""=1"""`],
  ['x; "" -1', `"x;' """" -1"`],
  ['x;;+1', "x;;'+1"],
  ['x;@SUM(A1);-2', "x;'@SUM(A1);'-2"],
  ['x;＝1;＋1;－1;＠1', "x;'＝1;'＋1;'－1;'＠1"],
  ['x;\t1', "x;'\t1"],
  ['x;\u200e=1', "x;'\u200e=1"],
  ['x\t=1', "x\t'=1"],
  ['x|=1', "x|'=1"],
  ['a,b;=1', `"a,b;'=1"`],
  ['x\n=1', `"x\n'=1"`],
  ['x\r\n=1', `"x\r\n'=1"`],
  ['"=1"', `"'""=1"""`],
  ['\0=1', "'\0=1"],
  ['\u200e=1', "'\u200e=1"],
  ['=1;=2', "'=1;'=2"],
])('%j stays text in every column, with any separator', (text, cell) => {
  expect(csvLine([text])).toBe(`${cell}\r\n`)
})

test.each([
  'Milk; 2 %',
  'a;b',
  'a; b - c',
  "it's",
  "x;'=1",
  '2 - 3',
  'a|b',
  '100 % = all',
  'e-mail',
  '; ',
  'a;',
])('%j is unchanged', (text) => {
  expect(csvLine([text])).toBe(`${text}\r\n`)
})

test('numbers stay numbers', () => {
  expect(csvLine(['a', -1, 0.5, true])).toBe('a,-1,0.5,true\r\n')
})

test('no text becomes a formula with any separator, and with commas all texts can be read back', () => {
  const piece = fc.oneof(
    fc.constantFrom(...'=+-@＝＋－＠;,|\t\r\n"\' \0\u200ex'),
    fc.constantFrom('=1', ';=1', '";"', '"";', '";=1', '\r\n', '1'),
  )
  const text = fc.array(piece, { maxLength: 12 }).map((pieces) => pieces.join(''))
  const bare = (cell: string) => cell.replace(/(^|[;|\t\r\n])'/g, '$1')
  fc.assert(
    fc.property(text, text, (list, item) => {
      const file = csvLine([list, item, 1]) + csvLine([item, list, 2])
      for (const separator of SEPARATORS) {
        for (const cell of readRows(file, separator).flat()) expect(cell).not.toMatch(FORMULA)
      }
      const rows = [[list, item, '1'], [item, list, '2'], ['']]
      expect(readRows(file, ',').map((row) => row.map(bare))).toEqual(rows.map((row) => row.map(bare)))
    }),
    { numRuns: RUNS },
  )
})
