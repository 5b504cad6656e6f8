import { eq } from 'drizzle-orm'
import type { Services } from '#app/services.ts'
import { lists, outbox, receipts, users } from '#db/schema.ts'
import { DomainError } from './errors.ts'
import { clearIn, LIMITS, orGiveBack, takeFrom, type Wanted } from './rateLimits.ts'
import { discardFile } from './receiptFiles.ts'
import type { User } from './sessions.ts'

/**
 * Everything of one person, for good. The password is asked again: an open browser is not enough.
 * What is his goes with his row; the receipts' files follow when that is certain.
 */
export async function deleteAccount(services: Services, user: User, password: string): Promise<void> {
  // A count of its own: strangers who guess at the sign-in must not keep anybody from leaving.
  const check: Wanted = [LIMITS.passwordChecksByUser, user.id]
  await takeFrom(services, check)
  const known = services.db.select().from(users).where(eq(users.id, user.id)).get()
  const right = await orGiveBack(services, [check], () =>
    services.passwordWork.run(user.id, () => services.passwords.matches(password, known?.passwordHash)),
  )
  if (!right) throw wrongPassword(user)
  const gone = await services.write((tx) => {
    const now = tx.select().from(users).where(eq(users.id, user.id)).get()
    // A double click: the other one did it, and "nothing was deleted" would not be true.
    if (!now) return []
    // Somebody chose a new password while this one was being compared.
    if (now.passwordHash !== known?.passwordHash) throw wrongPassword(user)
    const owned = tx
      .select({ id: lists.id, revision: lists.revision, key: receipts.storageKey })
      .from(lists)
      .leftJoin(receipts, eq(receipts.listId, lists.id))
      .where(eq(lists.createdBy, user.id))
      .all()
    tx.delete(outbox).where(eq(outbox.email, now.email)).run()
    clearIn(tx, LIMITS.passwordChecksByUser, user.id)
    clearIn(tx, LIMITS.failuresByAccount, now.email)
    // Sessions, tokens, lists, items and receipts belong to the row and go with it.
    tx.delete(users).where(eq(users.id, user.id)).run()
    return owned
  })
  services.events.endAccess({ userId: user.id })
  for (const { id, revision } of gone) {
    services.events.publish({ type: 'listDeleted', listID: id, revision: revision + 1 })
  }
  for (const { key } of gone) if (key) await discardFile(services, key)
}

function wrongPassword({ id }: User) {
  const audit = { event: 'deletion-refused', user: id } as const
  const fields = { password: { code: 'wrong-password', params: {} } } as const
  return new DomainError('wrong-password', {}, { fields, audit })
}
