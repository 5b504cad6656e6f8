import { eq } from 'drizzle-orm'
import type { z } from 'zod'
import type { Services } from '#app/services.server.ts'
import { users } from '#db/schema.ts'
import { revokeAllTokensIn } from './apiTokens.ts'
import type { Asker } from './audit.ts'
import { DomainError } from './errors.ts'
import { newId } from './ids.ts'
import type { ForgotPassword, Login, Register, ResetPassword, VerifyEmail } from './inputs.ts'
import { queueMail } from './outbox.ts'
import { clearIn, giveBackIn, LIMITS, networkOf, takeFrom, takeIn } from './rateLimits.ts'
import { closedSentence } from './registration.ts'
import { endAllSessionsIn, endSession, startSessionIn } from './sessions.ts'
import { badLink, holderOf, spendToken } from './tokens.ts'

// Nothing here tells whether an address has an account: not the answers, not the number of writes,
// not the time. What differs happens later, when the outbox is worked on.

/** Somebody who has not said yet who he is. */
export interface Visitor extends Asker {
  /** The session cookie he came with, if any: signing in ends it. */
  session?: string | undefined
}

type Db = Services['db']

/** The answer to a registration, the same for a new address and for a taken one. */
export async function register(
  services: Services,
  visitor: Visitor,
  { name, email, password }: z.infer<typeof Register>,
): Promise<string> {
  const closed = closedSentence(services)
  if (closed) {
    const audit = { event: 'registration-refused', reason: 'closed' } as const
    throw new DomainError('forbidden', closed, { audit })
  }
  await takeFrom(services, [LIMITS.registerByAddress, networkOf(visitor.address)])
  const passwordHash = await services.passwords.hash(password)
  const id = newId()
  const isNew = await services.write((tx) => {
    const now = Date.now()
    const { changes } = tx
      .insert(users)
      .values({ id, name, email, passwordHash, createdAt: now })
      .onConflictDoNothing()
      .run()
    const isNew = changes > 0
    const limit = isNew ? LIMITS.verifyMailsByAccount : LIMITS.takenMailsByAccount
    if (takeIn(tx, limit, email).allowed) queueMail(tx, isNew ? 'verify' : 'taken', email)
    return isNew
  })
  const { audit } = services
  if (isNew) audit.note(visitor, { event: 'registered', user: id })
  else audit.note(visitor, { event: 'registration-refused', reason: 'taken' })
  services.outbox.wake()
  const { SMTP_HOST, REQUIRE_VERIFIED_EMAIL } = services.config
  if (SMTP_HOST === '' && REQUIRE_VERIFIED_EMAIL === 'off') return 'Welcome! You can log in now.'
  return 'Welcome! Please check your email to confirm your account.'
}

/** Checks the password and starts a session; answers with whose it is and with the cookie's value. */
export async function signIn(
  services: Services,
  visitor: Visitor,
  { email, password }: z.infer<typeof Login>,
): Promise<{ userId: string; cookie: string }> {
  // Counted before the slow comparison, so that many at once are no way around the limit.
  await takeFrom(
    services,
    [LIMITS.loginByAddress, networkOf(visitor.address)],
    [LIMITS.failuresByAccount, email],
  )
  const user = services.db.select().from(users).where(eq(users.email, email)).get()
  const right = await services.passwords.matches(password, user?.passwordHash)
  if (!user || !right) throw wrongCredentials(user)
  const strengthened = services.passwords.isWeak(user.passwordHash)
    ? await services.passwords.hash(password)
    : user.passwordHash
  const mustVerify = services.config.REQUIRE_VERIFIED_EMAIL === 'on'
  const outcome = await services.write((tx) => {
    const now = tx.select().from(users).where(eq(users.id, user.id)).get()
    // Somebody chose a new password while this one was being compared.
    if (now?.passwordHash !== user.passwordHash) throw wrongCredentials(user)
    giveBackIn(tx, LIMITS.failuresByAccount, email)
    if (mustVerify && !now.emailVerifiedAt) {
      if (takeIn(tx, LIMITS.verifyMailsByAccount, email).allowed) queueMail(tx, 'verify', email)
      return undefined
    }
    if (strengthened !== user.passwordHash) setPassword(tx, user.id, strengthened)
    return { userId: user.id, cookie: startSessionIn(tx, user.id) }
  })
  if (outcome) {
    services.audit.note(visitor, { event: 'signed-in', user: user.id })
    if (visitor.session) await endSession(services, visitor.session)
    return outcome
  }
  services.outbox.wake()
  throw new DomainError(
    'unauthorized',
    'Please confirm your address first: open the link in the mail we sent you.',
    { audit: { event: 'sign-in-failed', user: user.id, reason: 'unconfirmed' } },
  )
}

function wrongCredentials(user: { id: string } | undefined) {
  return new DomainError('invalid', 'The email or the password is not right.', {
    audit: { event: 'sign-in-failed', user: user?.id },
  })
}

/** Ends the session that came along; that there is none any more is no failure. */
export async function signOut(services: Services, visitor: Visitor): Promise<void> {
  const user = visitor.session && (await endSession(services, visitor.session))
  if (user) services.audit.note(visitor, { event: 'signed-out', user })
}

/** Asks for a mail with a link; whether anybody gets one is seen when it is sent. */
export async function forgotPassword(
  services: Services,
  visitor: Visitor,
  { email }: z.infer<typeof ForgotPassword>,
): Promise<void> {
  await takeFrom(services, [LIMITS.forgotByAddress, networkOf(visitor.address)])
  await services.write((tx) => {
    if (takeIn(tx, LIMITS.resetMailsByAccount, email).allowed) queueMail(tx, 'reset', email)
  })
  services.audit.note(visitor, { event: 'reset-asked' })
  services.outbox.wake()
}

/** A new password by a link from the mail; afterwards nobody is signed in as this user any more. */
export async function resetPassword(
  services: Services,
  visitor: Visitor,
  { token, email, password }: z.infer<typeof ResetPassword>,
): Promise<string> {
  await takeFrom(services, [LIMITS.tokensByAddress, networkOf(visitor.address)])
  const presented = { token, email }
  // Looked at first: a made-up token must not cost a hash.
  if (!holderOf(services.db, 'reset', presented)) throw badLink()
  const passwordHash = await services.passwords.hash(password)
  const userId = await services.write((tx) => {
    const { id, emailVerifiedAt } = spendToken(tx, 'reset', presented)
    setPassword(tx, id, passwordHash)
    // Whoever reads the mail has the address.
    if (!emailVerifiedAt) markVerified(tx, id)
    endAllSessionsIn(tx, id)
    revokeAllTokensIn(tx, id)
    clearIn(tx, LIMITS.failuresByAccount, email)
    queueMail(tx, 'password-changed', email)
    return id
  })
  services.audit.note(visitor, { event: 'password-reset', user: userId })
  services.events.endAccess({ userId })
  services.outbox.wake()
  return 'Your password was changed. Please log in with the new one.'
}

export async function verifyEmail(
  services: Services,
  visitor: Visitor,
  { verificationToken, email }: z.infer<typeof VerifyEmail>,
): Promise<string> {
  await takeFrom(services, [LIMITS.tokensByAddress, networkOf(visitor.address)])
  const user = await services.write((tx) => {
    const { id } = spendToken(tx, 'verify', { token: verificationToken, email })
    markVerified(tx, id)
    return id
  })
  services.audit.note(visitor, { event: 'email-verified', user })
  return 'Your address is confirmed.'
}

function setPassword(tx: Db, id: string, passwordHash: string) {
  tx.update(users).set({ passwordHash }).where(eq(users.id, id)).run()
}

function markVerified(tx: Db, id: string) {
  tx.update(users).set({ emailVerifiedAt: Date.now() }).where(eq(users.id, id)).run()
}
