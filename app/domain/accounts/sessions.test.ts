import { beforeEach, expect, test, vi } from 'vitest'
import type { User } from '#app/domain/access/access.ts'
import { DAY, HOUR } from '#app/domain/time.ts'
import type { Services } from '#app/services.ts'
import { sessions } from '#db/schema.ts'
import { addUser, testServices } from '#tests/support/services.ts'
import { endSession, startSession, userOfSession } from './sessions.ts'

let services: Services
let ada: User

beforeEach(async () => {
  vi.useFakeTimers({ toFake: ['Date'] })
  services = await testServices()
  ada = await addUser(services)
  return () => vi.useRealTimers()
})

const rows = () => services.db.select().from(sessions).all()
const pass = (ms: number) => vi.setSystemTime(Date.now() + ms)

test('a session cookie identifies its user', async () => {
  const cookie = await services.write((tx) => startSession(tx, ada.id))
  expect(await userOfSession(services, cookie)).toMatchObject(ada)
})

// ASVS 7.2.1
test("a made-up cookie doesn't sign anyone in", async () => {
  await services.write((tx) => startSession(tx, ada.id))
  expect(await userOfSession(services, 'made-up')).toBeUndefined()
})

test('the database stores only the hash of the cookie', async () => {
  const cookie = await services.write((tx) => startSession(tx, ada.id))
  expect(Buffer.from(cookie, 'base64url')).toHaveLength(32)
  expect(JSON.stringify(await rows())).not.toContain(cookie)
  // Someone who reads the database can't sign in with what they find there.
  expect(await userOfSession(services, (await rows())[0]?.id ?? '')).toBeUndefined()
})

// ASVS 7.2.2
test('every sign-in gets a new session', async () => {
  expect(await services.write((tx) => startSession(tx, ada.id))).not.toBe(
    await services.write((tx) => startSession(tx, ada.id)),
  )
  expect(await rows()).toHaveLength(2)
})

// ASVS 7.4.1 7.3.1 7.3.2
test('an idle session ends after 14 days', async () => {
  const cookie = await services.write((tx) => startSession(tx, ada.id))
  pass(14 * DAY - 1)
  expect(await userOfSession(services, cookie)).toMatchObject(ada)
  pass(14 * DAY)
  expect(await userOfSession(services, cookie)).toBeUndefined()
})

// ASVS 7.3.1 7.3.2
test('a session in use ends after 90 days', async () => {
  const cookie = await services.write((tx) => startSession(tx, ada.id))
  for (let day = 0; day < 80; day += 10) {
    pass(10 * DAY)
    expect(await userOfSession(services, cookie), `after ${day + 10} days`).toMatchObject(ada)
  }
  pass(10 * DAY - 1)
  expect(await userOfSession(services, cookie)).toMatchObject(ada)
  pass(1)
  expect(await userOfSession(services, cookie)).toBeUndefined()
})

test('reading a session writes up to once an hour', async () => {
  const write = vi.spyOn(services, 'write')
  const cookie = await services.write((tx) => startSession(tx, ada.id))
  pass(HOUR)
  await userOfSession(services, cookie)
  expect(write).toHaveBeenCalledTimes(1)
  pass(1)
  await userOfSession(services, cookie)
  await userOfSession(services, cookie)
  expect(write).toHaveBeenCalledTimes(2)
})

test("a full disk doesn't sign anyone out", async () => {
  const cookie = await services.write((tx) => startSession(tx, ada.id))
  pass(2 * HOUR)
  vi.spyOn(services, 'write').mockRejectedValue(new Error('disk full'))
  expect(await userOfSession(services, cookie)).toMatchObject(ada)
})

test('ending a session ends only that one', async () => {
  const [one, other] = [
    await services.write((tx) => startSession(tx, ada.id)),
    await services.write((tx) => startSession(tx, ada.id)),
  ]
  await endSession(services, one)
  expect(await userOfSession(services, one)).toBeUndefined()
  expect(await userOfSession(services, other)).toMatchObject(ada)
})

test('expired sessions are deleted at the next sign-in', async () => {
  await services.write((tx) => startSession(tx, ada.id))
  pass(15 * DAY)
  await services.write((tx) => startSession(tx, ada.id))
  expect(await rows()).toHaveLength(1)
})

test('a user can have up to 100 sessions; the next one ends the oldest', async () => {
  const ben = await addUser(services, 'Ben')
  const bens = await services.write((tx) => startSession(tx, ben.id))
  const cookies: string[] = []
  for (let n = 0; n < 102; n += 1) {
    vi.setSystemTime(Date.now() + 1000)
    cookies.push(await services.write((tx) => startSession(tx, ada.id)))
  }
  const known = await Promise.all(cookies.map((cookie) => userOfSession(services, cookie)))
  expect(known.map((user) => user !== undefined)).toEqual([false, false, ...Array(100).fill(true)])
  expect(await userOfSession(services, bens)).toBeDefined()
})
