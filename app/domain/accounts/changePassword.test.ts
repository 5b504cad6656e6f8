import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import type { User } from '#app/domain/access/access.ts'
import { DomainError } from '#app/domain/errors.ts'
import { sha256 } from '#app/domain/hash.ts'
import type { AccessEnded } from '#app/domain/liveEvents.ts'
import type { Services } from '#app/services.ts'
import { users } from '#db/schema.ts'
import { servicesWithMail, testServices } from '#tests/support/services.ts'
import { createToken, userOfToken } from './apiTokens.ts'
import { changePassword } from './changePassword.ts'
import { register } from './register.ts'
import { isResetLinkValid } from './resetPassword.ts'
import { userOfSession } from './sessions.ts'
import { signIn } from './signIn.ts'
import { mintToken } from './tokens.ts'

const ada = { name: 'Ada', email: 'ada@example.org', password: 'a fine password' }
const NEW = 'quite another one'
const change = { currentPassword: ada.password, password: NEW }
const here = { address: '192.0.2.1' }
const elsewhere = { address: '192.0.2.2' }

async function signedIn(services: Services) {
  await register(services, here, ada)
  const { cookie } = await signIn(services, here, ada)
  const user = await userOfSession(services, cookie)
  if (!user) throw new Error('no session')
  return { user, visitor: { ...here, session: cookie } }
}

const hashOf = async (services: Services, { id }: User) =>
  (await services.db.select().from(users).where(eq(users.id, id)).get())?.passwordHash

// ASVS 7.4.3
test('a changed password ends all other sessions, renews this one and sends a mail; API tokens stay', async () => {
  const { services, mailbox } = await servicesWithMail()
  const { user, visitor } = await signedIn(services)
  const phone = await signIn(services, elsewhere, ada)
  const token = await createToken(services, user, { name: 'script' }, here)
  const ended: AccessEnded[] = []
  services.events.onAccessEnded((one) => ended.push(one))

  const cookie = await changePassword(services, user, visitor, change)

  expect(await userOfSession(services, cookie)).toEqual(user)
  expect(await userOfSession(services, visitor.session)).toBeUndefined()
  expect(await userOfSession(services, phone.cookie)).toBeUndefined()
  expect(await userOfToken(services, token)).toMatchObject({ id: user.id })
  expect(ended).toEqual([{ userId: user.id, exceptSessionId: sha256(visitor.session) }])
  await expect(signIn(services, elsewhere, ada)).rejects.toMatchObject({ code: 'wrong-credentials' })
  await signIn(services, elsewhere, { ...ada, password: NEW })
  await expect
    .poll(() => mailbox.received.map(({ subject }) => subject))
    .toContain('Your password was changed')
})

test('a changed password ends reset links that were sent before', async () => {
  const services = await testServices()
  const { user, visitor } = await signedIn(services)
  const token = await services.write((tx) => mintToken(tx, 'reset', user.id))
  expect(await isResetLinkValid(services, { token, email: ada.email })).toBe(true)
  await changePassword(services, user, visitor, change)
  expect(await isResetLinkValid(services, { token, email: ada.email })).toBe(false)
})

// ASVS 6.2.3
test('the wrong current password changes nothing and has an error at its field', async () => {
  const services = await testServices()
  const { user, visitor } = await signedIn(services)
  const before = await hashOf(services, user)
  await expect(
    changePassword(services, user, visitor, { ...change, currentPassword: 'guess' }),
  ).rejects.toMatchObject({
    status: 400,
    fields: { currentPassword: { code: 'wrong-current-password' } },
    audit: { event: 'password-change-refused', user: user.id },
  })
  expect(await hashOf(services, user)).toBe(before)
  expect(await userOfSession(services, visitor.session)).toEqual(user)
})

// ASVS 6.2.3
test('guessing the current password counts as failing to sign in', async () => {
  const services = await testServices()
  const { user, visitor } = await signedIn(services)
  const guess = () => changePassword(services, user, visitor, { ...change, currentPassword: 'guess' })
  for (let n = 0; n < 5; n += 1) await expect(guess()).rejects.toMatchObject({ status: 400 })
  for (let n = 0; n < 5; n += 1)
    await expect(signIn(services, here, { ...ada, password: 'guess' })).rejects.toMatchObject({ status: 400 })
  await expect(guess()).rejects.toMatchObject({ status: 429 })
  await expect(changePassword(services, user, visitor, change)).rejects.toMatchObject({ status: 429 })
  await expect(signIn(services, here, ada)).rejects.toMatchObject({ status: 429 })
  await signIn(services, elsewhere, ada)
})

test("changing the password often doesn't count as failing", async () => {
  const services = await testServices()
  let { user, visitor } = await signedIn(services)
  for (let n = 0; n < 12; n += 1) {
    const session = await changePassword(services, user, visitor, {
      currentPassword: n % 2 === 0 ? ada.password : NEW,
      password: n % 2 === 0 ? NEW : ada.password,
    })
    visitor = { ...visitor, session }
  }
})

test('a double click changes the password once and leaves the browser signed in', async () => {
  const services = await testServices()
  const { user, visitor } = await signedIn(services)
  const clicks = [1, 2].map(() => changePassword(services, user, visitor, change))
  await Promise.all(clicks)
  // The browser follows the last response, whichever that is.
  const known = await Promise.all(clicks.map(async (click) => userOfSession(services, await click)))
  expect(known).toEqual([user, user])
  await signIn(services, here, { ...ada, password: NEW })
})

test('so does one whose second request is only looked at when the first is done', async () => {
  const services = await testServices()
  const { user, visitor } = await signedIn(services)
  for (let n = 0; n < 2; n += 1) {
    const cookie = await changePassword(services, user, visitor, change)
    expect(await userOfSession(services, cookie)).toEqual(user)
  }
  await signIn(services, here, { ...ada, password: NEW })
})

test('two different new passwords at once: one of them is refused', async () => {
  const services = await testServices()
  const { user, visitor } = await signedIn(services)
  const results = await Promise.allSettled([
    changePassword(services, user, visitor, change),
    changePassword(services, user, visitor, { ...change, password: 'a third password' }),
  ])
  expect(results.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
})

test("a server too busy to compare changes nothing and doesn't count as a failure", async () => {
  const services = await testServices()
  const { user, visitor } = await signedIn(services)
  const { matches } = services.passwords
  services.passwords.matches = () => Promise.reject(new DomainError('server-busy'))
  for (let n = 0; n < 12; n += 1)
    await expect(changePassword(services, user, visitor, change)).rejects.toMatchObject({
      code: 'server-busy',
    })
  services.passwords.matches = matches
  await changePassword(services, user, visitor, change)
})
