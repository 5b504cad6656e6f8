import { and, desc, eq, gte, like, sql } from 'drizzle-orm'
import { type Actor, findList, isBy, isGuest } from '#app/domain/access/access.ts'
import { DomainError, type ErrorParams } from '#app/domain/errors.ts'
import { canBeRestored } from '#app/domain/history/purge.ts'
import { type Db, prepared } from '#db/database.ts'
import { changeItems, changes, type items, users } from '#db/schema.ts'

type Item = typeof items.$inferSelect
type Deleter = ErrorParams<'item-deleted'>['by']

export async function deletionOf(tx: Db, actor: Actor, item: Item): Promise<DomainError | undefined> {
  const list = await findList(tx, actor, item.listId, 'edit')
  if (!list) return undefined
  const { id: itemID, name } = item
  const deletion = await newestDeletion(tx).get({
    listId: list.id,
    itemId: itemID,
    since: item.deletedAt ?? 0,
  })
  return new DomainError('item-deleted', {
    name,
    by: deletion && deleterOf(actor, deletion),
    itemID,
    // What moved is on another list, and what was bought is in its trip.
    mayRestore: canBeRestored(item) && item.tripId === null && deletion?.kind !== 'move',
  })
}

type Deletion = NonNullable<Awaited<ReturnType<ReturnType<typeof newestDeletion>['get']>>>

function deleterOf(actor: Actor, deletion: Deletion): Deleter {
  const { linkId, guestName, name } = deletion
  if (isBy(actor, deletion)) return 'you'
  // People without an account learn no names.
  if (isGuest(actor)) return undefined
  if (linkId !== null) return { guest: guestName }
  return name === null ? undefined : { name }
}

/** From the list's newest change backwards, because the effects of changes have no index by item. */
const newestDeletion = prepared((db) =>
  db
    .select({
      kind: changes.kind,
      actorId: changes.actorId,
      linkId: changes.linkId,
      guestName: changes.guestName,
      guestKey: changes.guestKey,
      name: users.name,
    })
    .from(changes)
    .innerJoin(
      changeItems,
      and(eq(changeItems.changeId, changes.id), eq(changeItems.itemId, sql.placeholder('itemId'))),
    )
    .leftJoin(users, eq(users.id, changes.actorId))
    .where(
      and(
        eq(changes.listId, sql.placeholder('listId')),
        gte(changes.createdAt, sql.placeholder('since')),
        like(changeItems.before, '%"deletedAt":null%'),
      ),
    )
    .orderBy(desc(changes.listRevision))
    .limit(1)
    .prepare(),
)
