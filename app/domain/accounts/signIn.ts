import type { z } from 'zod/v4'
import type { User } from '#app/domain/access/access.ts'
import type { Caller, Visitor } from '#app/domain/audit.ts'
import { DomainError } from '#app/domain/errors.ts'
import type { Login } from '#app/domain/inputs.ts'
import { countMailThatIsNotSent, queueLimitedMail } from '#app/domain/mail/mailQueue.ts'
import type { Services } from '#app/services.ts'
import { comparePassword } from './comparePassword.ts'
import { endAllSessions, endOtherSessions, endSession, startSession } from './sessions.ts'
import { findUser, updateUser, userByEmail } from './users.ts'

export async function signIn(
  services: Services,
  visitor: Visitor,
  { email, password }: z.infer<typeof Login>,
): Promise<{ userId: string; cookie: string }> {
  const user = await userByEmail(services.db, email)
  const account = { address: visitor.address, email, passwordHash: user?.passwordHash }
  const { right, counted } = await comparePassword(services, account, password)
  const mustVerify = services.config.REQUIRE_VERIFIED_EMAIL === 'on'
  const mayEnter = right && !(mustVerify && user?.emailVerifiedAt === null)
  const limitError = counted.error(mayEnter)
  if (limitError) throw limitError
  if (!user || !mayEnter) {
    throw mustVerify
      ? await wrongOrUnconfirmed(services, visitor, { email, user, right })
      : wrongCredentials(user)
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

/** Counts and writes the same, too: who registers an email and signs in must not learn whether it had an account. */
async function wrongOrUnconfirmed(
  services: Services,
  visitor: Visitor,
  { email, user, right }: { email: string; user: { id: string; email: string } | undefined; right: boolean },
) {
  await services.write((tx) =>
    user && right ? queueLimitedMail(tx, 'verify', user.email, visitor) : countMailThatIsNotSent(tx, email),
  )
  services.mailQueue.wake()
  const audit = { event: 'sign-in-failed', user: user?.id, ...(right && { reason: 'unconfirmed' }) } as const
  return new DomainError('wrong-or-unconfirmed', { sendsMail: services.config.SMTP_HOST !== '' }, { audit })
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
