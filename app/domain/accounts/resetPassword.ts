import type { z } from 'zod/v4'
import type { Visitor } from '#app/domain/audit.ts'
import type { ForgotPassword, ResetPassword } from '#app/domain/inputs.ts'
import { RATE_LIMITS } from '#app/domain/limitsAndLifetimes.ts'
import { clearMailLimit, queueLimitedMail, queueMail } from '#app/domain/mail/mailQueue.ts'
import { endAllSharing, publishEndedSharing } from '#app/domain/sharing/endAllSharing.ts'
import { pauseSharing } from '#app/domain/sharing/pausedSharing.ts'
import type { Services } from '#app/services.ts'
import type { Db } from '#db/database.ts'
import { revokeAllTokens } from './apiTokens.ts'
import { type Attempt, consume, networkOf, refundIfBusy } from './attempts.ts'
import { endAllSessions, endSession, startSession } from './sessions.ts'
import { clearFailures } from './signInLimits.ts'
import { endLinks, findTokenUser, type LinkParams, linkExpired, type Purpose } from './tokens.ts'
import { updateUser } from './users.ts'

export async function forgotPassword(
  services: Services,
  visitor: Visitor,
  { email }: z.infer<typeof ForgotPassword>,
): Promise<void> {
  await consume(services, [RATE_LIMITS.forgotByAddress, networkOf(visitor.address)])
  await services.write((tx) => queueLimitedMail(tx, 'reset', email, visitor))
  services.audit.note(visitor, { event: 'reset-asked' })
  services.mailQueue.wake()
}

/** What a stranger may have shared before waits for the owner's answer: see pausedSharing.ts. */
export const resetPassword = (services: Services, visitor: Visitor, input: z.infer<typeof ResetPassword>) =>
  choosePassword(services, visitor, 'reset', input)

/** With the confirmation link of an account that its reader didn't register. What was shared before ends. */
export const takeOver = (services: Services, visitor: Visitor, input: z.infer<typeof ResetPassword>) =>
  choosePassword(services, visitor, 'verify', input)

/** Starts a session, so that no sign-in limit can keep the owner out. */
async function choosePassword(
  services: Services,
  visitor: Visitor,
  purpose: Purpose,
  { token, email, password }: z.infer<typeof ResetPassword>,
): Promise<{ cookie: string }> {
  const network = networkOf(visitor.address)
  const attempt: Attempt = [RATE_LIMITS.tokensByAddress, network]
  await consume(services, attempt)
  const findOwner = async (db: Db) => {
    const owner = await findTokenUser(db, purpose, { token, email })
    // A confirmed account is its owner's: it takes a reset link.
    if (!owner || (purpose === 'verify' && owner.emailVerifiedAt !== null)) throw linkExpired()
    return owner
  }
  await findOwner(services.db)
  const passwordHash = await refundIfBusy(services, attempt, () =>
    services.passwordQueue.run(network, () => services.passwords.hash(password)),
  )
  const { userId, cookie, ended } = await services.write(async (tx) => {
    const owner = await findOwner(tx)
    const { id } = owner
    await endLinks(tx, id, 'reset')
    // Having the link proves that the email is theirs.
    const emailVerifiedAt = owner.emailVerifiedAt ?? Date.now()
    await updateUser(tx, id, { passwordHash, emailVerifiedAt, registrationHash: null, newEmail: null })
    await endAllSessions(tx, id)
    await revokeAllTokens(tx, id)
    await clearFailures(tx, email, visitor.address)
    // The account's owner has read the last mail, and that link no longer works.
    await clearMailLimit(tx, email)
    await queueMail(tx, 'password-changed', email, visitor)
    // Somebody else may have registered the account, to read the lists its owner makes later.
    const end = purpose === 'verify' ? endAllSharing : pauseSharing
    const ended = owner.emailVerifiedAt === null ? await end(tx, id) : undefined
    return { userId: id, cookie: await startSession(tx, id), ended }
  })
  services.audit.note(visitor, { event: 'password-reset', user: userId })
  services.events.endAccess({ userId })
  if (ended) {
    publishEndedSharing(services, ended)
    const event = purpose === 'verify' ? 'sharing-ended' : 'sharing-paused'
    services.audit.note(visitor, { event, user: userId })
  }
  services.mailQueue.wake()
  if (visitor.session) await endSession(services, visitor.session)
  return { cookie }
}

/** Counts nothing: 256 random bits can't be guessed, and without them the answer is the same for every email. */
export async function isResetLinkValid({ db }: Services, link: LinkParams): Promise<boolean> {
  return (await findTokenUser(db, 'reset', link)) !== undefined
}
