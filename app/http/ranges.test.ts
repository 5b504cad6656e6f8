import { expect, test } from 'vitest'
import { rangeOf } from './ranges.ts'

test.each([
  ['bytes=0-3', { start: 0, end: 3 }],
  ['bytes=3-', { start: 3, end: 9 }],
  ['bytes=-4', { start: 6, end: 9 }],
  ['bytes=-40', { start: 0, end: 9 }],
  ['bytes=0-999', { start: 0, end: 9 }],
  ['bytes=9-9', { start: 9, end: 9 }],
  ['bytes=10-', 'unsatisfiable'],
  ['bytes=10-12', 'unsatisfiable'],
  ['bytes=-0', 'unsatisfiable'],
  [null, undefined],
  ['bytes=-', undefined],
  ['bytes=5-2', undefined],
  ['bytes=0-1,3-4', undefined],
  ['lines=0-1', undefined],
  ['bytes=a-b', undefined],
])('of ten bytes, %j asks for %j', (header, wanted) => {
  expect(rangeOf(header, 10)).toEqual(wanted)
})
