import { expect, test } from 'vitest'
import { writeMail } from '#app/document/writeMail.ts'
import { LANGUAGES } from '#app/domain/locale/locale.ts'
import * as answers from './en/answers.ts'
import * as otherScreens from './en/otherScreens.ts'
import * as screens from './en/screens.ts'
import { readerIn } from './languages.server.ts'

const english: Record<string, Record<string, unknown>> = {
  ...screens,
  ...otherScreens,
  ...answers,
}
const others = LANGUAGES.filter((language) => language !== 'en')

/** Of texts, names of their parts, such as a mail's subject. */
function keysOf(value: unknown, path = ''): string[] {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return [path]
  return Object.entries(value).flatMap(([key, part]) => keysOf(part, `${path}.${key}`))
}

test('each room has the name under which it is found', () => {
  for (const [name, room] of Object.entries(english)) expect(room.room).toBe(name)
})

test.each(others)('%s has all rooms, with all texts and no others', (language) => {
  const { rooms = {} } = readerIn(language)
  expect(Object.keys(rooms).sort()).toEqual(Object.keys(english).sort())
  for (const [name, { room: _, ...texts }] of Object.entries(english))
    expect(keysOf(rooms[name]).sort(), name).toEqual(keysOf(texts).sort())
})

/** A name that is longer than any that a message shows. */
const LONG = 'x'.repeat(100)

test.each(LANGUAGES)('messages of acts in %s cut long names', (language) => {
  const { acts } = { ...english, ...readerIn(language).rooms } as { acts: Record<string, unknown> }
  for (const key of ['ticked', 'unticked', 'deletedOne', 'restored', 'purged', 'forgot', 'renamed']) {
    const say = acts[key] as (values: { name: string }) => string
    expect(say({ name: LONG }), key).toMatch(/x{60}…/)
    expect(say({ name: LONG }), key).not.toMatch(/x{61}|…\.$/)
  }
})

test.each(LANGUAGES)('an email in %s says so, and keeps its link', (language) => {
  const mail = writeMail(readerIn(language), 'reset', 'ada@example.org', 'https://larder.example', 'token')
  expect(mail.html).toContain(`<html lang="${language}">`)
  expect(mail.text).toContain(mail.link)
  expect(mail.text).toMatch(/\d/)
})
