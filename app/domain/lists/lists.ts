import { and, count, eq, sql } from 'drizzle-orm'
import type { z } from 'zod/v4'
import { type List, ofList, ownedBy, type User } from '#app/domain/access/access.ts'
import { DomainError } from '#app/domain/errors.ts'
import type { Effect } from '#app/domain/history/changes.ts'
import { keepNewestDeletedLists } from '#app/domain/history/purge.ts'
import { newId } from '#app/domain/ids.ts'
import type { AddList } from '#app/domain/inputs.ts'
import { MANY_LISTS, MAX_LISTS_PER_USER } from '#app/domain/limitsAndLifetimes.ts'
import { DEFAULT_CURRENCY } from '#app/domain/locale/currency.ts'
import { bytesOf } from '#app/domain/receipts/bytes.ts'
import { requireStorage } from '#app/domain/receipts/storageBudget.ts'
import { shareWithCompanions } from '#app/domain/sharing/companions.ts'
import { type Op, write } from '#app/domain/write.ts'
import type { Services } from '#app/services.ts'
import { type Db, live, prepared, withDeleted } from '#db/database.ts'
import { listMembers, lists } from '#db/schema.ts'

const countLists = prepared((db) =>
  db
    .select({ n: count() })
    .from(lists)
    .where(and(ownedBy(sql.placeholder('userId')), live(lists)))
    .prepare(),
)

const countShownLists = prepared((db) => {
  const userId = sql.placeholder('userId')
  const shared = db
    .select({ n: count() })
    .from(listMembers)
    .innerJoin(lists, and(eq(lists.id, listMembers.listId), live(lists)))
    .where(eq(listMembers.userId, userId))
  return db
    .select({ n: sql<number>`${count()} + (${shared})`.mapWith(Number) })
    .from(lists)
    .where(and(ownedBy(userId), live(lists)))
    .prepare()
})

export async function hasManyLists({ db }: Services, { id: userId }: User): Promise<boolean> {
  const shown = await countShownLists(db).get({ userId })
  return (shown?.n ?? 0) > MANY_LISTS
}

export async function addList(services: Services, user: User, input: z.infer<typeof AddList>, op?: Op) {
  return write(services, {
    actor: user,
    op,
    find: async () => ({}),
    async work(tx) {
      const list = await insertList(services, tx, user, input)
      const effects = [creationOf(list)]
      return { result: list, change: { listId: list.id, kind: 'list', isNewList: true, effects } }
    },
  })
}

export function creationOf({ id, name }: List): Effect {
  return { id, before: null, after: { name, deletedAt: null } }
}

/** Record it as a change: see creationOf. */
export async function insertList(
  services: Services,
  tx: Db,
  user: User,
  { id = newId(), name, currency = DEFAULT_CURRENCY }: z.infer<typeof AddList>,
): Promise<List> {
  const now = Date.now()
  const row: List = {
    id,
    name,
    currency,
    createdBy: user.id,
    createdAt: now,
    changedAt: now,
    revision: 0,
    storedBytes: bytesOf(name),
    historyBytes: 0,
    operationBytes: 0,
    deletedAt: null,
    offeredTo: null,
    offeredAt: null,
  }
  await requireStorage(services, tx, row, row.storedBytes)
  const isFree = (await tx.insert(lists).values(row).onConflictDoNothing().run()).changes > 0
  const list = isFree ? row : { ...row, id: newId() }
  if (!isFree) await tx.insert(lists).values(list).run()
  await requireSpaceForList(tx, user.id)
  await shareWithCompanions(tx, user, list.id)
  return list
}

export async function requireSpaceForList(tx: Db, userId: string): Promise<void> {
  const own = await countLists(tx).get({ userId })
  if ((own?.n ?? 0) > MAX_LISTS_PER_USER) throw new DomainError('too-many-lists', { max: MAX_LISTS_PER_USER })
}

export async function updateList(tx: Db, id: string, values: Partial<List>) {
  await tx
    .update(lists)
    .set(values)
    .where(and(eq(lists.id, id), withDeleted(lists)))
    .run()
}

export async function deleteList(services: Services, user: User, id: string | undefined) {
  return write(services, {
    actor: user,
    find: ofList(user, id, 'own'),
    async work(tx, { list: { role: _, ...list } }) {
      const deletedAt = Date.now()
      await updateList(tx, list.id, { deletedAt })
      return {
        result: { ...list, deletedAt },
        change: {
          listId: list.id,
          kind: 'list',
          event: { type: 'listDeleted' },
          effects: [{ id: list.id, before: { deletedAt: null }, after: { deletedAt } }],
        },
        trim: (tx) => keepNewestDeletedLists(tx, list.createdBy),
      }
    },
  })
}
