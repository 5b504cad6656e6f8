import { and, eq, isNotNull, isNull } from 'drizzle-orm'
import type { z } from 'zod/v4'
import type { User } from '#app/domain/access/actors.ts'
import type { Caller } from '#app/domain/audit.ts'
import { DomainError } from '#app/domain/errors.ts'
import { newId } from '#app/domain/ids.ts'
import type {
  ChangeName,
  ForgotPassword,
  Login,
  Register,
  ResetPassword,
  VerifyEmail,
} from '#app/domain/inputs.ts'
import { RATE_LIMITS } from '#app/domain/limits.ts'
import { queueMail } from '#app/domain/mail/mailQueue.ts'
import { isInvited } from '#app/domain/sharing/invites.ts'
import type { Services } from '#app/services.ts'
import type { Db } from '#db/database.ts'
import { users } from '#db/schema.ts'
import { revokeAllTokens } from './apiTokens.ts'
import { type Attempt, consume, networkOf, refundIfBusy, tryConsume, tryConsumeAll } from './rateLimits.ts'
import { hasNoUsers, registrationOf } from './registration.ts'
import { endAllSessions, endOtherSessions, endSession, startSession } from './sessions.ts'
import { type CountedSignIn, clearFailures, countSignIn } from './signInLimits.ts'
import { endResetLinks, findTokenUser, type LinkParams, linkExpired } from './tokens.ts'

// Nothing here reveals whether an email has an account: not the response, the number of writes or the
// duration. What differs happens later, when the outbox sends its mail. One exception while
// REQUIRE_VERIFIED_EMAIL is off: after registering, a new account can sign in at once.

/** A caller who may be signed out. */
export interface Visitor extends Caller {
  /** The value of the session cookie. Signing in ends that session. */
  session?: string | undefined
}

/** The result is the same whether the email is new or already has an account. */
export async function register(
  services: Services,
  visitor: Visitor,
  { name, email, password }: z.infer<typeof Register>,
  /** The token of an invitation to a list. */
  invite?: string,
): Promise<{ mustConfirm: boolean; sendsMail: boolean }> {
  await requireRegistration(services, invite)
  const network = networkOf(visitor.address)
  const attempt: Attempt = [RATE_LIMITS.registerByAddress, network]
  await consume(services, attempt)
  const passwordHash = await refundIfBusy(services, attempt, () =>
    services.passwordQueue.run(network, () => services.passwords.hash(password)),
  )
  const id = newId()
  const mustVerify = services.config.REQUIRE_VERIFIED_EMAIL === 'on'
  const isNew = await services.write(async (tx) => {
    const now = Date.now()
    const { changes } = await tx
      .insert(users)
      .values({ id, name, email, passwordHash, createdAt: now })
      .onConflictDoNothing()
      .run()
    const isNew = changes > 0
    if (!isNew && mustVerify) await storeClaim(tx, email, passwordHash)
    const limit = isNew ? RATE_LIMITS.verifyMailsByAccount : RATE_LIMITS.takenMailsByAccount
    const consumed = await tryConsume(tx, limit, email)
    if (consumed.allowed) await queueMail(tx, isNew ? 'verify' : 'taken', email)
    return isNew
  })
  const { audit } = services
  if (isNew) audit.note(visitor, { event: 'registered', user: id })
  else audit.note(visitor, { event: 'registration-refused', reason: 'taken' })
  services.outbox.wake()
  return { mustConfirm: mustVerify, sendsMail: services.config.SMTP_HOST !== '' }
}

/** Where only invited people may register, the first account needs no invitation. */
async function requireRegistration(services: Services, invite: string | undefined) {
  const registration = await registrationOf(services)
  const refuse = (code: 'registration-closed' | 'invite-required', reason: string) => {
    throw new DomainError(code, {}, { audit: { event: 'registration-refused', reason } })
  }
  if (registration === 'closed') refuse('registration-closed', 'closed')
  if (registration !== 'invited' || (await isInvited(services, invite))) return
  if (!(await hasNoUsers(services))) refuse('invite-required', 'invited')
}

/**
 * Stores the password of a registration with a taken email until the owner resets theirs. Where emails must
 * be confirmed, signing in with it gets the response of an unconfirmed account, just as for a new email.
 * The first claim stays, as the first registration of a new email does.
 */
async function storeClaim(tx: Db, email: string, claimedHash: string) {
  const confirmed = and(eq(users.email, email), isNotNull(users.emailVerifiedAt), isNull(users.claimedHash))
  await tx.update(users).set({ claimedHash }).where(confirmed).run()
}

/** Checks the password and starts a session. Returns the user's id and the cookie's value. */
export async function signIn(
  services: Services,
  visitor: Visitor,
  { email, password }: z.infer<typeof Login>,
): Promise<{ userId: string; cookie: string }> {
  const user = await services.db.select().from(users).where(eq(users.email, email)).get()
  const { address } = visitor
  const counted = await countSignIn(services, { address, email, accountExists: user !== undefined })
  const mustVerify = services.config.REQUIRE_VERIFIED_EMAIL === 'on'
  const { right, claimed } = await services.passwordQueue
    .run(networkOf(address), async () => ({
      right: await services.passwords.matches(password, user?.passwordHash),
      claimed: mustVerify && (await services.passwords.matches(password, user?.claimedHash ?? undefined)),
    }))
    .catch(async (error) => {
      await services.write((tx) => counted.refundAll(tx))
      throw error
    })
  const limitError = counted.error(right || claimed)
  if (limitError) throw limitError
  if (!user || !(right || claimed)) throw wrongCredentials(user)
  if (mustVerify && !(right && user.emailVerifiedAt)) {
    throw await notConfirmed(services, right ? 'verify' : 'taken', user, counted)
  }
  const newHash = await rehashIfWeak(services, user.passwordHash, password)
  const result = await services.write(async (tx) => {
    const current = await tx.select().from(users).where(eq(users.id, user.id)).get()
    // The password was changed while this one was being compared.
    if (current?.passwordHash !== user.passwordHash) throw wrongCredentials(user)
    await counted.refundFailure(tx)
    if (newHash !== user.passwordHash) await setPassword(tx, user.id, newHash)
    return { userId: user.id, cookie: await startSession(tx, user.id) }
  })
  services.audit.note(visitor, { event: 'signed-in', user: user.id })
  if (visitor.session) await endSession(services, visitor.session)
  return result
}

/** Failing is fine: the next sign-in tries again. */
async function rehashIfWeak({ passwords }: Services, hash: string, password: string): Promise<string> {
  if (!passwords.isWeak(hash)) return hash
  return passwords.hash(password).catch(() => hash)
}

/** The same for an unconfirmed account and for someone who only claims to own the email. */
async function notConfirmed(
  services: Services,
  mail: 'verify' | 'taken',
  { id, email }: { id: string; email: string },
  counted: CountedSignIn,
) {
  const limit = mail === 'verify' ? RATE_LIMITS.verifyMailsByAccount : RATE_LIMITS.takenMailsByAccount
  await services.write(async (tx) => {
    await counted.refundFailure(tx)
    const consumed = await tryConsume(tx, limit, email)
    if (consumed.allowed) await queueMail(tx, mail, email)
  })
  services.outbox.wake()
  const audit = { event: 'sign-in-failed', user: id, reason: 'unconfirmed' } as const
  return new DomainError('email-not-confirmed', { sendsMail: services.config.SMTP_HOST !== '' }, { audit })
}

function wrongCredentials(user: { id: string } | undefined) {
  return new DomainError('wrong-credentials', {}, { audit: { event: 'sign-in-failed', user: user?.id } })
}

/** Signing out without a session is no error. */
export async function signOut(services: Services, visitor: Visitor): Promise<void> {
  const user = visitor.session && (await endSession(services, visitor.session))
  if (user) services.audit.note(visitor, { event: 'signed-out', user })
}

/** Returns how many other browsers were signed in. */
export async function signOutElsewhere(services: Services, user: User, visitor: Visitor): Promise<number> {
  const ended = await endOtherSessions(services, user, visitor.session ?? '')
  if (ended > 0) services.audit.note(visitor, { event: 'sessions-ended', user: user.id, reason: 'elsewhere' })
  return ended
}

export async function signOutEverywhere(services: Services, { id }: User, caller: Caller): Promise<void> {
  await services.write((tx) => endAllSessions(tx, id))
  services.audit.note(caller, { event: 'sessions-ended', user: id, reason: 'everywhere' })
  services.events.endAccess({ userId: id })
}

export async function changeName(
  { write }: Services,
  { id }: User,
  { name }: z.infer<typeof ChangeName>,
): Promise<void> {
  await write((tx) => tx.update(users).set({ name }).where(eq(users.id, id)).run())
}

/** Whether the email has an account is looked up when the outbox sends the mail. */
export async function forgotPassword(
  services: Services,
  visitor: Visitor,
  { email }: z.infer<typeof ForgotPassword>,
): Promise<void> {
  const network = networkOf(visitor.address)
  await consume(services, [RATE_LIMITS.forgotByAddress, network])
  await services.write(async (tx) => {
    // Requests from elsewhere must not use up the owner's mails.
    const consumed = await tryConsumeAll(tx, [
      [RATE_LIMITS.resetMailsByAccountAndAddress, `${email} ${network}`],
      [RATE_LIMITS.resetMailsByAccount, email],
    ])
    if (consumed.allowed) await queueMail(tx, 'reset', email)
  })
  services.audit.note(visitor, { event: 'reset-asked' })
  services.outbox.wake()
}

/**
 * Sets a new password by a link from an email. Ends all sessions and starts a new one, so that no sign-in
 * limit can keep the owner out. Returns the cookie's value.
 */
export async function resetPassword(
  services: Services,
  visitor: Visitor,
  { token, email, password }: z.infer<typeof ResetPassword>,
): Promise<string> {
  const network = networkOf(visitor.address)
  const attempt: Attempt = [RATE_LIMITS.tokensByAddress, network]
  await consume(services, attempt)
  const params = { token, email }
  // Checked first: an invalid token must not cost a hash.
  if (!(await findTokenUser(services.db, 'reset', params))) throw linkExpired()
  const passwordHash = await refundIfBusy(services, attempt, () =>
    services.passwordQueue.run(network, () => services.passwords.hash(password)),
  )
  const { userId, cookie } = await services.write(async (tx) => {
    const owner = await findTokenUser(tx, 'reset', params)
    if (!owner) throw linkExpired()
    const { id, emailVerifiedAt } = owner
    await endResetLinks(tx, id)
    await setPassword(tx, id, passwordHash)
    await tx.update(users).set({ claimedHash: null }).where(eq(users.id, id)).run()
    // Having the link proves that the email is theirs.
    if (!emailVerifiedAt) await markVerified(tx, id)
    await endAllSessions(tx, id)
    await revokeAllTokens(tx, id)
    await clearFailures(tx, email, visitor.address)
    await queueMail(tx, 'password-changed', email)
    return { userId: id, cookie: await startSession(tx, id) }
  })
  services.audit.note(visitor, { event: 'password-reset', user: userId })
  services.events.endAccess({ userId })
  services.outbox.wake()
  if (visitor.session) await endSession(services, visitor.session)
  return cookie
}

/**
 * Whether a link would work, before anyone types a password. Counts nothing: 256 random bits can't be
 * guessed, and without them the answer is the same for every email.
 */
export async function isResetLinkValid({ db }: Services, link: LinkParams): Promise<boolean> {
  return (await findTokenUser(db, 'reset', link)) !== undefined
}

/**
 * Confirms an email. The link stays until it expires: opened again, perhaps after a mail scanner, it says
 * that the email is already confirmed. Only someone with the link can learn that.
 */
export async function verifyEmail(
  services: Services,
  visitor: Visitor,
  { verificationToken: token, email }: z.infer<typeof VerifyEmail>,
): Promise<{ wasConfirmed: boolean }> {
  await consume(services, [RATE_LIMITS.tokensByAddress, networkOf(visitor.address)])
  const { id, emailVerifiedAt } = await services.write(async (tx) => {
    const user = await findTokenUser(tx, 'verify', { token, email })
    if (!user) throw linkExpired()
    if (!user.emailVerifiedAt) await markVerified(tx, user.id)
    return user
  })
  const wasConfirmed = emailVerifiedAt !== null
  if (!wasConfirmed) services.audit.note(visitor, { event: 'email-verified', user: id })
  return { wasConfirmed }
}

/** Whether a confirmation link has done its work. Reads only. */
export async function isAlreadyConfirmed(
  { db }: Services,
  { verificationToken: token, email }: z.infer<typeof VerifyEmail>,
): Promise<boolean> {
  return Boolean((await findTokenUser(db, 'verify', { token, email }))?.emailVerifiedAt)
}

async function setPassword(tx: Db, id: string, passwordHash: string) {
  await tx.update(users).set({ passwordHash }).where(eq(users.id, id)).run()
}

async function markVerified(tx: Db, id: string) {
  await tx.update(users).set({ emailVerifiedAt: Date.now() }).where(eq(users.id, id)).run()
}
