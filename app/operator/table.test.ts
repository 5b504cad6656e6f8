import { expect, test } from 'vitest'
import { asTable } from './table.ts'

test('replaces control characters in stored names', () => {
  const rows = [
    ['Ada\u009b31m', 'ada@example.org'],
    ['Eve\u202e\nroot', 'eve\u0085@example.org'],
  ]
  expect(asTable(['name', 'email'], rows)).toBe(
    ['name       email', 'Ada�31m    ada@example.org', 'Eve��root  eve�@example.org'].join('\n'),
  )
})
