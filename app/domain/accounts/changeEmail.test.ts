import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import type { User } from '#app/domain/access/access.ts'
import { HOUR } from '#app/domain/time.ts'
import { deleteUser, setDisabled } from '#app/operator/users.ts'
import type { Services } from '#app/services.ts'
import { tokens, users } from '#db/schema.ts'
import { linkIn, type Mailbox } from '#tests/support/mailbox.ts'
import { servicesWithMail, testServices } from '#tests/support/services.ts'
import { createToken, userOfToken } from './apiTokens.ts'
import { changeEmail, emailThatWaits } from './changeEmail.ts'
import { changePassword } from './changePassword.ts'
import { register } from './register.ts'
import { forgotPassword, resetPassword, takeOver } from './resetPassword.ts'
import { userOfSession } from './sessions.ts'
import { signIn } from './signIn.ts'
import { mintToken } from './tokens.ts'
import { updateUser } from './users.ts'
import { verifyEmail, whatLinkNeeds } from './verifyEmail.ts'

const ada = { name: 'Ada', email: 'ada@example.org', password: 'a fine password' }
const NEW = 'ada@example.com'
const change = { email: NEW, currentPassword: ada.password }
const here = { address: '192.0.2.1' }
const stranger = { address: '192.0.2.9' }

async function signedIn(services: Services) {
  await register(services, here, ada)
  const { userId, cookie } = await signIn(services, here, ada)
  await services.write((tx) => updateUser(tx, userId, { emailVerifiedAt: 1 }))
  const user = await userOfSession(services, cookie)
  if (!user) throw new Error('no session')
  return { user, visitor: { ...here, session: cookie } }
}

const rowOf = async (services: Services, { id }: Pick<User, 'id'>) =>
  services.db.select().from(users).where(eq(users.id, id)).get()

async function linkFrom(mailbox: Mailbox, services: Services, email: string) {
  await services.mailQueue.sendDue()
  const mail = (await mailbox.to(email)).at(-1)
  if (!mail) throw new Error('no mail')
  const { searchParams } = new URL(linkIn(mail))
  return { verificationToken: searchParams.get('token') ?? '', email: searchParams.get('email') ?? '' }
}

test('the email changes when the link sent to the new one is opened, and the old one is told', async () => {
  const { services, mailbox } = await servicesWithMail()
  const { user, visitor } = await signedIn(services)
  const reset = await services.write((tx) => mintToken(tx, 'reset', user.id))

  expect(await changeEmail(services, user, visitor, change)).toBe('waits')
  expect(await rowOf(services, user)).toMatchObject({ email: ada.email, newEmail: NEW })
  await signIn(services, here, ada)

  const link = await linkFrom(mailbox, services, NEW)
  expect(link.email).toBe(NEW)
  expect(await verifyEmail(services, visitor, link, user)).toBe('changed')
  expect(await rowOf(services, user)).toMatchObject({ email: NEW, newEmail: null })
  expect((await rowOf(services, user))?.emailVerifiedAt).toBeGreaterThan(1)
  expect(await verifyEmail(services, visitor, link, user)).toBe('repeated')

  await expect(signIn(services, here, ada)).rejects.toMatchObject({ code: 'wrong-credentials' })
  await signIn(services, here, { ...ada, email: NEW })
  const old = { token: reset, email: ada.email, password: 'quite another one' }
  await expect(resetPassword(services, stranger, old)).rejects.toMatchObject({ code: 'link-expired' })
  await services.mailQueue.sendDue()
  expect((await mailbox.to(ada.email)).map(({ subject }) => subject)).toContain('Your email was changed')
})

test('the link needs the session or the password of the account, and can never take it over', async () => {
  const { services, mailbox } = await servicesWithMail()
  const { user, visitor } = await signedIn(services)
  await changeEmail(services, user, visitor, change)
  const link = await linkFrom(mailbox, services, NEW)

  expect(await whatLinkNeeds(services, stranger, link)).toEqual({ needs: 'password', changes: true })
  await expect(verifyEmail(services, stranger, link)).rejects.toMatchObject({ code: 'confirm-with-password' })
  const wrong = { ...link, password: 'a wrong password' }
  await expect(verifyEmail(services, stranger, wrong)).rejects.toMatchObject({ code: 'not-this-password' })
  const taken = { token: link.verificationToken, email: NEW, password: 'quite another one' }
  for (const use of [takeOver, resetPassword])
    await expect(use(services, stranger, taken)).rejects.toMatchObject({ code: 'link-expired' })
  expect(await rowOf(services, user)).toMatchObject({ email: ada.email, newEmail: NEW })

  expect(await verifyEmail(services, stranger, { ...link, password: ada.password })).toBe('changed')
})

test('a link to one email never confirms another', async () => {
  const { services, mailbox } = await servicesWithMail()
  const { user, visitor } = await signedIn(services)
  const own = await services.write((tx) => mintToken(tx, 'verify', user.id))
  await changeEmail(services, user, visitor, change)
  const first = await linkFrom(mailbox, services, NEW)
  const victim = 'victim@example.org'
  await changeEmail(services, user, visitor, { ...change, email: victim })
  for (const verificationToken of [own, first.verificationToken]) {
    for (const email of [victim, NEW]) {
      const forged = { verificationToken, email }
      await expect(verifyEmail(services, visitor, forged, user)).rejects.toMatchObject({
        code: 'link-expired',
      })
    }
  }
  expect(await rowOf(services, user)).toMatchObject({ email: ada.email, newEmail: victim })
})

test('a link to a new email says nothing about the present one, not even to the owner of both', async () => {
  const { services, mailbox } = await servicesWithMail()
  const { user, visitor } = await signedIn(services)
  await services.write((tx) => updateUser(tx, user.id, { emailVerifiedAt: null }))
  await changeEmail(services, user, visitor, change)
  const { verificationToken } = await linkFrom(mailbox, services, NEW)
  const [own, other] = [ada.email, 'nobody@example.org'].map((email) => ({ verificationToken, email }))
  if (!own || !other) throw new Error('no links')
  expect(await whatLinkNeeds(services, visitor, own, user)).toEqual(
    await whatLinkNeeds(services, visitor, other, user),
  )
  await expect(verifyEmail(services, visitor, own, user)).rejects.toMatchObject({ code: 'link-expired' })
  expect(await rowOf(services, user)).toMatchObject({ emailVerifiedAt: null })
})

test('the cookie of a registration is not enough to change an email', async () => {
  const { services, mailbox } = await servicesWithMail()
  const { cookie: registration } = await register(services, here, ada)
  const { userId, cookie } = await signIn(services, here, ada)
  const user = await userOfSession(services, cookie)
  if (!user) throw new Error('no session')
  await changeEmail(services, user, here, change)
  const link = await linkFrom(mailbox, services, NEW)
  await expect(verifyEmail(services, { ...here, registration }, link)).rejects.toMatchObject({
    code: 'confirm-with-password',
  })
  expect(await rowOf(services, { id: userId })).toMatchObject({ email: ada.email })
})

test('a changed password ends the link that somebody who knew the old one asked for', async () => {
  const { services, mailbox } = await servicesWithMail()
  const { user, visitor } = await signedIn(services)
  await changeEmail(services, user, visitor, change)
  const link = await linkFrom(mailbox, services, NEW)
  await changePassword(services, user, visitor, {
    currentPassword: ada.password,
    password: 'quite another one',
  })
  await expect(verifyEmail(services, visitor, link, user)).rejects.toMatchObject({ code: 'link-expired' })
})

test('asked again, the link that was sent before still works', async () => {
  const { services, mailbox } = await servicesWithMail()
  const { user, visitor } = await signedIn(services)
  await changeEmail(services, user, visitor, change)
  const link = await linkFrom(mailbox, services, NEW)
  expect(await changeEmail(services, user, visitor, change)).toBe('waits')
  expect(await verifyEmail(services, visitor, link, user)).toBe('changed')
})

test('an account asks for five emails an hour, and the right password never counts as a failure', async () => {
  const { services, mailbox } = await servicesWithMail()
  const { user, visitor } = await signedIn(services)
  await services.mailQueue.sendDue()
  const before = mailbox.received.length
  const outcomes: string[] = []
  for (let n = 0; n < 20; n += 1) {
    const email = `ada${n}@example.com`
    outcomes.push(await changeEmail(services, user, visitor, { ...change, email }).catch(({ code }) => code))
  }
  // Registering used up one.
  expect(outcomes.slice(0, 4)).toEqual(['waits', 'waits', 'waits', 'waits'])
  expect(new Set(outcomes.slice(4))).toEqual(new Set(['too-many-requests']))
  await services.mailQueue.sendDue()
  expect(mailbox.received.length - before).toBeLessThanOrEqual(4)
  await signIn(services, here, ada)
})

test('what waits is shown as long as its link works', () => {
  const asked = { newEmail: NEW, newEmailAt: Date.now() }
  expect(emailThatWaits(asked)).toBe(NEW)
  expect(emailThatWaits({ ...asked, newEmailAt: Date.now() - 25 * HOUR })).toBeUndefined()
  expect(emailThatWaits({ newEmail: null, newEmailAt: null })).toBeUndefined()
})

test('a double click on a change that is made at once says twice that it is made', async () => {
  const services = await testServices()
  const { user, visitor } = await signedIn(services)
  const both = [0, 1].map(() => changeEmail(services, user, visitor, change))
  expect(await Promise.all(both)).toEqual(['changed', 'changed'])
})

test('the answer is the same for an email that has an account; a mail tells its owner', async () => {
  const { services, mailbox } = await servicesWithMail()
  const { user, visitor } = await signedIn(services)
  const ben = { name: 'Ben', email: 'ben@example.org', password: ada.password }
  await register(services, here, ben)
  await services.mailQueue.sendDue()

  expect(await changeEmail(services, user, visitor, { ...change, email: ben.email })).toBe('waits')
  await services.mailQueue.sendDue()
  expect((await mailbox.to(ben.email)).at(-1)?.subject).toBe('You already have an account')
  expect(await services.db.select().from(tokens).where(eq(tokens.purpose, 'email')).all()).toEqual([])
})

test('an email that somebody registered in the meantime stays theirs', async () => {
  const { services, mailbox } = await servicesWithMail()
  const { user, visitor } = await signedIn(services)
  await changeEmail(services, user, visitor, change)
  const link = await linkFrom(mailbox, services, NEW)
  await register(services, stranger, { ...ada, email: NEW })
  await expect(verifyEmail(services, visitor, link, user)).rejects.toMatchObject({ code: 'link-expired' })
  expect(await rowOf(services, user)).toMatchObject({ email: ada.email })
})

test('without email the change is made at once, and the new one counts as unconfirmed', async () => {
  const services = await testServices()
  const { user, visitor } = await signedIn(services)
  const verificationToken = await services.write((tx) => mintToken(tx, 'verify', user.id))
  expect(await changeEmail(services, user, visitor, change)).toBe('changed')
  expect(await rowOf(services, user)).toMatchObject({ email: NEW, emailVerifiedAt: null })
  expect(await userOfSession(services, visitor.session)).toMatchObject({ email: NEW })

  const old = { verificationToken, email: NEW }
  await expect(verifyEmail(services, visitor, old, user)).rejects.toMatchObject({ code: 'link-expired' })

  await register(services, here, { ...ada, email: 'ben@example.org' })
  const taken = { ...change, email: 'ben@example.org' }
  await expect(changeEmail(services, user, visitor, taken)).rejects.toMatchObject({ code: 'email-taken' })
})

test('where accounts must be confirmed and no email is sent, only the operator changes it', async () => {
  const services = await testServices({ REQUIRE_VERIFIED_EMAIL: 'on' })
  await register(services, here, ada)
  const row = await services.db.select().from(users).get()
  if (!row) throw new Error('no user')
  for (const email of [NEW, ada.email.replace('ada', 'eve')])
    await expect(changeEmail(services, row, here, { ...change, email })).rejects.toMatchObject({
      code: 'email-by-operator',
    })
})

test('a wrong password changes nothing and counts as a failed sign-in', async () => {
  const { services, mailbox } = await servicesWithMail()
  const { user, visitor } = await signedIn(services)
  await services.mailQueue.sendDue()
  const before = mailbox.received.length
  const attempt = () =>
    changeEmail(services, user, visitor, { ...change, currentPassword: 'a wrong password' })
  const codes: string[] = []
  for (let n = 0; n < 30 && codes.at(-1) !== 'account-locked'; n += 1)
    codes.push(await attempt().then(String, ({ code }) => code))
  expect(codes[0]).toBe('wrong-current-password')
  expect(codes.at(-1)).toMatch(/account-locked|too-many-requests/)
  expect(await rowOf(services, user)).toMatchObject({ email: ada.email, newEmail: null })
  await services.mailQueue.sendDue()
  expect(mailbox.received).toHaveLength(before)
})

test('the own email asks for nothing and ends what waits', async () => {
  const { services } = await servicesWithMail()
  const { user, visitor } = await signedIn(services)
  await changeEmail(services, user, visitor, change)
  expect(await changeEmail(services, user, visitor, { ...change, email: ada.email })).toBe('same')
  expect(await rowOf(services, user)).toMatchObject({ email: ada.email, newEmail: null })
})

test('a disabled account has no session, token, sign-in, reset or new email, and loses nothing', async () => {
  const { services, mailbox } = await servicesWithMail()
  const { user, visitor } = await signedIn(services)
  await changeEmail(services, user, visitor, change)
  const confirmation = { ...(await linkFrom(mailbox, services, NEW)), password: ada.password }
  const token = await createToken(services, user, { name: 'script' }, here)
  const reset = await services.write((tx) => mintToken(tx, 'reset', user.id))
  expect(await setDisabled(services, ada.email, true)).toBe(true)
  expect(await setDisabled(services, ada.email, true)).toBe(false)

  expect(await userOfSession(services, visitor.session)).toBeUndefined()
  expect(await userOfToken(services, token)).toBeUndefined()
  await expect(signIn(services, here, ada)).rejects.toMatchObject({ code: 'account-disabled' })
  await expect(signIn(services, here, { ...ada, password: 'a wrong password' })).rejects.toMatchObject({
    code: 'wrong-credentials',
  })
  const link = { token: reset, email: ada.email, password: 'quite another one' }
  await expect(resetPassword(services, here, link)).rejects.toMatchObject({ code: 'account-disabled' })
  await expect(verifyEmail(services, here, confirmation)).rejects.toMatchObject({ code: 'account-disabled' })
  await expect(changeEmail(services, user, visitor, change)).rejects.toMatchObject({
    code: 'account-disabled',
  })
  await services.mailQueue.sendDue()
  const before = mailbox.received.length
  await forgotPassword(services, here, { email: ada.email })
  await services.mailQueue.sendDue()
  expect(mailbox.received).toHaveLength(before)

  expect(await setDisabled(services, ada.email, false)).toBe(true)
  await signIn(services, here, ada)
  expect(await userOfToken(services, token)).toMatchObject({ id: user.id })
})

test('the operator can delete an account without its password', async () => {
  const services = await testServices()
  const { user, visitor } = await signedIn(services)
  expect(await deleteUser(services, ada.email)).toEqual({ email: ada.email, offered: 0 })
  expect(await rowOf(services, user)).toBeUndefined()
  expect(await userOfSession(services, visitor.session)).toBeUndefined()
  await expect(deleteUser(services, ada.email)).rejects.toThrow(
    `There is no account with the email ${ada.email}.`,
  )
})
