import { expect, test } from 'vitest'
import { acts } from './acts.ts'

const undone = { kind: 'delete', of: 14, restored: 14, kept: [] as string[], change: 'an id' } as const

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
  expect(acts.undone({ ...undone, ...fields })).toBe(sentence)
})

test('a redo says so', () => {
  expect(acts.undone(undone, 'Redone')).toBe('Redone.')
  const part = { ...undone, restored: 13, kept: ['Milk'] }
  expect(acts.undone(part, 'Redone')).toBe('Redone: 13 of 14. Milk was changed since.')
  const none = { ...undone, of: 1, restored: 0, kept: ['Milk'], change: null }
  expect(acts.undone(none, 'Redone')).toBe('Nothing was redone: Milk was changed since.')
})
