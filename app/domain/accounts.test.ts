import bcrypt from 'bcryptjs'
import { eq } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import type { AccessEnded } from '#app/realtime/events.ts'
import type { Services } from '#app/services.server.ts'
import { outbox, tokens, users } from '#db/schema.ts'
import { linkIn, type Mailbox } from '#tests/support/mailbox.ts'
import { servicesWithMail, testServices } from '#tests/support/services.ts'
import { forgotPassword, register, resetPassword, signIn, verifyEmail } from './accounts.ts'
import { endSession, userOfSession } from './sessions.ts'
import { mintToken, type Purpose } from './tokens.ts'

const ada = { name: 'Ada', email: 'ada@example.org', password: 'a fine password' }
let lastAddress = 0
/** Each from an address of its own, but where a test says otherwise. */
const visitor = () => ({ address: `203.0.113.${++lastAddress % 250}` })

async function withAda(environment?: Record<string, string>) {
  const { services, mailbox } = await servicesWithMail(environment)
  await register(services, visitor(), ada)
  return { services, mailbox }
}

const userOf = (services: Services, email = ada.email) =>
  services.db.select().from(users).where(eq(users.email, email)).get()

async function tokenFor(services: Services, purpose: Purpose, email = ada.email, now?: number) {
  const user = userOf(services, email)
  if (!user) throw new Error(`${email} has no account`)
  return services.write((tx) => mintToken(tx, purpose, user.id, { now }))
}

function linkParts(mail: Parameters<typeof linkIn>[0] | undefined) {
  if (!mail) throw new Error('no mail')
  const url = new URL(linkIn(mail))
  return { url, token: url.searchParams.get('token') ?? '', email: url.searchParams.get('email') ?? '' }
}

const newest = async (mailbox: Mailbox, count: number) => (await mailbox.to(ada.email, count)).at(-1)

describe('registering', () => {
  test('makes an account and mails a link that confirms the address', async () => {
    const { services, mailbox } = await withAda()
    const mail = await newest(mailbox, 1)
    const { url, token, email } = linkParts(mail)
    expect(url.origin + url.pathname).toBe('https://larder.example/user/verify-email')
    expect(mail?.html).toContain(url.href.replaceAll('&', '&amp;'))
    expect(userOf(services)?.emailVerifiedAt).toBeNull()
    await verifyEmail(services, visitor(), { verificationToken: token, email })
    expect(userOf(services)?.emailVerifiedAt).not.toBeNull()
  })

  test('with a taken address answers the same, changes nothing, and tells the owner', async () => {
    const { services, mailbox } = await servicesWithMail()
    const first = await register(services, visitor(), ada)
    await mailbox.to(ada.email)
    const before = userOf(services)
    const second = await register(services, visitor(), { ...ada, name: 'Mallory', password: 'another one' })
    expect(second).toBe(first)
    expect(userOf(services)).toEqual(before)
    const mail = await newest(mailbox, 2)
    expect(mail?.subject).toBe('You have an account already')
    expect(mail?.raw).not.toContain('Mallory')
  })

  test('is possible five times an hour from one address', async () => {
    const services = testServices()
    const here = { address: '2001:db8::1' }
    for (let n = 0; n < 5; n++) await register(services, here, { ...ada, email: `${n}@example.org` })
    const neighbour = { address: '2001:db8::ffff' }
    await expect(register(services, neighbour, ada)).rejects.toMatchObject({ status: 429 })
    await register(services, { address: '2001:db8:0:1::1' }, ada)
  })

  test('is refused kindly when registration is closed', async () => {
    const services = testServices({ REGISTRATION: 'closed' })
    await expect(register(services, visitor(), ada)).rejects.toMatchObject({
      code: 'forbidden',
      message: expect.stringContaining('ask the person who runs'),
    })
    expect(userOf(services)).toBeUndefined()
  })

  test('keeps the password as a bcrypt hash only', async () => {
    const { services } = await withAda()
    expect(userOf(services)?.passwordHash).toMatch(/^\$2b\$05\$.{53}$/)
  })
})

describe('signing in', () => {
  test('starts a session and ends the one the browser came with, sockets and all', async () => {
    const { services } = await withAda()
    const first = await signIn(services, visitor(), ada)
    const ended: AccessEnded[] = []
    services.events.onAccessEnded((one) => ended.push(one))
    const second = await signIn(services, { ...visitor(), session: first.cookie }, ada)
    expect(ended).toMatchObject([{ userId: first.userId }])
    expect(second.cookie).not.toBe(first.cookie)
    expect(await userOfSession(services, first.cookie)).toBeUndefined()
    expect(await userOfSession(services, second.cookie)).toMatchObject({ name: 'Ada', email: ada.email })
  })

  test('with wrong credentials is refused in the same words, known or not', async () => {
    const { services } = await withAda()
    const known = signIn(services, visitor(), { ...ada, password: 'not this one' })
    const unknown = signIn(services, visitor(), { ...ada, email: 'nobody@example.org' })
    for (const attempt of [known, unknown])
      await expect(attempt).rejects.toMatchObject({
        code: 'invalid',
        message: 'The email or the password is not right.',
        fields: undefined,
      })
  })

  test('makes an older, weaker hash stronger', async () => {
    const { services } = await withAda()
    const weak = bcrypt.hashSync(ada.password, 4)
    await services.write((tx) => tx.update(users).set({ passwordHash: weak }).run())
    await signIn(services, visitor(), ada)
    expect(userOf(services)?.passwordHash).toMatch(/^\$2b\$05\$.{53}$/)
    await signIn(services, visitor(), ada)
  })

  test('is possible ten times in three minutes from one address', async () => {
    const services = testServices()
    const here = visitor()
    const attempt = (n: number) => signIn(services, here, { email: `${n}@example.org`, password: 'x' })
    for (let n = 0; n < 10; n++) await expect(attempt(n)).rejects.toMatchObject({ status: 400 })
    await expect(attempt(10)).rejects.toMatchObject({ status: 429, retryAfter: expect.any(Number) })
  })

  test.each(['ada@example.org', 'nobody@example.org'])(
    'ten failures lock %s for a while, wherever they come from',
    async (email) => {
      const { services } = await withAda()
      const attempt = () => signIn(services, visitor(), { email, password: 'guess' })
      const all = await Promise.allSettled(Array.from({ length: 14 }, attempt))
      const codes = all.map((one) => (one.status === 'rejected' ? one.reason.status : 200))
      expect(codes.filter((code) => code === 400)).toHaveLength(10)
      expect(codes.filter((code) => code === 429)).toHaveLength(4)
    },
  )

  test('successes do not count as failures, and a reset passes the lock', async () => {
    const { services } = await withAda()
    for (let n = 0; n < 12; n++) await signIn(services, visitor(), ada)
    for (let n = 0; n < 10; n++)
      await signIn(services, visitor(), { ...ada, password: 'guess' }).catch(() => {})
    await expect(signIn(services, visitor(), ada)).rejects.toMatchObject({ status: 429 })
    const token = await tokenFor(services, 'reset')
    const password = 'quite another one'
    await resetPassword(services, visitor(), { token, email: ada.email, password })
    await signIn(services, visitor(), { ...ada, password })
  })

  test('waits for the confirmation where that is required, and sends the link again', async () => {
    const { services, mailbox } = await withAda({ REQUIRE_VERIFIED_EMAIL: 'on' })
    await mailbox.to(ada.email)
    await expect(signIn(services, visitor(), ada)).rejects.toMatchObject({ code: 'unauthorized' })
    const { token, email } = linkParts(await newest(mailbox, 2))
    await verifyEmail(services, visitor(), { verificationToken: token, email })
    await signIn(services, visitor(), ada)
  })

  test('with the old password fails even when it began before the reset', async () => {
    const { services } = await withAda()
    const token = await tokenFor(services, 'reset')
    const matches = services.passwords.matches
    services.passwords.matches = async (password, hash) => {
      const right = await matches(password, hash)
      await resetPassword(services, visitor(), { token, email: ada.email, password: 'quite another one' })
      return right
    }
    await expect(signIn(services, visitor(), ada)).rejects.toMatchObject({ code: 'invalid' })
  })
})

test('logging out ends the session in the database and says so to the sockets', async () => {
  const { services } = await withAda()
  const ended: AccessEnded[] = []
  services.events.onAccessEnded((one) => ended.push(one))
  const { cookie, userId } = await signIn(services, visitor(), ada)
  await endSession(services, cookie)
  expect(await userOfSession(services, cookie)).toBeUndefined()
  expect(ended).toEqual([{ userId, sessionId: expect.stringMatching(/^[0-9a-f]{64}$/) }])
})

describe('a forgotten password', () => {
  test('is reset by the link; everybody is signed out, and a mail says so', async () => {
    const { services, mailbox } = await withAda()
    await mailbox.to(ada.email)
    const { cookie, userId } = await signIn(services, visitor(), ada)
    const ended: AccessEnded[] = []
    services.events.onAccessEnded((one) => ended.push(one))

    await forgotPassword(services, visitor(), { email: ada.email })
    const { url, token, email } = linkParts(await newest(mailbox, 2))
    expect(url.origin + url.pathname).toBe('https://larder.example/auth/reset-password')
    const password = 'quite another one'
    await resetPassword(services, visitor(), { token, email, password })

    expect(await userOfSession(services, cookie)).toBeUndefined()
    expect(ended).toEqual([{ userId }])
    expect((await newest(mailbox, 3))?.subject).toBe('Your password was changed')
    await expect(signIn(services, visitor(), ada)).rejects.toThrow('not right')
    await signIn(services, visitor(), { ...ada, password })
    expect(userOf(services)?.emailVerifiedAt).not.toBeNull()
  })

  test('brings three mails an hour at the most, and the fourth request is answered alike', async () => {
    const { services, mailbox } = await withAda()
    for (let n = 0; n < 4; n++) {
      await forgotPassword(services, visitor(), { email: ada.email })
      await services.outbox.sendDue()
    }
    expect(mailbox.received.filter(({ subject }) => subject === 'Choose a new password')).toHaveLength(3)
  })

  test('can be asked for ten times an hour from one address', async () => {
    const services = testServices()
    const here = visitor()
    for (let n = 0; n < 10; n++) await forgotPassword(services, here, { email: `${n}@example.org` })
    const eleventh = forgotPassword(services, here, { email: 'another@example.org' })
    await expect(eleventh).rejects.toMatchObject({ status: 429 })
  })

  test('nobody gets mail who has no account, and nothing of it stays', async () => {
    const { services, mailbox } = await servicesWithMail()
    await forgotPassword(services, visitor(), { email: 'nobody@example.org' })
    expect(services.db.select().from(outbox).all()).toHaveLength(1)
    await services.outbox.sendDue()
    expect(services.db.select().from(outbox).all()).toEqual([])
    expect(mailbox.received).toEqual([])
  })

  test('asking writes as much for a stranger as for somebody known', async () => {
    const { services } = await withAda()
    let writes = 0
    const write = services.write
    services.write = (work) => {
      writes += 1
      return write(work)
    }
    await forgotPassword(services, visitor(), { email: ada.email })
    const known = writes
    await forgotPassword(services, visitor(), { email: 'nobody@example.org' })
    expect(writes - known).toBe(known)
  })
})

describe.each(['reset', 'verify'] as const)('a %s token', (purpose) => {
  const other = purpose === 'reset' ? 'verify' : 'reset'
  const life = purpose === 'reset' ? 30 * 60_000 : 24 * 3_600_000
  const spend = (services: Services, token: string, email = ada.email) =>
    purpose === 'reset'
      ? resetPassword(services, visitor(), { token, email, password: `another ${Math.random()}` })
      : verifyEmail(services, visitor(), { verificationToken: token, email })
  const refused = { code: 'invalid', message: expect.stringContaining('This link does not work any more') }

  test('works once', async () => {
    const { services } = await withAda()
    const token = await tokenFor(services, purpose)
    await spend(services, token)
    await expect(spend(services, token)).rejects.toMatchObject(refused)
  })

  test('of 20 at once exactly one wins', async () => {
    const { services } = await withAda()
    const token = await tokenFor(services, purpose)
    const all = await Promise.allSettled(Array.from({ length: 20 }, () => spend(services, token)))
    expect(all.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    for (const one of all) if (one.status === 'rejected') expect(one.reason).toMatchObject(refused)
  })

  test('ends in time', async () => {
    const { services } = await withAda()
    const late = await tokenFor(services, purpose, ada.email, Date.now() - life)
    await expect(spend(services, late)).rejects.toMatchObject(refused)
    const justInTime = await tokenFor(services, purpose, ada.email, Date.now() - life + 10_000)
    await spend(services, justInTime)
  })

  test('serves no other purpose', async () => {
    const { services } = await withAda()
    const token = await tokenFor(services, other)
    await expect(spend(services, token)).rejects.toMatchObject(refused)
  })

  test('serves no other address', async () => {
    const { services } = await withAda()
    await register(services, visitor(), { ...ada, email: 'bob@example.org' })
    const token = await tokenFor(services, purpose)
    for (const email of ['bob@example.org', 'nobody@example.org', ''])
      await expect(spend(services, token, email)).rejects.toMatchObject(refused)
    await spend(services, token)
  })

  test('is replaced by a newer one', async () => {
    const { services } = await withAda()
    const older = await tokenFor(services, purpose)
    const newer = await tokenFor(services, purpose)
    await expect(spend(services, older)).rejects.toMatchObject(refused)
    await spend(services, newer)
  })

  test('is not to be found in the database', async () => {
    const { services } = await withAda()
    const token = await tokenFor(services, purpose)
    expect(JSON.stringify(services.db.select().from(tokens).all())).not.toContain(token)
    expect(Buffer.from(token, 'base64url')).toHaveLength(32)
  })

  test('can be guessed at 20 times in a quarter of an hour', async () => {
    const services = testServices()
    const here = visitor()
    const guess = () =>
      purpose === 'reset'
        ? resetPassword(services, here, { token: 'guess', email: ada.email, password: 'whatever it is' })
        : verifyEmail(services, here, { verificationToken: 'guess', email: ada.email })
    for (let n = 0; n < 20; n++) await expect(guess()).rejects.toMatchObject(refused)
    await expect(guess()).rejects.toMatchObject({ status: 429 })
  })
})
