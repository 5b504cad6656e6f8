import type { z } from 'zod/v4'
import type { User } from '#app/domain/access/access.ts'
import type { Visitor } from '#app/domain/audit.ts'
import { DomainError } from '#app/domain/errors.ts'
import { sha256 } from '#app/domain/hash.ts'
import type { VerifyEmail } from '#app/domain/inputs.ts'
import { RATE_LIMITS } from '#app/domain/limitsAndLifetimes.ts'
import type { Services } from '#app/services.ts'
import type { Db } from '#db/database.ts'
import { consume, networkOf } from './attempts.ts'
import { setEmail, tellOldEmail } from './changeEmail.ts'
import { comparePassword } from './comparePassword.ts'
import { findTokenUser, type LinkParams, linkExpired } from './tokens.ts'
import { refuseIfDisabled, updateUser, userByEmail } from './users.ts'

// The link shows that the email is its reader's, not that they registered: anybody can register anybody's email. So it
// confirms in the browser that registered, signed in to the account, or with its password. The link to an account's new
// email changes it, but takes the session or the password: who registered doesn't matter there.

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
): Promise<'confirmed' | 'changed' | 'repeated'> {
  await consume(services, [RATE_LIMITS.tokensByAddress, networkOf(visitor.address)])
  const found = await ownerOf(services.db, input)
  if (!found) throw linkExpired()
  if (isDone(found, input)) return 'repeated'
  if (!isOwner(found, input, visitor, user)) await requirePassword(services, visitor, found, input.password)
  const outcome = await services.write(async (tx) => {
    const owner = await ownerOf(tx, input)
    if (!owner) throw linkExpired()
    if (isDone(owner, input)) return 'repeated'
    refuseIfDisabled(owner)
    if (owner.passwordHash !== found.passwordHash) throw new DomainError('confirm-with-password')
    if (owner.newEmail !== input.email) {
      await updateUser(tx, owner.id, { emailVerifiedAt: Date.now(), registrationHash: null })
      return 'confirmed'
    }
    // Somebody may have registered with it since.
    if (await userByEmail(tx, input.email)) throw linkExpired()
    await setEmail(tx, owner.id, input.email, Date.now())
    await tellOldEmail(tx, owner, visitor)
    return 'changed'
  })
  if (outcome === 'repeated') return outcome
  const event = outcome === 'changed' ? 'email-changed' : 'email-verified'
  services.audit.note(visitor, { event, user: found.id })
  services.mailQueue.wake()
  return outcome
}

async function ownerOf(db: Db, input: Input) {
  return (
    (await findTokenUser(db, 'verify', linkOf(input))) ?? (await findTokenUser(db, 'email', linkOf(input)))
  )
}

const isDone = ({ newEmail, emailVerifiedAt }: Owner, { email }: Input) =>
  newEmail !== email && emailVerifiedAt !== null

/** The browser that registered may confirm that email, but not change it. */
function isOwner(owner: Owner, { email }: Input, { registration }: Visitor, user?: User) {
  const { id, newEmail, registrationHash: hash } = owner
  if (user?.id === id) return true
  if (newEmail === email) return false
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
  if (right) return services.write((tx) => counted.refundFailure(tx))
  const fields = { password: { code: 'not-this-password', params: {} } } as const
  throw new DomainError('not-this-password', {}, { fields, audit: { event: 'sign-in-failed', user: id } })
}

/** What opening the link leads to, which changes nothing. A dead link looks like one that confirms. */
export async function whatLinkNeeds(
  { db }: Services,
  visitor: Visitor,
  link: Input,
  user?: User,
): Promise<{ needs: 'nothing' | 'click' | 'password'; changes: boolean }> {
  const owner = await ownerOf(db, link)
  const changes = owner?.newEmail === link.email
  if (!owner) return { needs: 'click', changes }
  if (isDone(owner, link)) return { needs: 'nothing', changes }
  return { needs: isOwner(owner, link, visitor, user) ? 'click' : 'password', changes }
}
