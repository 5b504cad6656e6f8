import type { z } from 'zod/v4'
import type { Visitor } from '#app/domain/audit.ts'
import { DomainError } from '#app/domain/errors.ts'
import { newId } from '#app/domain/ids.ts'
import type { Register } from '#app/domain/inputs.ts'
import { RATE_LIMITS } from '#app/domain/limitsAndLifetimes.ts'
import { queueLimitedMail } from '#app/domain/mail/mailQueue.ts'
import { isInvited } from '#app/domain/sharing/invites.ts'
import { isSecret, newSecret } from '#app/domain/sharing/tokens.ts'
import type { Services } from '#app/services.ts'
import { users } from '#db/schema.ts'
import { type Attempt, consume, networkOf, refundIfBusy } from './attempts.ts'
import { awaitsFirstUser, registrationOf } from './registration.ts'
import { userByEmail } from './users.ts'
import { registrationHash } from './verifyEmail.ts'

// Neither the response, the number of writes nor the duration reveal whether an email has an account: only the mail
// does, later. One exception while REQUIRE_VERIFIED_EMAIL is off: a new account can sign in at once.

export async function register(
  services: Services,
  visitor: Visitor,
  { name, email, password }: z.infer<typeof Register>,
  invite?: string,
): Promise<{ mustConfirm: boolean; sendsMail: boolean; cookie: string }> {
  const mustBeFirst = await requireRegistration(services, invite)
  const network = networkOf(visitor.address)
  const attempt: Attempt = [RATE_LIMITS.registerByAddress, network]
  await consume(services, attempt)
  const passwordHash = await refundIfBusy(services, attempt, () =>
    services.passwordQueue.run(network, () => services.passwords.hash(password)),
  )
  const id = newId()
  const known = visitor.registration
  // The same for all that this browser registers, so that a form sent twice doesn't lose it.
  const cookie = isSecret(known) ? known : newSecret()
  const account = { id, name, passwordHash, registrationHash: registrationHash(cookie, id) }
  const isNew = await services.write(async (tx) => {
    // Again, because somebody else may have become the first in the meantime.
    if (mustBeFirst && !(await awaitsFirstUser({ db: tx }))) refuse('invite-required', 'invited')
    const taken = await userByEmail(tx, email)
    const { changes } = await tx
      .insert(users)
      .values({ ...account, email: taken?.email ?? email, createdAt: Date.now() })
      .onConflictDoNothing()
      .run()
    const isNew = changes > 0
    await queueLimitedMail(tx, isNew ? 'verify' : 'taken', email, visitor)
    return isNew
  })
  const { audit } = services
  if (isNew) audit.note(visitor, { event: 'registered', user: id })
  else audit.note(visitor, { event: 'registration-refused', reason: 'taken' })
  services.mailQueue.wake()
  const { REQUIRE_VERIFIED_EMAIL, SMTP_HOST } = services.config
  return { mustConfirm: REQUIRE_VERIFIED_EMAIL === 'on', sendsMail: SMTP_HOST !== '', cookie }
}

/** Whether it takes only the first account, which needs no invitation. */
async function requireRegistration(services: Services, invite: string | undefined): Promise<boolean> {
  const registration = await registrationOf(services)
  if (registration === 'closed') refuse('registration-closed', 'closed')
  if (registration !== 'invited' || (await isInvited(services, invite))) return false
  if (!(await awaitsFirstUser(services))) refuse('invite-required', 'invited')
  return true
}

function refuse(code: 'registration-closed' | 'invite-required', reason: string): never {
  throw new DomainError(code, {}, { audit: { event: 'registration-refused', reason } })
}
