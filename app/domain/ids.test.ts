import fc from 'fast-check'
import { expect, test } from 'vitest'
import { idInSeries, isId, newId } from './ids.ts'

const timeOf = (id: string) => Number.parseInt(id.replaceAll('-', '').slice(0, 12), 16)

test('an id is a version 7 UUID that contains its creation time', () => {
  const now = timeOf(newId()) + 60_000
  const id = newId(now)
  expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/)
  expect(timeOf(id)).toBe(now)
  expect(isId(id)).toBe(true)
})

test('ids always increase, however many are created in one millisecond and however the clock moves', () => {
  let last = newId()
  const start = timeOf(last)
  fc.assert(
    fc.property(fc.integer({ min: -1000, max: 1000 }), fc.integer({ min: 1, max: 300 }), (drift, many) => {
      for (let n = 0; n < many; n++) {
        const id = newId(start + drift)
        expect(id > last).toBe(true)
        last = id
      }
    }),
  )
})

test("ids that don't fit in one millisecond continue in the next", () => {
  const now = timeOf(newId()) + 10_000
  const ids = Array.from({ length: 5000 }, () => newId(now))
  expect(new Set(ids).size).toBe(5000)
  expect([...ids].sort()).toEqual(ids)
})

test('the ids of a series are the same each time, different from each other, and in order', () => {
  const operations = [
    newId(),
    newId(),
    '01890000-0000-7000-8000-00000000ffff',
    '01890000-0000-7000-8000-000000000000',
  ]
  for (const operation of operations) {
    const ids = Array.from({ length: 200 }, (_, index) => idInSeries(operation, index))
    expect(ids).toEqual(Array.from({ length: 200 }, (_, index) => idInSeries(operation, index)))
    expect(new Set(ids).size).toBe(200)
    expect([...ids].sort()).toEqual(ids)
    expect(ids.every(isId)).toBe(true)
  }
  const first = operations.map((operation) => idInSeries(operation, 0))
  expect(new Set(first.slice(0, 3)).size).toBe(3)
})

test.each([
  '',
  'x',
  'ABCDEF00-0000-7000-8000-000000000000',
  ' 01890000-0000-7000-8000-000000000000',
  7,
  null,
])('%j is not an id', (text) => {
  expect(isId(text)).toBe(false)
})
