import { expect, test } from 'vitest'
import { printable, printableLines } from './text.ts'

test.each([
  ['\u001b[31mAda', '�[31mAda'],
  ['\u009b31mAda', '�31mAda'],
  ['Ada\r\nEve', 'Ada��Eve'],
  ['Ada\u2028Eve', 'Ada�Eve'],
  ['Ada\u202e\u2066', 'Ada��'],
  ['👩‍👧 می‌خواهم', '👩‍👧 می‌خواهم'],
  ['a  b', 'a  b'],
])('%j is printed as %s', (text, printed) => {
  expect(printable(text)).toBe(printed)
})

test('several lines keep their line breaks', () => {
  expect(printableLines('name\nAda\u009b\n')).toBe('name\nAda�\n')
})
