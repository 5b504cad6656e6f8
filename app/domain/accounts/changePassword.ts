import type { z } from 'zod/v4'
import type { User } from '#app/domain/access/access.ts'
import type { Visitor } from '#app/domain/audit.ts'
import { DomainError } from '#app/domain/errors.ts'
import { sha256 } from '#app/domain/hash.ts'
import type { ChangePassword } from '#app/domain/inputs.ts'
import { queueLimitedMail, queueMail } from '#app/domain/mail/mailQueue.ts'
import type { Services } from '#app/services.ts'
import type { Db } from '#db/database.ts'
import { networkOf } from './attempts.ts'
import { endAllSessions, startSession, userOfSession } from './sessions.ts'
import { countSignIn } from './signInLimits.ts'
import { endLinks } from './tokens.ts'
import { findUser, updateUser } from './users.ts'

/** Wrong passwords count as failed sign-ins: an open browser is no better place to guess than the login page. */
export async function changePassword(
  services: Services,
  { id, email }: User,
  visitor: Visitor,
  { currentPassword, password }: z.infer<typeof ChangePassword>,
): Promise<string> {
  const { passwords } = services
  const { address } = visitor
  const inQueue = <T>(work: () => Promise<T>) => services.passwordQueue.run(networkOf(address), work)
  const hashIn = async (db: Db) => (await findUser(db, id))?.passwordHash
  const oldHash = await hashIn(services.db)
  const counted = await countSignIn(services, { address, email, accountExists: true })
  const newHash = await inQueue(async () => {
    const right = await passwords.matches(currentPassword, oldHash)
    return right ? await passwords.hash(password) : undefined
  }).catch(async (error) => {
    await services.write((tx) => counted.refundAll(tx))
    throw error
  })
  const limitError = counted.error(newHash !== undefined)
  if (limitError) throw limitError

  const change = () =>
    services.write(async (tx) => {
      const user = await findUser(tx, id)
      if (user?.passwordHash !== oldHash) return undefined
      await counted.refundFailure(tx)
      // Somebody who knew the old one may have asked for another email.
      await updateUser(tx, id, { passwordHash: newHash, newEmail: null })
      await endLinks(tx, id, 'reset')
      await endAllSessions(tx, id)
      // The owner of an email that wasn't confirmed may have nothing to do with the account.
      const queue = user?.emailVerifiedAt ? queueMail : queueLimitedMail
      await queue(tx, 'password-changed', email, visitor)
      return startSession(tx, id)
    })
  const cookie = newHash && (await change())
  // Changed in the meantime: fine if that was the other request of a double click, which ended this one's session.
  if (!cookie && (newHash || !(await userOfSession(services, visitor.session ?? '')))) {
    const hash = await hashIn(services.db)
    if (await inQueue(() => passwords.matches(password, hash))) {
      // The browser stays signed in, whichever answer it gets last.
      return services.write(async (tx) => {
        await counted.refundFailure(tx)
        return startSession(tx, id)
      })
    }
  }
  if (!cookie) throw wrongPassword(id)

  services.audit.note(visitor, { event: 'password-changed', user: id })
  // This browser's other tabs reload at the next heartbeat, with the cookie that the browser doesn't have yet.
  services.events.endAccess({ userId: id, exceptSessionId: sha256(visitor.session ?? '') })
  services.mailQueue.wake()
  return cookie
}

function wrongPassword(user: string) {
  const audit = { event: 'password-change-refused', user } as const
  const fields = { currentPassword: { code: 'wrong-current-password', params: {} } } as const
  return new DomainError('wrong-current-password', {}, { fields, audit })
}
