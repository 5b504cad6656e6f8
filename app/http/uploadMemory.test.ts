import { expect, test } from 'vitest'
import { createUploadRoom } from './uploadMemory.ts'

const MB = 1024 * 1024

/** Somebody in the room; says whether they had to give way. */
function enter(room: ReturnType<typeof createUploadRoom>, who: string) {
  const state = { gone: false }
  const place = room.enter(who, () => {
    state.gone = true
  })
  if (!place) throw new Error('no place')
  return Object.assign(state, { place })
}

test('has two places for each person', () => {
  const room = createUploadRoom()
  const first = enter(room, 'ada')
  enter(room, 'ada')
  expect(room.enter('ada', () => {})).toBeUndefined()
  enter(room, 'ben')
  first.place.leave()
  enter(room, 'ada')
})

test('the person who holds the most gives way to one who holds less, never the other way round', () => {
  const room = createUploadRoom()
  const large = enter(room, 'ada')
  const larger = enter(room, 'ada')
  expect([large.place.grow(10 * MB), larger.place.grow(11 * MB)]).toEqual([true, true])
  const ben = enter(room, 'ben')
  expect(ben.place.grow(11 * MB)).toBe(true)
  expect(large.place.grow(MB)).toBe(false)
  const cleo = enter(room, 'cleo')
  expect(cleo.place.grow(MB)).toBe(true)
  expect([large.gone, larger.gone, ben.gone]).toEqual([false, true, false])
})

test('a photo that has arrived is not taken away', () => {
  const room = createUploadRoom()
  const done = [enter(room, 'ada'), enter(room, 'ada')]
  for (const { place } of done) {
    expect(place.grow(16 * MB)).toBe(true)
    place.complete()
  }
  const ben = enter(room, 'ben')
  expect(ben.place.grow(1)).toBe(false)
  done[0]?.place.leave()
  expect(ben.place.grow(MB)).toBe(true)
  expect(done.map(({ gone }) => gone)).toEqual([false, false])
})

test('what is no longer kept leaves its room to others', () => {
  const room = createUploadRoom()
  const ada = enter(room, 'ada')
  ada.place.grow(32 * MB)
  ada.place.drop()
  expect(enter(room, 'ben').place.grow(32 * MB)).toBe(true)
})
