import { eq } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { listFor } from '#app/domain/access/access.ts'
import { addList } from '#app/domain/lists/lists.ts'
import { acceptInvite, createInvite } from '#app/domain/sharing/invites.ts'
import { pausedSharingOf } from '#app/domain/sharing/pausedSharing.ts'
import { newSecret } from '#app/domain/sharing/tokens.ts'
import type { Services } from '#app/services.ts'
import { users } from '#db/schema.ts'
import { addUser, CALLER, testServices } from '#tests/support/services.ts'
import { createToken } from './apiTokens.ts'
import { register } from './register.ts'
import { resetPassword, takeOver } from './resetPassword.ts'
import { userOfSession } from './sessions.ts'
import { signIn } from './signIn.ts'
import { mintToken } from './tokens.ts'
import { verifyEmail, whatLinkNeeds } from './verifyEmail.ts'

// A stranger registers the email of somebody who doesn't use Larder yet, and waits for them.

const email = 'ada@example.org'
const stranger = { name: 'Ada', email, password: 'chosen by a stranger' }
const OWN = 'chosen by Ada herself'
let lastAddress = 0
const visitor = () => ({ address: `203.0.113.${++lastAddress % 250}` })

async function setUp(environment: Record<string, string> = {}) {
  const services = await testServices(environment)
  const { cookie } = await register(services, visitor(), stranger)
  const user = await userWith(services)
  const token = await services.write((tx) => mintToken(tx, 'verify', user.id))
  const link = { verificationToken: token, email }
  return { services, cookie, user, token, link }
}

async function userWith(services: Services, address = email) {
  const user = await services.db.select().from(users).where(eq(users.email, address)).get()
  if (!user) throw new Error('no account')
  return user
}

const isConfirmed = async (services: Services) => (await userWith(services)).emailVerifiedAt !== null

describe('the link alone', () => {
  // security: who-confirms
  test("doesn't confirm: a mail scanner with scripts and the email's owner have not registered", async () => {
    const { services, link } = await setUp()
    expect(await whatLinkNeeds(services, visitor(), link)).toMatchObject({ needs: 'password' })
    await expect(verifyEmail(services, visitor(), link)).rejects.toMatchObject({
      code: 'confirm-with-password',
      status: 403,
    })
    expect(await isConfirmed(services)).toBe(false)
  })

  test('lets no stranger in where emails must be confirmed', async () => {
    const { services, link } = await setUp({ REQUIRE_VERIFIED_EMAIL: 'on' })
    await verifyEmail(services, visitor(), link).catch(() => {})
    await expect(signIn(services, visitor(), stranger)).rejects.toMatchObject({
      code: 'wrong-or-unconfirmed',
    })
  })

  test.each([
    [
      'with the cookie of another registration',
      async (services: Services) => {
        const { cookie } = await register(services, visitor(), { ...stranger, email: 'eve@example.org' })
        return { registration: cookie }
      },
    ],
    [
      'after registering the taken email again',
      async (services: Services) => {
        const { cookie } = await register(services, visitor(), { ...stranger, password: OWN })
        return { registration: cookie }
      },
    ],
    ['with an empty cookie', async () => ({ registration: '' })],
    [
      'with the stored hash as the cookie',
      async (services: Services) => ({
        registration: (await userWith(services)).registrationHash ?? '',
      }),
    ],
  ])('%s is not enough either', async (_how, from) => {
    const { services, link } = await setUp()
    const here = { ...visitor(), ...(await from(services)) }
    await expect(verifyEmail(services, here, link)).rejects.toThrow('confirm-with-password')
    expect(await isConfirmed(services)).toBe(false)
  })

  test('is not enough while signed in as somebody else', async () => {
    const { services, link } = await setUp()
    const eve = await addUser(services, 'Eve')
    expect(await whatLinkNeeds(services, visitor(), link, eve)).toMatchObject({ needs: 'password' })
    await expect(verifyEmail(services, visitor(), link, eve)).rejects.toThrow('confirm-with-password')
  })
})

describe('the link confirms', () => {
  test('in the browser that registered, also after its form was sent twice', async () => {
    const { services, cookie, link } = await setUp()
    const again = await register(services, { ...visitor(), registration: cookie }, stranger)
    const here = { ...visitor(), registration: again.cookie }
    expect(await whatLinkNeeds(services, here, link)).toMatchObject({ needs: 'click' })
    expect(await verifyEmail(services, here, link)).toBe('confirmed')
    expect(await isConfirmed(services)).toBe(true)
    expect(await whatLinkNeeds(services, visitor(), link)).toMatchObject({ needs: 'nothing' })
    expect((await userWith(services)).registrationHash).toBeNull()
  })

  test('signed in to the account', async () => {
    const { services, user, link } = await setUp()
    expect(await whatLinkNeeds(services, visitor(), link, user)).toMatchObject({ needs: 'click' })
    await verifyEmail(services, visitor(), link, user)
    expect(await isConfirmed(services)).toBe(true)
  })

  test('with the password, which is counted like a sign-in', async () => {
    const { services, link } = await setUp()
    const here = visitor()
    for (let n = 0; n < 10; n++) {
      await expect(verifyEmail(services, here, { ...link, password: `guess ${n}` })).rejects.toMatchObject({
        code: 'not-this-password',
        fields: { password: { code: 'not-this-password' } },
      })
    }
    const right = { ...link, password: stranger.password }
    await expect(verifyEmail(services, here, right)).rejects.toMatchObject({ status: 429 })
    await expect(signIn(services, here, stranger)).rejects.toMatchObject({ status: 429 })
    expect(await isConfirmed(services)).toBe(false)
    await verifyEmail(services, visitor(), right)
    expect(await isConfirmed(services)).toBe(true)
  })

  test('not with a password that was changed while it was compared', async () => {
    const { services, token, link } = await setUp()
    const { matches } = services.passwords
    services.passwords.matches = async (password, hash) => {
      const right = await matches(password, hash)
      await services.write((tx) => tx.update(users).set({ passwordHash: 'another' }).run())
      return right
    }
    const using = verifyEmail(services, visitor(), { ...link, password: stranger.password })
    await expect(using).rejects.toThrow('confirm-with-password')
    expect(token).toHaveLength(43)
    expect(await isConfirmed(services)).toBe(false)
  })
})

test('the cookie of a registration tells nothing, and one browser looks different in each account', async () => {
  const services = await testServices()
  const secret = newSecret()
  const here = () => ({ ...visitor(), registration: secret })
  const cookies = [await register(services, here(), stranger)]
  cookies.push(await register(services, here(), { ...stranger, email: 'eve@example.org' }))
  cookies.push(await register(services, here(), stranger))
  expect(cookies.map(({ cookie }) => cookie)).toEqual([secret, secret, secret])
  const hashes = [await userWith(services), await userWith(services, 'eve@example.org')].map(
    ({ registrationHash }) => registrationHash,
  )
  expect(new Set(hashes).size).toBe(2)
  expect(hashes.join()).not.toContain(secret)
})

describe('“I didn’t register”', () => {
  const shared = async () => {
    const setup = await setUp()
    const { services, user } = setup
    const eve = await addUser(services, 'Eve')
    const list = await addList(services, user, { name: 'Bait' })
    const { token } = await createInvite(
      services,
      user,
      list.id,
      { role: 'editor', allLists: true },
      { caller: CALLER },
    )
    await acceptInvite(services, eve, token, CALLER)
    return { ...setup, eve, list }
  }

  test("takes the account over: the stranger's sessions, tokens and sharing end, and nothing is asked", async () => {
    const { services, token, user, eve, list } = await shared()
    const { cookie: theirs } = await signIn(services, visitor(), stranger)
    await createToken(services, user, { name: 'Script' }, CALLER)
    const { cookie } = await takeOver(services, visitor(), { token, email, password: OWN })
    expect(await userOfSession(services, theirs)).toBeUndefined()
    expect(await userOfSession(services, cookie)).toMatchObject({ email })
    await expect(signIn(services, visitor(), stranger)).rejects.toThrow('wrong-credentials')
    await signIn(services, visitor(), { email, password: OWN })
    const next = await addList(services, user, { name: 'Private' })
    for (const { id } of [list, next]) {
      await expect(listFor(services.db, eve, id, 'see')).rejects.toThrow('list-not-found')
    }
    expect(await pausedSharingOf(services, user)).toBeUndefined()
    expect(services.audit.counts).toMatchObject({ 'sharing-ended': 1, 'sharing-paused': 0 })
    expect(await isConfirmed(services)).toBe(true)
  })

  test('is no way into a confirmed account, and works once', async () => {
    const { services, cookie, token, link } = await setUp()
    await verifyEmail(services, { ...visitor(), registration: cookie }, link)
    const taking = takeOver(services, visitor(), { token, email, password: OWN })
    await expect(taking).rejects.toThrow('link-expired')
    await signIn(services, visitor(), stranger)

    const other = await setUp()
    const take = () => takeOver(other.services, visitor(), { token: other.token, email, password: OWN })
    const all = await Promise.allSettled([take(), take(), take()])
    expect(all.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  })

  test('takes no reset link, and a reset takes no confirmation link', async () => {
    const { services, token, user } = await setUp()
    const reset = await services.write((tx) => mintToken(tx, 'reset', user.id))
    const taking = takeOver(services, visitor(), { token: reset, email, password: OWN })
    await expect(taking).rejects.toThrow('link-expired')
    const resetting = resetPassword(services, visitor(), { token, email, password: OWN })
    await expect(resetting).rejects.toThrow('link-expired')
  })
})
