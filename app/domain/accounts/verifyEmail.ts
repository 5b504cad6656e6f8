import type { z } from 'zod/v4'
import type { Visitor } from '#app/domain/audit.ts'
import type { VerifyEmail } from '#app/domain/inputs.ts'
import { RATE_LIMITS } from '#app/domain/limitsAndLifetimes.ts'
import type { Services } from '#app/services.ts'
import { consume, networkOf } from './attempts.ts'
import { findTokenUser, linkExpired } from './tokens.ts'
import { updateUser } from './users.ts'

/** The link stays until it expires: opened again, perhaps after a mail scanner, it says that the email is confirmed. */
export async function verifyEmail(
  services: Services,
  visitor: Visitor,
  { verificationToken: token, email }: z.infer<typeof VerifyEmail>,
): Promise<{ wasConfirmed: boolean }> {
  await consume(services, [RATE_LIMITS.tokensByAddress, networkOf(visitor.address)])
  const { id, emailVerifiedAt } = await services.write(async (tx) => {
    const user = await findTokenUser(tx, 'verify', { token, email })
    if (!user) throw linkExpired()
    if (!user.emailVerifiedAt) await updateUser(tx, user.id, { emailVerifiedAt: Date.now() })
    return user
  })
  const wasConfirmed = emailVerifiedAt !== null
  if (!wasConfirmed) services.audit.note(visitor, { event: 'email-verified', user: id })
  return { wasConfirmed }
}

export async function isAlreadyConfirmed(
  { db }: Services,
  { verificationToken: token, email }: z.infer<typeof VerifyEmail>,
): Promise<boolean> {
  return Boolean((await findTokenUser(db, 'verify', { token, email }))?.emailVerifiedAt)
}
