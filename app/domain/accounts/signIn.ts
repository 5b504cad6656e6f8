import type { z } from 'zod/v4'
import type { User } from '#app/domain/access/access.ts'
import type { Caller, Visitor } from '#app/domain/audit.ts'
import { DomainError } from '#app/domain/errors.ts'
import type { Login } from '#app/domain/inputs.ts'
import { queueLimitedMail } from '#app/domain/mail/mailQueue.ts'
import type { Services } from '#app/services.ts'
import { networkOf } from './attempts.ts'
import { endAllSessions, endOtherSessions, endSession, startSession } from './sessions.ts'
import { type CountedSignIn, countSignIn } from './signInLimits.ts'
import { findUser, updateUser, userByEmail } from './users.ts'

export async function signIn(
  services: Services,
  visitor: Visitor,
  { email, password }: z.infer<typeof Login>,
): Promise<{ userId: string; cookie: string }> {
  const user = await userByEmail(services.db, email)
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
    throw await notConfirmed(services, visitor, right ? 'verify' : 'taken', user, counted)
  }
  // If that fails, the next sign-in tries again.
  const newHash = services.passwords.isWeak(user.passwordHash)
    ? await services.passwords.hash(password).catch(() => user.passwordHash)
    : user.passwordHash
  const result = await services.write(async (tx) => {
    const current = await findUser(tx, user.id)
    if (current?.passwordHash !== user.passwordHash) throw wrongCredentials(user)
    await counted.refundFailure(tx)
    if (newHash !== user.passwordHash) await updateUser(tx, user.id, { passwordHash: newHash })
    return { userId: user.id, cookie: await startSession(tx, user.id) }
  })
  services.audit.note(visitor, { event: 'signed-in', user: user.id })
  if (visitor.session) await endSession(services, visitor.session)
  return result
}

async function notConfirmed(
  services: Services,
  visitor: Visitor,
  mail: 'verify' | 'taken',
  { id, email }: { id: string; email: string },
  counted: CountedSignIn,
) {
  await services.write(async (tx) => {
    await counted.refundFailure(tx)
    await queueLimitedMail(tx, mail, email, visitor)
  })
  services.mailQueue.wake()
  const audit = { event: 'sign-in-failed', user: id, reason: 'unconfirmed' } as const
  return new DomainError('email-not-confirmed', { sendsMail: services.config.SMTP_HOST !== '' }, { audit })
}

function wrongCredentials(user: { id: string } | undefined) {
  return new DomainError('wrong-credentials', {}, { audit: { event: 'sign-in-failed', user: user?.id } })
}

export async function signOut(services: Services, visitor: Visitor): Promise<void> {
  const user = visitor.session && (await endSession(services, visitor.session))
  if (user) services.audit.note(visitor, { event: 'signed-out', user })
}

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
