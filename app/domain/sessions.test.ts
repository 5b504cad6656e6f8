import { beforeEach, expect, test, vi } from 'vitest'
import type { Services } from '#app/services.ts'
import { sessions } from '#db/schema.ts'
import { addUser, testServices } from '#tests/support/services.ts'
import { endSession, startSession, type User, userOfSession } from './sessions.ts'
import { DAY, HOUR } from './time.ts'

let services: Services
let ada: User

beforeEach(async () => {
  vi.useFakeTimers({ toFake: ['Date'] })
  services = testServices()
  ada = await addUser(services)
  return () => vi.useRealTimers()
})

const rows = () => services.db.select().from(sessions).all()
const pass = (ms: number) => vi.setSystemTime(Date.now() + ms)

test('a session knows its user', async () => {
  const cookie = await startSession(services, ada.id)
  expect(await userOfSession(services, cookie)).toEqual(ada)
})

test('a cookie nobody was given knows nobody', async () => {
  await startSession(services, ada.id)
  expect(await userOfSession(services, 'made-up')).toBeUndefined()
})

test('the database keeps only the hash of the cookie', async () => {
  const cookie = await startSession(services, ada.id)
  expect(Buffer.from(cookie, 'base64url')).toHaveLength(32)
  expect(JSON.stringify(rows())).not.toContain(cookie)
  // Who has read the database cannot sign in with what he found there.
  expect(await userOfSession(services, rows()[0]?.id ?? '')).toBeUndefined()
})

test('every sign-in gets an id of its own', async () => {
  expect(await startSession(services, ada.id)).not.toBe(await startSession(services, ada.id))
  expect(rows()).toHaveLength(2)
})

test('a session that lies idle ends after 14 days', async () => {
  const cookie = await startSession(services, ada.id)
  pass(14 * DAY - 1)
  expect(await userOfSession(services, cookie)).toEqual(ada)
  pass(14 * DAY)
  expect(await userOfSession(services, cookie)).toBeUndefined()
})

test('one that is used lives on, yet not longer than 90 days', async () => {
  const cookie = await startSession(services, ada.id)
  for (let day = 0; day < 80; day += 10) {
    pass(10 * DAY)
    expect(await userOfSession(services, cookie), `after ${day + 10} days`).toEqual(ada)
  }
  pass(10 * DAY - 1)
  expect(await userOfSession(services, cookie)).toEqual(ada)
  pass(1)
  expect(await userOfSession(services, cookie)).toBeUndefined()
})

test('reading does not write more than once an hour', async () => {
  const write = vi.spyOn(services, 'write')
  const cookie = await startSession(services, ada.id)
  pass(HOUR)
  await userOfSession(services, cookie)
  expect(write).toHaveBeenCalledTimes(1)
  pass(1)
  await userOfSession(services, cookie)
  await userOfSession(services, cookie)
  expect(write).toHaveBeenCalledTimes(2)
})

test('a disk that takes no writes keeps nobody out', async () => {
  const cookie = await startSession(services, ada.id)
  pass(2 * HOUR)
  vi.spyOn(services, 'write').mockRejectedValue(new Error('disk full'))
  expect(await userOfSession(services, cookie)).toEqual(ada)
})

test('an ended session is over, and only that one', async () => {
  const [one, other] = [await startSession(services, ada.id), await startSession(services, ada.id)]
  await endSession(services, one)
  expect(await userOfSession(services, one)).toBeUndefined()
  expect(await userOfSession(services, other)).toEqual(ada)
})

test('expired sessions are swept out when somebody signs in', async () => {
  await startSession(services, ada.id)
  pass(15 * DAY)
  await startSession(services, ada.id)
  expect(rows()).toHaveLength(1)
})

test('a person has up to a hundred sessions; the oldest ends for the next one', async () => {
  const ben = await addUser(services, 'Ben')
  const bens = await startSession(services, ben.id)
  const cookies: string[] = []
  for (let n = 0; n < 102; n += 1) {
    vi.setSystemTime(Date.now() + 1000)
    cookies.push(await startSession(services, ada.id))
  }
  const known = await Promise.all(cookies.map((cookie) => userOfSession(services, cookie)))
  expect(known.map((user) => user !== undefined)).toEqual([false, false, ...Array(100).fill(true)])
  expect(await userOfSession(services, bens)).toBeDefined()
})
