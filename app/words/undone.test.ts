import { expect, test } from 'vitest'
import { ENGLISH } from './reader.ts'
import { undone } from './undone.ts'

const outcome = { kind: 'delete', of: 14, restored: 14, kept: [] as string[], change: 'an id' } as const

test.each([
  ['Undone.', {}],
  ['Undone: 13 of 14. Milk was changed since.', { restored: 13, kept: ['Milk'] }],
  ['Undone: 12 of 14. Milk and Eggs were changed since.', { restored: 12, kept: ['Milk', 'Eggs'] }],
  ['Undone: 12 of 14. 2 items were deleted for good.', { restored: 12 }],
  [
    'Undone: 12 of 14. Milk was changed since, and 1 item was deleted for good.',
    { restored: 12, kept: ['Milk'] },
  ],
  ['Nothing was undone: Milk was changed since.', { of: 1, restored: 0, kept: ['Milk'], change: null }],
  // An edit of two fields, of which somebody changed one since.
  ['Undone in part: Milk was changed since.', { of: 1, restored: 0, kept: ['Milk'] }],
])('%s', (sentence, fields) => {
  expect(undone(ENGLISH, { ...outcome, ...fields })).toBe(sentence)
})

test('a redo says so', () => {
  expect(undone(ENGLISH, outcome, true)).toBe('Redone.')
  const part = { ...outcome, restored: 13, kept: ['Milk'] }
  expect(undone(ENGLISH, part, true)).toBe('Redone: 13 of 14. Milk was changed since.')
  const none = { ...outcome, of: 1, restored: 0, kept: ['Milk'], change: null }
  expect(undone(ENGLISH, none, true)).toBe('Nothing was redone: Milk was changed since.')
})
