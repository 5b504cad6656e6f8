import { and, eq, isNotNull, isNull } from 'drizzle-orm'
import type { z } from 'zod/v4'
import type { Services } from '#app/services.ts'
import type { Db } from '#db/database.ts'
import { users } from '#db/schema.ts'
import { revokeAllTokensIn } from './apiTokens.ts'
import type { Caller } from './audit.ts'
import { DomainError } from './errors.ts'
import { newId } from './ids.ts'
import type { ForgotPassword, Login, Register, ResetPassword, VerifyEmail } from './inputs.ts'
import { queueMail } from './outbox.ts'
import { LIMITS, networkOf, orGiveBack, takeAllIn, takeFrom, takeIn, type Wanted } from './rateLimits.ts'
import { registrationOf } from './registration.ts'
import { endAllSessionsIn, endSession, startSessionIn } from './sessions.ts'
import { type CountedSignIn, clearFailuresIn, takeSignIn } from './signInLimits.ts'
import { badLink, holderOf, spendToken } from './tokens.ts'

// Nothing here tells whether an email has an account: not the responses, not the number of writes, not
// the time. What differs happens later, when the outbox is worked on. One thing can't be hidden while
// REQUIRE_VERIFIED_EMAIL is off: after registering, a new account can sign in at once and a taken one can't.

/** A caller who may be signed out. */
export interface Visitor extends Caller {
  /** The session cookie of the request: signing in ends that session. */
  session?: string | undefined
}

/** The result is the same whether the email is new or already has an account. */
export async function register(
  services: Services,
  visitor: Visitor,
  { name, email, password }: z.infer<typeof Register>,
): Promise<{ mustConfirm: boolean; sendsMail: boolean }> {
  if (registrationOf(services) === 'closed') {
    const audit = { event: 'registration-refused', reason: 'closed' } as const
    throw new DomainError('registration-closed', {}, { audit })
  }
  const network = networkOf(visitor.address)
  const registration: Wanted = [LIMITS.registerByAddress, network]
  await takeFrom(services, registration)
  const passwordHash = await orGiveBack(services, [registration], () =>
    services.passwordWork.run(network, () => services.passwords.hash(password)),
  )
  const id = newId()
  const mustVerify = services.config.REQUIRE_VERIFIED_EMAIL === 'on'
  const isNew = await services.write((tx) => {
    const now = Date.now()
    const { changes } = tx
      .insert(users)
      .values({ id, name, email, passwordHash, createdAt: now })
      .onConflictDoNothing()
      .run()
    const isNew = changes > 0
    if (!isNew && mustVerify) claimIn(tx, email, passwordHash)
    const limit = isNew ? LIMITS.verifyMailsByAccount : LIMITS.takenMailsByAccount
    if (takeIn(tx, limit, email).allowed) queueMail(tx, isNew ? 'verify' : 'taken', email)
    return isNew
  })
  const { audit } = services
  if (isNew) audit.note(visitor, { event: 'registered', user: id })
  else audit.note(visitor, { event: 'registration-refused', reason: 'taken' })
  services.outbox.wake()
  return { mustConfirm: mustVerify, sendsMail: services.config.SMTP_HOST !== '' }
}

/**
 * Remembers the password that came with a taken email, until its owner resets theirs: where emails must be
 * confirmed, signing in with it is answered as for an account that waits to be confirmed, because that is
 * what a new email would have become. The first one stays, as the first one to register a new email does.
 */
function claimIn(tx: Db, email: string, claimedHash: string) {
  const confirmed = and(eq(users.email, email), isNotNull(users.emailVerifiedAt), isNull(users.claimedHash))
  tx.update(users).set({ claimedHash }).where(confirmed).run()
}

/** Checks the password and starts a session; answers with whose it is and with the cookie's value. */
export async function signIn(
  services: Services,
  visitor: Visitor,
  { email, password }: z.infer<typeof Login>,
): Promise<{ userId: string; cookie: string }> {
  const user = services.db.select().from(users).where(eq(users.email, email)).get()
  const { address } = visitor
  const counted = await takeSignIn(services, { address, email, known: user !== undefined })
  const mustVerify = services.config.REQUIRE_VERIFIED_EMAIL === 'on'
  const { right, claimed } = await services.passwordWork
    .run(networkOf(address), async () => ({
      right: await services.passwords.matches(password, user?.passwordHash),
      claimed: mustVerify && (await services.passwords.matches(password, user?.claimedHash ?? undefined)),
    }))
    .catch(async (error) => {
      await services.write((tx) => counted.giveAllBackIn(tx))
      throw error
    })
  const refused = counted.refused(right || claimed)
  if (refused) throw refused
  if (!user || !(right || claimed)) throw wrongCredentials(user)
  if (mustVerify && !(right && user.emailVerifiedAt)) {
    throw await unconfirmed(services, right ? 'verify' : 'taken', user, counted)
  }
  const strengthened = await strongerHash(services, user.passwordHash, password)
  const outcome = await services.write((tx) => {
    const now = tx.select().from(users).where(eq(users.id, user.id)).get()
    // Somebody chose a new password while this one was being compared.
    if (now?.passwordHash !== user.passwordHash) throw wrongCredentials(user)
    counted.giveBackIn(tx)
    if (strengthened !== user.passwordHash) setPassword(tx, user.id, strengthened)
    return { userId: user.id, cookie: startSessionIn(tx, user.id) }
  })
  services.audit.note(visitor, { event: 'signed-in', user: user.id })
  if (visitor.session) await endSession(services, visitor.session)
  return outcome
}

/** An older, weaker hash is replaced; where there is no time for it now, at the next sign-in. */
async function strongerHash({ passwords }: Services, hash: string, password: string): Promise<string> {
  if (!passwords.isWeak(hash)) return hash
  return passwords.hash(password).catch(() => hash)
}

/** The same for an account that waits to be confirmed and for somebody who only claims to own it. */
async function unconfirmed(
  services: Services,
  mail: 'verify' | 'taken',
  { id, email }: { id: string; email: string },
  counted: CountedSignIn,
) {
  const limit = mail === 'verify' ? LIMITS.verifyMailsByAccount : LIMITS.takenMailsByAccount
  await services.write((tx) => {
    counted.giveBackIn(tx)
    if (takeIn(tx, limit, email).allowed) queueMail(tx, mail, email)
  })
  services.outbox.wake()
  return new DomainError(
    'email-not-confirmed',
    { sendsMail: services.config.SMTP_HOST !== '' },
    { audit: { event: 'sign-in-failed', user: id, reason: 'unconfirmed' } },
  )
}

function wrongCredentials(user: { id: string } | undefined) {
  return new DomainError('wrong-credentials', {}, { audit: { event: 'sign-in-failed', user: user?.id } })
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
  const network = networkOf(visitor.address)
  await takeFrom(services, [LIMITS.forgotByAddress, network])
  await services.write((tx) => {
    // A stranger's requests spend the stranger's share and leave the owner theirs.
    const taken = takeAllIn(tx, [
      [LIMITS.resetMailsFromAddress, `${email} ${network}`],
      [LIMITS.resetMailsByAccount, email],
    ])
    if (taken.allowed) queueMail(tx, 'reset', email)
  })
  services.audit.note(visitor, { event: 'reset-asked' })
  services.outbox.wake()
}

/**
 * A new password by a link from the mail. Ends every session and starts one for the person who
 * chose it, so no limit on signing in can keep them out. Returns the cookie's value.
 */
export async function resetPassword(
  services: Services,
  visitor: Visitor,
  { token, email, password }: z.infer<typeof ResetPassword>,
): Promise<string> {
  const network = networkOf(visitor.address)
  const attempt: Wanted = [LIMITS.tokensByAddress, network]
  await takeFrom(services, attempt)
  const presented = { token, email }
  // Looked at first: a made-up token must not cost a hash.
  if (!holderOf(services.db, 'reset', presented)) throw badLink()
  const passwordHash = await orGiveBack(services, [attempt], () =>
    services.passwordWork.run(network, () => services.passwords.hash(password)),
  )
  const { userId, cookie } = await services.write((tx) => {
    const { id, emailVerifiedAt } = spendToken(tx, 'reset', presented)
    setPassword(tx, id, passwordHash)
    tx.update(users).set({ claimedHash: null }).where(eq(users.id, id)).run()
    // Whoever reads the mail has the address.
    if (!emailVerifiedAt) markVerified(tx, id)
    endAllSessionsIn(tx, id)
    revokeAllTokensIn(tx, id)
    clearFailuresIn(tx, email, visitor.address)
    queueMail(tx, 'password-changed', email)
    return { userId: id, cookie: startSessionIn(tx, id) }
  })
  services.audit.note(visitor, { event: 'password-reset', user: userId })
  services.events.endAccess({ userId })
  services.outbox.wake()
  if (visitor.session) await endSession(services, visitor.session)
  return cookie
}

export async function verifyEmail(
  services: Services,
  visitor: Visitor,
  { verificationToken, email }: z.infer<typeof VerifyEmail>,
): Promise<void> {
  await takeFrom(services, [LIMITS.tokensByAddress, networkOf(visitor.address)])
  const user = await services.write((tx) => {
    const { id } = spendToken(tx, 'verify', { token: verificationToken, email })
    markVerified(tx, id)
    return id
  })
  services.audit.note(visitor, { event: 'email-verified', user })
}

function setPassword(tx: Db, id: string, passwordHash: string) {
  tx.update(users).set({ passwordHash }).where(eq(users.id, id)).run()
}

function markVerified(tx: Db, id: string) {
  tx.update(users).set({ emailVerifiedAt: Date.now() }).where(eq(users.id, id)).run()
}
