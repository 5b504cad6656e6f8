import bcrypt from 'bcryptjs'
import { expect, onTestFinished, test } from 'vitest'
import { createPasswords } from './passwords.ts'

function passwordsFor(options: Parameters<typeof createPasswords>[0] = { cost: 4 }) {
  const passwords = createPasswords(options)
  onTestFinished(() => passwords.close())
  return passwords
}

test('a password matches its own hash and no other', async () => {
  const passwords = passwordsFor()
  const hash = await passwords.hash('correct horse')
  expect(hash).toMatch(/^\$2b\$04\$/)
  expect(await passwords.matches('correct horse', hash)).toBe(true)
  expect(await passwords.matches('correct horsf', hash)).toBe(false)
})

test('without a hash, no password matches', async () => {
  const passwords = passwordsFor()
  for (const guess of ['', 'x', '.'.repeat(53)]) expect(await passwords.matches(guess, undefined)).toBe(false)
})

// ASVS 6.2.8
test("passwords that differ only in bytes bcrypt ignores don't match", async () => {
  const passwords = passwordsFor()
  const long = 'a'.repeat(72)
  const hash = await passwords.hash(long)
  expect(await passwords.matches(long, hash)).toBe(true)
  expect(await passwords.matches(`${long}b`, hash)).toBe(false)
  const short = await passwords.hash('before')
  expect(await passwords.matches('before\0after', short)).toBe(false)
})

test('a hash with a lower cost is detected as weak', async () => {
  const passwords = passwordsFor({ cost: 5 })
  expect(passwords.isWeak(bcrypt.hashSync('x', 4))).toBe(true)
  expect(passwords.isWeak(bcrypt.hashSync('x', 5))).toBe(false)
})

test('a full queue refuses new requests with a retry time, and still serves the queued ones', async () => {
  const passwords = passwordsFor({ cost: 8, maxQueue: 3 })
  const all = await Promise.allSettled(Array.from({ length: 12 }, () => passwords.hash('a password')))
  const busy = all.filter((one) => one.status === 'rejected')
  expect(busy.length).toBeGreaterThan(0)
  expect(all.length - busy.length).toBeGreaterThanOrEqual(3)
  for (const { reason } of busy)
    expect(reason).toMatchObject({ code: 'server-busy', status: 503, retryAfter: 5 })
  expect(await passwords.hash('again')).toMatch(/^\$2b\$/)
})

// ASVS 11.4.2
test('a hash takes 2^11 rounds by default', async () => {
  expect(await passwordsFor({}).hash('a password')).toMatch(/^\$2b\$11\$/)
})

test("hashing doesn't block the event loop", async () => {
  const passwords = passwordsFor({ cost: 11 })
  await passwords.hash('start the thread')
  let ticks = 0
  const timer = setInterval(() => ticks++, 5)
  await Promise.all(Array.from({ length: 3 }, () => passwords.hash('a password')))
  clearInterval(timer)
  expect(ticks).toBeGreaterThan(10)
})
