import { eq } from 'drizzle-orm'
import type { z } from 'zod/v4'
import type { User } from '#app/domain/access/access.ts'
import type { Visitor } from '#app/domain/audit.ts'
import { DomainError } from '#app/domain/errors.ts'
import type { ChangeEmail } from '#app/domain/inputs.ts'
import { RATE_LIMITS, TOKEN_LIFETIME } from '#app/domain/limitsAndLifetimes.ts'
import { isLanguage } from '#app/domain/locale/locale.ts'
import { queueLimitedMail, queueMail } from '#app/domain/mail/mailQueue.ts'
import type { Services } from '#app/services.ts'
import type { Db } from '#db/database.ts'
import { users } from '#db/schema.ts'
import { consume, networkOf } from './attempts.ts'
import { comparePassword } from './comparePassword.ts'
import { DEMO_EMAIL } from './registration.ts'
import { endLinks } from './tokens.ts'
import { findUser, refuseIfDisabled, updateUser, userByEmail } from './users.ts'

// Where Larder sends email, the new one waits until the link sent to it is opened: with a mistyped one, somebody else
// could reset the password. The answer doesn't tell whether it has an account; the mail does. Where Larder sends none,
// it changes at once and counts like one that was just registered.

export async function changeEmail(
  services: Services,
  { id }: User,
  visitor: Visitor,
  { email, currentPassword }: z.infer<typeof ChangeEmail>,
): Promise<'same' | 'waits' | 'changed'> {
  const { address } = visitor
  const user = await findUser(services.db, id)
  const account = { address, email: user?.email ?? '', passwordHash: user?.passwordHash }
  const { right, counted } = await comparePassword(services, account, currentPassword)
  const limitError = counted.error(right)
  if (limitError) throw limitError
  if (!right) throw wrongPassword(id)
  await services.write((tx) => counted.refundFailure(tx))
  // Like registering, it mails strangers, or shows whether an email has an account.
  await consume(services, [RATE_LIMITS.registerByAddress, networkOf(address)])
  const sendsMail = services.mail !== undefined
  if (!sendsMail && services.config.REQUIRE_VERIFIED_EMAIL === 'on') {
    throw new DomainError('email-by-operator')
  }
  const outcome = await services.write(async (tx) => {
    const current = await findUser(tx, id)
    if (!current || current.passwordHash !== user?.passwordHash) throw wrongPassword(id)
    refuseIfDisabled(current)
    const taken = await userByEmail(tx, email)
    if (taken?.id === id) {
      await updateUser(tx, id, { newEmail: null })
      // The other request of a double click has changed it.
      return current.email === user.email ? 'same' : 'changed'
    }
    if (sendsMail) {
      await waitFor(tx, current, email)
      await queueLimitedMail(tx, taken ? 'taken' : 'new-email', email, visitor)
      return 'waits'
    }
    // With the demo's email, the account would count as nobody's: see registration.ts.
    if (taken || email === DEMO_EMAIL)
      throw new DomainError('email-taken', {}, { fields: { email: { code: 'email-taken', params: {} } } })
    await setEmail(tx, id, email, null)
    return 'changed'
  })
  if (outcome === 'changed') services.audit.note(visitor, { event: 'email-changed', user: id })
  services.mailQueue.wake()
  return outcome
}

/** From now on, only the link to this email works. If two accounts want it, the last one gets it. */
async function waitFor(tx: Db, { id, newEmail }: { id: string; newEmail: string | null }, email: string) {
  const wanted = { newEmail: email, newEmailAt: Date.now() }
  // Asked again: the link that was mailed keeps working.
  if (newEmail === email) return updateUser(tx, id, wanted)
  await tx.update(users).set({ newEmail: null }).where(eq(users.newEmail, email)).run()
  await endLinks(tx, id, 'email')
  await updateUser(tx, id, wanted)
}

/** A link that was sent to the old email must not confirm the new one. */
export async function setEmail(tx: Db, id: string, email: string, emailVerifiedAt: number | null) {
  await updateUser(tx, id, { email, newEmail: null, emailVerifiedAt, registrationHash: null })
  for (const purpose of ['verify', 'reset'] as const) await endLinks(tx, id, purpose)
}

/** Lets the owner of the old email know. */
export async function tellOldEmail(
  tx: Db,
  { email, emailVerifiedAt, language }: { email: string; emailVerifiedAt: number | null; language: string },
  visitor: Visitor,
) {
  const reader = isLanguage(language) ? { language } : visitor
  // The owner of an email that wasn't confirmed may have nothing to do with the account.
  const queue = emailVerifiedAt ? queueMail : queueLimitedMail
  await queue(tx, 'email-changed', email, reader)
}

function wrongPassword(user: string) {
  const audit = { event: 'email-change-refused', user } as const
  const fields = { currentPassword: { code: 'wrong-current-password', params: {} } } as const
  return new DomainError('wrong-current-password', {}, { fields, audit })
}

/** Shown while its link could work, even if the email has an account and so got none. */
export function emailThatWaits({
  newEmail,
  newEmailAt,
}: {
  newEmail: string | null
  newEmailAt: number | null
}) {
  return newEmail !== null && Date.now() - (newEmailAt ?? 0) < TOKEN_LIFETIME.email ? newEmail : undefined
}
