import bcrypt from 'bcryptjs'
import { eq } from 'drizzle-orm'
import { describe, expect, test, vi } from 'vitest'
import type { User } from '#app/domain/access/access.ts'
import { DomainError } from '#app/domain/errors.ts'
import { sha256 } from '#app/domain/hash.ts'
import { Login } from '#app/domain/inputs.ts'
import { RATE_LIMITS, TOKEN_LIFETIME } from '#app/domain/limitsAndLifetimes.ts'
import type { AccessEnded } from '#app/domain/liveEvents.ts'
import { newSecret } from '#app/domain/sharing/tokens.ts'
import { MINUTE } from '#app/domain/time.ts'
import type { Services } from '#app/services.ts'
import { outbox, rateLimits, tokens, users } from '#db/schema.ts'
import { linkIn, type Mailbox } from '#tests/support/mailbox.ts'
import { nightlyOnPostgres } from '#tests/support/nightly.ts'
import { servicesWithMail, testServices } from '#tests/support/services.ts'
import { resetLimit } from './attempts.ts'
import { changePassword } from './changePassword.ts'
import { register } from './register.ts'
import { forgotPassword, isResetLinkValid, resetPassword } from './resetPassword.ts'
import { endSession, sessionsOf, userOfSession } from './sessions.ts'
import { signIn, signOutElsewhere, signOutEverywhere } from './signIn.ts'
import { mintToken, type Purpose } from './tokens.ts'
import { changeProfile } from './users.ts'
import { verifyEmail, whatLinkNeeds } from './verifyEmail.ts'

const ada = { name: 'Ada', email: 'ada@example.org', password: 'a fine password' }
let lastAddress = 0
/** A visitor with a new address each time. */
const visitor = () => ({ address: `203.0.113.${++lastAddress % 250}` })

async function withAda(environment?: Record<string, string>) {
  const { services, mailbox } = await servicesWithMail(environment)
  await register(services, visitor(), ada)
  return { services, mailbox }
}

const userOf = (services: Services, email = ada.email) =>
  services.db.select().from(users).where(eq(users.email, email)).get()

async function tokenFor(services: Services, purpose: Purpose, email = ada.email, now?: number) {
  const user = await userOf(services, email)
  if (!user) throw new Error(`${email} has no account`)
  return services.write((tx) => mintToken(tx, purpose, user.id, { now }))
}

function linkParts(mail: Parameters<typeof linkIn>[0] | undefined) {
  if (!mail) throw new Error('no mail')
  const url = new URL(linkIn(mail))
  return { url, token: url.searchParams.get('token') ?? '', email: url.searchParams.get('email') ?? '' }
}

const newest = async (mailbox: Mailbox, count: number) => (await mailbox.to(ada.email, count)).at(-1)

test('by invitation only, the first account needs none, even if several register at the same moment', async () => {
  const services = await testServices({ REGISTRATION: 'invited' })
  const people = ['a', 'b', 'c'].map((name) => ({ ...ada, email: `${name}@example.org` }))
  const tries = await Promise.allSettled(people.map((person) => register(services, visitor(), person)))
  const refused = tries.filter(({ status }) => status === 'rejected')
  expect(refused).toEqual(
    Array(2).fill({ status: 'rejected', reason: expect.objectContaining({ code: 'invite-required' }) }),
  )
  expect(await services.db.select().from(users).all()).toHaveLength(1)
})

test('while registration is closed, not even the first account can register', async () => {
  const services = await testServices({ REGISTRATION: 'closed' })
  await expect(register(services, visitor(), ada)).rejects.toMatchObject({ code: 'registration-closed' })
})

// security: seven-mails
nightlyOnPostgres('strangers can cause seven mails an hour to one email, over all features', async () => {
  vi.useFakeTimers({ toFake: ['Date'] })
  const { services, mailbox } = await withAda()
  const cookie = (await signIn(services, visitor(), ada)).cookie
  const user = await userOfSession(services, cookie)
  if (!user) throw new Error('no session')
  let session = cookie
  async function flood() {
    for (const email of [ada.email, 'ada+1@example.org', 'ada+2@example.org']) {
      for (let n = 0; n < 3; n++) {
        await register(services, visitor(), { ...ada, email })
        await forgotPassword(services, visitor(), { email })
        await services.mailQueue.sendDue()
      }
    }
    for (let n = 0; n < 3; n++) {
      const same = { currentPassword: ada.password, password: ada.password }
      session = await changePassword(services, user as User, { ...visitor(), session }, same)
      await services.mailQueue.sendDue()
    }
  }
  await flood()
  vi.setSystemTime(Date.now() + 31 * MINUTE)
  await flood()
  const kinds = mailbox.received.map(({ subject }) => subject)
  expect(kinds.filter((kind) => kind === 'Reset your password')).toHaveLength(4)
  expect(kinds).toHaveLength(7)
})

test('a domain written in two ways is one account, also if it was stored as typed', async () => {
  const services = await testServices()
  const Credentials = Login.pick({ email: true })
  const ascii = Credentials.parse({ email: 'ada@xn--exmple-cua.org' })
  const typed = Credentials.parse({ email: 'Ada@Exämple.org' })
  await register(services, visitor(), { ...ada, ...typed })
  await register(services, visitor(), { ...ada, ...ascii, password: 'another one' })
  await signIn(services, visitor(), { ...ada, ...ascii })
  await signIn(services, visitor(), { ...ada, ...typed })
  expect(await services.db.select().from(users).all()).toHaveLength(1)

  const old = 'ada@exämple.org'
  await services.write((tx) => tx.update(users).set({ email: old }).run())
  await register(services, visitor(), { ...ada, ...typed, password: 'another one' })
  await signIn(services, visitor(), { ...ada, ...ascii })
  const token = await tokenFor(services, 'reset', old)
  await resetPassword(services, visitor(), { token, ...typed, password: 'quite another one' })
  expect(await services.db.select().from(users).all()).toMatchObject([{ email: old }])
})

describe('registering', () => {
  test('creates an account and mails a link that confirms the email', async () => {
    const { services, mailbox } = await withAda()
    const mail = await newest(mailbox, 1)
    const { url, token, email } = linkParts(mail)
    expect(url.origin + url.pathname).toBe('https://larder.example/user/verify-email')
    expect(mail?.html).toContain(url.href.replaceAll('&', '&amp;'))
    expect((await userOf(services))?.emailVerifiedAt).toBeNull()
    await verifyEmail(services, visitor(), { verificationToken: token, email, password: ada.password })
    expect((await userOf(services))?.emailVerifiedAt).not.toBeNull()
  })

  test('with a taken email gets the same response, changes nothing and notifies the owner', async () => {
    const { services, mailbox } = await servicesWithMail()
    const here = { ...visitor(), registration: newSecret() }
    const first = await register(services, here, ada)
    await mailbox.to(ada.email)
    const before = await userOf(services)
    const second = await register(services, here, { ...ada, name: 'Mallory', password: 'another one' })
    expect(second).toEqual(first)
    expect(await userOf(services)).toEqual(before)
    const mail = await newest(mailbox, 2)
    expect(mail?.subject).toBe('You already have an account')
    expect(mail?.raw).not.toContain('Mallory')
  })

  test('is limited to five times an hour per address', async () => {
    const services = await testServices()
    const here = { address: '2001:db8::1' }
    for (let n = 0; n < 5; n++) await register(services, here, { ...ada, email: `${n}@example.org` })
    const neighbour = { address: '2001:db8::ffff' }
    await expect(register(services, neighbour, ada)).rejects.toMatchObject({ status: 429 })
    await register(services, { address: '2001:db8:0:1::1' }, ada)
  })

  test('is refused when registration is closed', async () => {
    const services = await testServices({ REGISTRATION: 'closed' })
    await expect(register(services, visitor(), ada)).rejects.toMatchObject({
      code: 'registration-closed',
      status: 403,
    })
    expect(await userOf(services)).toBeUndefined()
  })

  test('stores the password only as a bcrypt hash', async () => {
    const { services } = await withAda()
    expect((await userOf(services))?.passwordHash).toMatch(/^\$2b\$05\$.{53}$/)
  })
})

describe('signing in', () => {
  test("starts a session and ends the browser's previous one, with its sockets", async () => {
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

  test('with wrong credentials fails with the same error for known and unknown emails', async () => {
    const { services } = await withAda()
    for (const wrong of [{ password: 'not this one' }, { email: 'nobody@example.org' }])
      await expect(signIn(services, visitor(), { ...ada, ...wrong })).rejects.toMatchObject({
        code: 'wrong-credentials',
        status: 400,
        fields: undefined,
      })
  })

  test('replaces an older, weaker hash', async () => {
    const { services } = await withAda()
    const weak = bcrypt.hashSync(ada.password, 4)
    await services.write((tx) => tx.update(users).set({ passwordHash: weak }).run())
    await signIn(services, visitor(), ada)
    expect((await userOf(services))?.passwordHash).toMatch(/^\$2b\$05\$.{53}$/)
    await signIn(services, visitor(), ada)
  })

  // ASVS 6.1.1
  test('is limited to ten failures in three minutes per address', async () => {
    const services = await testServices()
    const here = visitor()
    const attempt = (n: number) => signIn(services, here, { email: `${n}@example.org`, password: 'x' })
    for (let n = 0; n < 10; n++) await expect(attempt(n)).rejects.toMatchObject({ status: 400 })
    await expect(attempt(10)).rejects.toMatchObject({ status: 429, retryAfter: expect.any(Number) })
  })

  // ASVS 6.3.1
  test.each(['ada@example.org', 'nobody@example.org'])(
    'twenty failures lock %s for a while, from any number of addresses',
    async (email) => {
      const { services } = await withAda()
      const attempt = () => signIn(services, visitor(), { email, password: 'guess' })
      const all = await Promise.allSettled(Array.from({ length: 24 }, attempt))
      const codes = all.map((one) => (one.status === 'rejected' ? one.reason.status : 200))
      expect(codes.filter((code) => code === 400)).toHaveLength(20)
      expect(codes.filter((code) => code === 429)).toHaveLength(4)
    },
  )

  // ASVS 6.3.1
  nightlyOnPostgres("successes don't count as failures, and a reset bypasses the lock", async () => {
    const { services } = await withAda()
    for (let n = 0; n < 22; n++) await signIn(services, visitor(), ada)
    for (let n = 0; n < 20; n++)
      await signIn(services, visitor(), { ...ada, password: 'guess' }).catch(() => {})
    await expect(signIn(services, visitor(), ada)).rejects.toMatchObject({ status: 429 })
    const token = await tokenFor(services, 'reset')
    const password = 'quite another one'
    await resetPassword(services, visitor(), { token, email: ada.email, password })
    await signIn(services, visitor(), { ...ada, password })
  })

  // ASVS 6.3.1
  nightlyOnPostgres(
    "one address can't lock an account: its owner can still sign in from elsewhere",
    async () => {
      const { services } = await withAda()
      const stranger = visitor()
      const guess = () => signIn(services, stranger, { ...ada, password: 'guess' })
      for (let n = 0; n < 40; n++) await expect(guess()).rejects.toBeInstanceOf(Error)
      await expect(guess()).rejects.toMatchObject({ status: 429 })
      await signIn(services, visitor(), ada)
    },
  )

  nightlyOnPostgres(
    "sixty refused sign-ins from one address don't count against the account, even after a reset",
    async () => {
      const { services } = await withAda()
      const stranger = visitor()
      for (let n = 0; n < 10; n++)
        await signIn(services, stranger, { email: `${n}@example.org`, password: 'x' }).catch(() => {})
      const token = await tokenFor(services, 'reset')
      const password = 'quite another one'
      await resetPassword(services, visitor(), { token, email: ada.email, password })
      const attempt = () => signIn(services, stranger, { ...ada, password: 'guess' })
      for (let n = 0; n < 60; n++) await expect(attempt()).rejects.toMatchObject({ status: 429 })
      for (let n = 0; n < 19; n++)
        await expect(signIn(services, visitor(), { ...ada, password: 'typo' })).rejects.toMatchObject({
          status: 400,
        })
      await signIn(services, visitor(), { ...ada, password })
    },
  )

  nightlyOnPostgres('a thousand refused sign-ins with made-up emails add no rows', async () => {
    const services = await testServices()
    const here = visitor()
    const attempt = (n: number) =>
      signIn(services, here, { email: `${n}@example.org`, password: 'x' }).catch((error) => error.status)
    for (let n = 0; n < 10; n++) expect(await attempt(n)).toBe(400)
    const rows = async () => (await services.db.select().from(rateLimits).all()).length
    const before = await rows()
    // All at once, some would wait too long for one of PostgreSQL's connections.
    for (let n = 0; n < 1000; n += 50) {
      const statuses = await Promise.all(Array.from({ length: 50 }, (_, more) => attempt(10 + n + more)))
      expect(new Set(statuses)).toEqual(new Set([429]))
    }
    expect(await rows()).toBe(before)
  })

  test('others on the same network can sign in after someone there failed too often', async () => {
    const { services } = await withAda()
    const ben = { name: 'Ben', email: 'ben@example.org', password: 'another fine one' }
    await register(services, visitor(), ben)
    const home = visitor()
    for (let n = 0; n < 15; n++) await signIn(services, home, { ...ben, password: 'guess' }).catch(() => {})
    await signIn(services, home, ada)
    // Ben failed there and must wait. After one wrong password, so must Ada.
    await expect(signIn(services, home, ben)).rejects.toMatchObject({ status: 429 })
    await expect(signIn(services, home, { ...ada, password: 'x' })).rejects.toMatchObject({ status: 429 })
    await expect(signIn(services, home, ada)).rejects.toMatchObject({ status: 429 })
  })

  test.each(['server-busy', 'too-many-parallel-requests'] as const)(
    "a sign-in refused with %s doesn't count as a failure",
    async (code) => {
      const { services } = await withAda()
      const { matches } = services.passwords
      services.passwords.matches = () => Promise.reject(new DomainError(code))
      const home = visitor()
      for (let n = 0; n < 40; n++) await expect(signIn(services, home, ada)).rejects.toMatchObject({ code })
      services.passwords.matches = matches
      await signIn(services, home, ada)
    },
  )

  test('parallel sign-ins from one address are checked one by one, without delaying other addresses', async () => {
    const { services } = await withAda()
    let compared = 0
    let finish = () => {}
    const slow = new Promise<boolean>((resolve) => {
      finish = () => resolve(false)
    })
    const { matches } = services.passwords
    services.passwords.matches = (password, hash) => {
      if (password === ada.password) return matches(password, hash)
      compared += 1
      return slow
    }
    const stranger = visitor()
    const flood = Array.from({ length: 10 }, (_, n) =>
      signIn(services, stranger, { email: `${n}@example.org`, password: 'guess' }).catch(() => {}),
    )
    await expect.poll(() => compared).toBe(1)
    await signIn(services, visitor(), ada)
    expect(compared).toBe(1)
    finish()
    await Promise.all(flood)
    expect(compared).toBe(10)
  })

  nightlyOnPostgres("an address that reached its limit can't find out later who has an account", async () => {
    const { services } = await withAda()
    const statusesOf = async (email: string) => {
      const here = visitor()
      const attempt = (email: string) =>
        signIn(services, here, { email, password: 'guess' }).catch(({ status }) => status)
      for (let n = 0; n < 10; n++) await attempt(`${here.address}-${n}@example.org`)
      const late = await attempt(email)
      // Three minutes later.
      await services.write(async (tx) => {
        await resetLimit(tx, RATE_LIMITS.failuresByAddress, here.address)
        await resetLimit(tx, RATE_LIMITS.signInsByAddress, here.address)
      })
      const statuses = [late]
      for (let n = 0; n < 12; n++) statuses.push(await attempt(email))
      return statuses
    }
    expect(await statusesOf(ada.email)).toEqual(await statusesOf('nobody@example.org'))
  })

  nightlyOnPostgres(
    'of forty parallel guesses from an address at its limit, only the first is checked',
    async () => {
      const { services } = await withAda()
      const here = visitor()
      for (let n = 0; n < 10; n++)
        await signIn(services, here, { email: `${n}@example.org`, password: 'x' }).catch(() => {})
      const compared: (string | undefined)[] = []
      const all = await Promise.allSettled(
        Array.from({ length: 40 }, (_, n) =>
          signIn(services, here, { ...ada, password: n === 39 ? ada.password : `guess ${n}` }),
        ),
      )
      for (const one of all) compared.push(one.status === 'rejected' ? one.reason.status : 'in')
      // The right password wasn't the first, so it's refused too.
      expect(compared).toEqual(Array(40).fill(429))
    },
  )

  nightlyOnPostgres(
    'an address can sign in up to fifty times in three minutes, even with the right password',
    async () => {
      const { services } = await withAda()
      const home = visitor()
      for (let n = 0; n < 50; n++) await signIn(services, home, ada)
      await expect(signIn(services, home, ada)).rejects.toMatchObject({ status: 429 })
      await signIn(services, visitor(), ada)
    },
  )

  // ASVS 6.3.8
  test("doesn't reveal whether an email is taken when emails must be confirmed", async () => {
    const { services, mailbox } = await withAda({ REQUIRE_VERIFIED_EMAIL: 'on' })
    const { token, email } = linkParts(await newest(mailbox, 1))
    await verifyEmail(services, visitor(), { verificationToken: token, email, password: ada.password })
    const probe = async (email: string) => {
      const seen: unknown[] = []
      const password = 'a password of mine'
      await register(services, visitor(), { name: 'Mallory', email, password })
      let writes = 0
      const write = services.write
      services.write = (work) => {
        writes += 1
        return write(work)
      }
      const here = visitor()
      for (const tried of [...Array(7).fill(password), 'another one', ...Array(4).fill(password)]) {
        const { code, status, params } = await signIn(services, here, { email, password: tried }).catch(
          (e) => e,
        )
        seen.push({ code, status, params: { ...params, seconds: 0 }, writes })
      }
      services.write = write
      return seen
    }
    const known = await probe(ada.email)
    expect(known).toEqual(await probe('nobody@example.org'))
    expect(known[0]).toMatchObject({ code: 'wrong-or-unconfirmed', status: 400 })
    await signIn(services, visitor(), ada)
  })

  // ASVS 2.3.1
  test('fails until a required confirmation is done, and sends the link again if the password is right', async () => {
    const { services, mailbox } = await withAda({ REQUIRE_VERIFIED_EMAIL: 'on' })
    await mailbox.to(ada.email)
    const refused = { code: 'wrong-or-unconfirmed' }
    await expect(signIn(services, visitor(), { ...ada, password: 'x' })).rejects.toMatchObject(refused)
    await services.mailQueue.sendDue()
    expect(mailbox.received).toHaveLength(1)
    await expect(signIn(services, visitor(), ada)).rejects.toMatchObject(refused)
    const { token, email } = linkParts(await newest(mailbox, 2))
    await verifyEmail(services, visitor(), { verificationToken: token, email, password: ada.password })
    await signIn(services, visitor(), ada)
  })

  // ASVS 6.4.3
  test('with the old password fails even if it started before the reset', async () => {
    const { services } = await withAda()
    const token = await tokenFor(services, 'reset')
    const matches = services.passwords.matches
    services.passwords.matches = async (password, hash) => {
      const right = await matches(password, hash)
      await resetPassword(services, visitor(), { token, email: ada.email, password: 'quite another one' })
      return right
    }
    await expect(signIn(services, visitor(), ada)).rejects.toMatchObject({ code: 'wrong-credentials' })
  })
})

test('logging out ends the session in the database and notifies its sockets', async () => {
  const { services } = await withAda()
  const ended: AccessEnded[] = []
  services.events.onAccessEnded((one) => ended.push(one))
  const { cookie, userId } = await signIn(services, visitor(), ada)
  await endSession(services, cookie)
  expect(await userOfSession(services, cookie)).toBeUndefined()
  expect(ended).toEqual([{ userId, sessionId: expect.stringMatching(/^[0-9a-f]{64}$/) }])
})

describe('signing out', () => {
  async function inThreeBrowsers() {
    const { services } = await withAda()
    const cookies: string[] = []
    for (let n = 0; n < 3; n++) cookies.push((await signIn(services, visitor(), ada)).cookie)
    const [here = '', ...others] = cookies
    const user = await userOfSession(services, here)
    if (!user) throw new Error('no session')
    await register(services, visitor(), { ...ada, email: 'bob@example.org' })
    const bob = await signIn(services, visitor(), { ...ada, email: 'bob@example.org' })
    const ended: AccessEnded[] = []
    services.events.onAccessEnded((one) => ended.push(one))
    const signedIn = async (all: string[]) =>
      (await Promise.all(all.map((cookie) => userOfSession(services, cookie)))).map(Boolean)
    return { services, user, here, others, bob, ended, signedIn }
  }

  test('everywhere else keeps this session and those of others', async () => {
    const { services, user, here, others, bob, ended, signedIn } = await inThreeBrowsers()
    const me = { ...visitor(), session: here }
    expect(await signOutElsewhere(services, user, me)).toBe(2)
    expect(await signedIn([here, ...others, bob.cookie])).toEqual([true, false, false, true])
    expect(ended).toEqual([{ userId: user.id, exceptSessionId: sha256(here) }])
    expect(await signOutElsewhere(services, user, me)).toBe(0)
  })

  test('everywhere ends all sessions of the user', async () => {
    const { services, user, here, others, bob, ended, signedIn } = await inThreeBrowsers()
    await signOutEverywhere(services, user, visitor())
    expect(await signedIn([here, ...others, bob.cookie])).toEqual([false, false, false, true])
    expect(ended).toEqual([{ userId: user.id }])
  })

  test('the sessions of a user start with this browser and contain nothing to sign in with', async () => {
    const { services, user, others } = await inThreeBrowsers()
    const listed = await sessionsOf(services, user, others[0] ?? '')
    expect(listed.map(({ here }) => here)).toEqual([true, false, false])
    for (const one of listed) expect(Object.keys(one).sort()).toEqual(['here', 'lastSeen', 'since'])
  })
})

test('a name can be changed', async () => {
  const { services } = await withAda()
  await register(services, visitor(), { ...ada, email: 'bob@example.org' })
  const { cookie } = await signIn(services, visitor(), ada)
  const user = await userOfSession(services, cookie)
  if (!user) throw new Error('no session')
  await changeProfile(services, user, { name: 'Ada Lovelace' })
  expect((await userOfSession(services, cookie))?.name).toBe('Ada Lovelace')
  expect((await userOf(services, 'bob@example.org'))?.name).toBe('Ada')
})

describe('a forgotten password', () => {
  // ASVS 7.4.3
  test('is reset with the link, which ends all sessions, signs the owner in and sends a mail', async () => {
    const { services, mailbox } = await withAda()
    await mailbox.to(ada.email)
    const { cookie, userId } = await signIn(services, visitor(), ada)
    const ended: AccessEnded[] = []
    services.events.onAccessEnded((one) => ended.push(one))

    await forgotPassword(services, visitor(), { email: ada.email })
    const { url, token, email } = linkParts(await newest(mailbox, 2))
    expect(url.origin + url.pathname).toBe('https://larder.example/auth/reset-password')
    const password = 'quite another one'
    const { cookie: fresh } = await resetPassword(services, visitor(), { token, email, password })

    expect(await userOfSession(services, fresh)).toMatchObject({ name: 'Ada' })
    expect(await userOfSession(services, cookie)).toBeUndefined()
    expect(ended).toEqual([{ userId }])
    expect((await newest(mailbox, 3))?.subject).toBe('Your password was changed')
    await expect(signIn(services, visitor(), ada)).rejects.toMatchObject({ code: 'wrong-credentials' })
    await signIn(services, visitor(), { ...ada, password })
    expect((await userOf(services))?.emailVerifiedAt).not.toBeNull()
  })

  const resetMails = (mailbox: Mailbox) =>
    mailbox.received.filter(({ subject }) => subject === 'Reset your password')

  test('sends two mails in half an hour; a third request gets the same response', async () => {
    const { services, mailbox } = await withAda()
    for (let n = 0; n < 3; n++) {
      await forgotPassword(services, visitor(), { email: ada.email })
      await services.mailQueue.sendDue()
    }
    expect(resetMails(mailbox)).toHaveLength(2)
  })

  test('while the limit blocks new mails, the links already sent still work', () => {
    expect(RATE_LIMITS.resetMailsByEmail.window).toBeLessThanOrEqual(TOKEN_LIFETIME.reset)
  })

  test('can be asked for again at once after a reset, which ends the link already sent', async () => {
    const { services, mailbox } = await withAda()
    await mailbox.to(ada.email)
    await forgotPassword(services, visitor(), { email: ada.email })
    const { token, email } = linkParts(await newest(mailbox, 2))
    await resetPassword(services, visitor(), { token, email, password: 'quite another one' })
    await forgotPassword(services, visitor(), { email: ada.email })
    await services.mailQueue.sendDue()
    expect(resetMails(mailbox)).toHaveLength(2)
  })

  test('can be requested ten times an hour per address', async () => {
    const services = await testServices()
    const here = visitor()
    for (let n = 0; n < 10; n++) await forgotPassword(services, here, { email: `${n}@example.org` })
    const eleventh = forgotPassword(services, here, { email: 'another@example.org' })
    await expect(eleventh).rejects.toMatchObject({ status: 429 })
  })

  test('an email without an account gets no mail, and nothing stays in the queue', async () => {
    const { services, mailbox } = await servicesWithMail()
    await forgotPassword(services, visitor(), { email: 'nobody@example.org' })
    expect(await services.db.select().from(outbox).all()).toHaveLength(1)
    await services.mailQueue.sendDue()
    expect(await services.db.select().from(outbox).all()).toEqual([])
    expect(mailbox.received).toEqual([])
  })

  // ASVS 6.3.8
  test('a request writes as much for an unknown email as for a known one', async () => {
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

describe('a confirmation link', () => {
  const needs = async (services: Services, link: Parameters<typeof verifyEmail>[2]) =>
    (await whatLinkNeeds(services, visitor(), link)).needs

  test('opened again says that the email is already confirmed, until it expires', async () => {
    const { services } = await withAda()
    const token = await tokenFor(services, 'verify')
    const link = { verificationToken: token, email: ada.email, password: ada.password }
    expect(await needs(services, link)).not.toBe('nothing')
    expect(await verifyEmail(services, visitor(), link)).toBe('confirmed')
    const confirmed = await userOf(services)
    expect(await needs(services, link)).toBe('nothing')
    expect(await verifyEmail(services, visitor(), link)).toBe('repeated')
    expect(await userOf(services)).toEqual(confirmed)
    await services.write((tx) => tx.update(tokens).set({ expiresAt: Date.now() }).run())
    expect(await needs(services, link)).not.toBe('nothing')
    await expect(verifyEmail(services, visitor(), link)).rejects.toMatchObject({ code: 'link-expired' })
  })

  // ASVS 6.4.1
  test('used 20 times in parallel confirms once', async () => {
    const { services } = await withAda()
    const verificationToken = await tokenFor(services, 'verify')
    const link = { verificationToken, email: ada.email, password: ada.password }
    const use = () => verifyEmail(services, visitor(), link)
    const all = await Promise.all(Array.from({ length: 20 }, use))
    expect(all.filter((outcome) => outcome === 'confirmed')).toHaveLength(1)
  })

  test('with a made-up token fails alike for a confirmed, an unconfirmed and an unknown email', async () => {
    const { services } = await withAda()
    await register(services, visitor(), { ...ada, email: 'bob@example.org' })
    await verifyEmail(services, visitor(), {
      verificationToken: await tokenFor(services, 'verify'),
      email: ada.email,
      password: ada.password,
    })
    const foreign = await tokenFor(services, 'verify', 'bob@example.org')
    for (const verificationToken of [foreign, 'A'.repeat(43)])
      for (const email of [ada.email, 'nobody@example.org']) {
        const link = { verificationToken, email }
        expect(await needs(services, link)).not.toBe('nothing')
        await expect(verifyEmail(services, visitor(), link)).rejects.toMatchObject({ code: 'link-expired' })
      }
  })

  test('says that the email is already confirmed after a password reset, too', async () => {
    const { services } = await withAda()
    const verificationToken = await tokenFor(services, 'verify')
    const token = await tokenFor(services, 'reset')
    await resetPassword(services, visitor(), { token, email: ada.email, password: 'quite another one' })
    expect(await verifyEmail(services, visitor(), { verificationToken, email: ada.email })).toBe('repeated')
  })
})

describe('a reset link', () => {
  // ASVS 6.4.1
  test('works once', async () => {
    const { services } = await withAda()
    const link = { token: await tokenFor(services, 'reset'), email: ada.email }
    await resetPassword(services, visitor(), { ...link, password: 'quite another one' })
    const again = resetPassword(services, visitor(), { ...link, password: 'yet another one' })
    await expect(again).rejects.toMatchObject({ code: 'link-expired' })
  })

  // ASVS 6.4.1
  test('works only once when it is used 20 times in parallel', async () => {
    const { services } = await withAda()
    const link = { token: await tokenFor(services, 'reset'), email: ada.email }
    const use = (n: number) => resetPassword(services, visitor(), { ...link, password: `another one ${n}` })
    const all = await Promise.allSettled(Array.from({ length: 20 }, (_, n) => use(n)))
    expect(all.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    for (const one of all)
      if (one.status === 'rejected') expect(one.reason).toMatchObject({ code: 'link-expired' })
  })

  test('still works after anyone requests a newer one; using one ends both', async () => {
    const { services } = await withAda()
    const older = await tokenFor(services, 'reset')
    const newer = await tokenFor(services, 'reset')
    const use = (token: string) =>
      resetPassword(services, visitor(), { token, email: ada.email, password: 'quite another one' })
    await use(older)
    await expect(use(newer)).rejects.toMatchObject({ code: 'link-expired' })
  })

  test('can be checked before a password is typed, which changes nothing', async () => {
    const { services } = await withAda()
    const token = await tokenFor(services, 'reset')
    const other = await tokenFor(services, 'verify')
    const late = await tokenFor(services, 'reset', ada.email, Date.now() - TOKEN_LIFETIME.reset)
    const rowsBefore = await services.db.select().from(tokens).all()
    const isValid = (token: string, email = ada.email) => isResetLinkValid(services, { token, email })
    expect(await isValid(token)).toBe(true)
    for (const dead of [late, other, '', 'made up']) expect(await isValid(dead)).toBe(false)
    expect(await isValid(token, 'nobody@example.org')).toBe(false)
    expect(await services.db.select().from(tokens).all()).toEqual(rowsBefore)
    await resetPassword(services, visitor(), { token, email: ada.email, password: 'quite another one' })
    expect(await isValid(token)).toBe(false)
  })
})

describe.each(['reset', 'verify'] as const)('a %s token', (purpose) => {
  const other = purpose === 'reset' ? 'verify' : 'reset'
  const life = purpose === 'reset' ? 30 * 60_000 : 24 * 3_600_000
  const spend = (services: Services, token: string, email = ada.email) =>
    purpose === 'reset'
      ? resetPassword(services, visitor(), { token, email, password: `another ${Math.random()}` })
      : verifyEmail(services, visitor(), { verificationToken: token, email, password: ada.password })
  const refused = { code: 'link-expired', status: 400 }

  // ASVS 6.4.1
  test('expires', async () => {
    const { services } = await withAda()
    const late = await tokenFor(services, purpose, ada.email, Date.now() - life)
    await expect(spend(services, late)).rejects.toMatchObject(refused)
    const justInTime = await tokenFor(services, purpose, ada.email, Date.now() - life + 10_000)
    await spend(services, justInTime)
  })

  // ASVS 2.3.1
  test("can't be used for the other purpose", async () => {
    const { services } = await withAda()
    const token = await tokenFor(services, other)
    await expect(spend(services, token)).rejects.toMatchObject(refused)
  })

  // ASVS 6.4.3
  test("can't be used for another email", async () => {
    const { services } = await withAda()
    await register(services, visitor(), { ...ada, email: 'bob@example.org' })
    const token = await tokenFor(services, purpose)
    for (const email of ['bob@example.org', 'nobody@example.org', ''])
      await expect(spend(services, token, email)).rejects.toMatchObject(refused)
    await spend(services, token)
  })

  // ASVS 11.5.1
  test('has 256 bits and is stored only as a hash', async () => {
    const { services } = await withAda()
    const token = await tokenFor(services, purpose)
    expect(JSON.stringify(await services.db.select().from(tokens).all())).not.toContain(token)
    expect(Buffer.from(token, 'base64url')).toHaveLength(32)
  })

  test('can be guessed up to 20 times in 15 minutes', async () => {
    const services = await testServices()
    const here = visitor()
    const guess = () =>
      purpose === 'reset'
        ? resetPassword(services, here, { token: 'guess', email: ada.email, password: 'whatever it is' })
        : verifyEmail(services, here, { verificationToken: 'guess', email: ada.email })
    for (let n = 0; n < 20; n++) await expect(guess()).rejects.toMatchObject(refused)
    await expect(guess()).rejects.toMatchObject({ status: 429 })
  })
})
