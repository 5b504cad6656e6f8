import type { z } from 'zod/v4'
import type { User } from '#app/domain/access/access.ts'
import type { Visitor } from '#app/domain/audit.ts'
import { DomainError } from '#app/domain/errors.ts'
import { sha256 } from '#app/domain/hash.ts'
import type { VerifyEmail } from '#app/domain/inputs.ts'
import { RATE_LIMITS } from '#app/domain/limitsAndLifetimes.ts'
import type { Services } from '#app/services.ts'
import { consume, networkOf } from './attempts.ts'
import { comparePassword } from './comparePassword.ts'
import { findTokenUser, type LinkParams, linkExpired } from './tokens.ts'
import { updateUser } from './users.ts'

// The link shows that the email is its reader's, not that they registered: anybody can register anybody's email. So it
// confirms in the browser that registered, signed in to the account, or with its password.

type Input = z.infer<typeof VerifyEmail>
type Owner = NonNullable<Awaited<ReturnType<typeof findTokenUser>>>

const linkOf = ({ verificationToken: token, email }: Input): LinkParams => ({ token, email })

/** Stored with another account, the same browser's looks unrelated. */
export const registrationHash = (secret: string, userId: string) => sha256(JSON.stringify([userId, secret]))

/** The link stays until it expires: opened again, it says that the email is confirmed. */
export async function verifyEmail(
  services: Services,
  visitor: Visitor,
  input: Input,
  user?: User,
): Promise<{ wasConfirmed: boolean }> {
  await consume(services, [RATE_LIMITS.tokensByAddress, networkOf(visitor.address)])
  const found = await findTokenUser(services.db, 'verify', linkOf(input))
  if (!found) throw linkExpired()
  if (found.emailVerifiedAt !== null) return { wasConfirmed: true }
  const counted = hasRegistered(found, visitor, user)
    ? undefined
    : await requirePassword(services, visitor, found, input.password)
  const wasConfirmed = await services.write(async (tx) => {
    const owner = await findTokenUser(tx, 'verify', linkOf(input))
    if (!owner) throw linkExpired()
    await counted?.refundFailure(tx)
    if (owner.emailVerifiedAt !== null) return true
    if (owner.passwordHash !== found.passwordHash) throw new DomainError('confirm-with-password')
    await updateUser(tx, owner.id, { emailVerifiedAt: Date.now(), registrationHash: null })
    return false
  })
  if (!wasConfirmed) services.audit.note(visitor, { event: 'email-verified', user: found.id })
  return { wasConfirmed }
}

function hasRegistered({ id, registrationHash: hash }: Owner, { registration }: Visitor, user?: User) {
  if (user?.id === id) return true
  return registration !== undefined && hash !== null && registrationHash(registration, id) === hash
}

/** Counted like a sign-in: the link is no better place to guess. */
async function requirePassword(
  services: Services,
  { address }: Visitor,
  { id, email, passwordHash }: Owner,
  password: string | undefined,
) {
  if (password === undefined) throw new DomainError('confirm-with-password')
  const account = { address, email, passwordHash }
  const { right, counted } = await comparePassword(services, account, password)
  const limitError = counted.error(right)
  if (limitError) throw limitError
  if (right) return counted
  const fields = { password: { code: 'not-this-password', params: {} } } as const
  throw new DomainError('not-this-password', {}, { fields, audit: { event: 'sign-in-failed', user: id } })
}

/** What opening the link leads to, which changes nothing. A dead link looks like one that confirms. */
export async function whatLinkNeeds(
  { db }: Services,
  visitor: Visitor,
  link: Input,
  user?: User,
): Promise<'nothing' | 'click' | 'password'> {
  const owner = await findTokenUser(db, 'verify', linkOf(link))
  if (!owner) return 'click'
  if (owner.emailVerifiedAt !== null) return 'nothing'
  return hasRegistered(owner, visitor, user) ? 'click' : 'password'
}
