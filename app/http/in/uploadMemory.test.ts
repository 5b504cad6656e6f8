import { expect, test } from 'vitest'
import { createUploadMemory } from './uploadMemory.ts'

const MB = 1024 * 1024

function start(memory: ReturnType<typeof createUploadMemory>, userId: string) {
  const state = { cancelled: false }
  const reservation = memory.reserve(userId, () => {
    state.cancelled = true
  })
  if (!reservation) throw new Error('no reservation')
  return Object.assign(state, reservation)
}

test('each user can upload two photos at once', () => {
  const memory = createUploadMemory()
  const first = start(memory, 'ada')
  start(memory, 'ada')
  expect(memory.reserve('ada', () => {})).toBeUndefined()
  start(memory, 'ben')
  first.release()
  start(memory, 'ada')
})

test('when memory is full, the user who holds the most loses an upload, but never to one who holds more', () => {
  const memory = createUploadMemory()
  const large = start(memory, 'ada')
  const larger = start(memory, 'ada')
  expect([large.grow(10 * MB), larger.grow(11 * MB)]).toEqual([true, true])
  const ben = start(memory, 'ben')
  expect(ben.grow(11 * MB)).toBe(true)
  expect(large.grow(MB)).toBe(false)
  const cleo = start(memory, 'cleo')
  expect(cleo.grow(MB)).toBe(true)
  expect([large.cancelled, larger.cancelled, ben.cancelled]).toEqual([false, true, false])
})

test('a complete photo is not cancelled', () => {
  const memory = createUploadMemory()
  const done = [start(memory, 'ada'), start(memory, 'ada')]
  for (const upload of done) {
    expect(upload.grow(16 * MB)).toBe(true)
    upload.complete()
  }
  const ben = start(memory, 'ben')
  expect(ben.grow(1)).toBe(false)
  done[0]?.release()
  expect(ben.grow(MB)).toBe(true)
  expect(done.map(({ cancelled }) => cancelled)).toEqual([false, false])
})

test('a dropped photo frees its memory', () => {
  const memory = createUploadMemory()
  const ada = start(memory, 'ada')
  ada.grow(32 * MB)
  ada.drop()
  expect(start(memory, 'ben').grow(32 * MB)).toBe(true)
})
