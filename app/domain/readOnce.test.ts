import { expect, test } from 'vitest'
import { readOnce } from './readOnce.ts'

test('a text is read once, until thousands of others were', () => {
  const read: string[] = []
  const upper = readOnce((text) => {
    read.push(text)
    return text.toUpperCase()
  })
  expect([upper('milk'), upper('milk'), upper(''), upper('')]).toEqual(['MILK', 'MILK', '', ''])
  expect(read).toEqual(['milk', ''])
  for (let n = 0; n < 5_000; n += 1) upper(`thing ${n}`)
  upper('milk')
  expect(read.at(-1)).toBe('milk')
})
