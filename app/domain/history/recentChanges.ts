import { and, asc, desc, eq, gt, inArray, like, lt } from 'drizzle-orm'
import { alias } from 'drizzle-orm/sqlite-core'
import { listFor, type User } from '#app/domain/access/access.ts'
import { categoryIn } from '#app/domain/aisles/effects.ts'
import { CHANGES_PER_PAGE, KEEP_DELETED_FOR } from '#app/domain/limitsAndLifetimes.ts'
import { DEFAULT_CURRENCY } from '#app/domain/locale/currency.ts'
import type { Services } from '#app/services.ts'
import { type Db, withDeleted } from '#db/database.ts'
import { changeItems, changes, items, trips, users } from '#db/schema.ts'
import type { State, StoredState } from './changes.ts'

/** Judged by the first effect: an undo of a deletion restores. */
export type Verb = 'added' | 'deleted' | 'restored' | 'ticked' | 'unticked' | 'edited'

export type PastChange = Awaited<ReturnType<typeof historyOf>>['changes'][number]

/** Of larger changes, the number says enough. */
const MAX_ITEMS_NAMED = 20

/** Revisions of the list. The ends are not among them. */
interface Between {
  after?: number
  before?: number | undefined
}

export async function historyOf(
  { db }: Pick<Services, 'db'>,
  user: User,
  listId: string | undefined,
  { after, before }: Between = {},
) {
  const list = await listFor(db, user, listId, 'seeAll')
  const sorted = alias(changeItems, 'sorted')
  const { name, unit } = items
  const found = await db
    .select({ change: changes, actor: users.name, first: changeItems, name, unit, sorted })
    .from(changes)
    .leftJoin(users, eq(users.id, changes.actorId))
    .leftJoin(
      changeItems,
      and(eq(changeItems.changeId, changes.id), eq(changeItems.itemId, changes.firstItemId)),
    )
    .leftJoin(items, and(eq(items.id, changes.firstItemId), withDeleted(items)))
    .leftJoin(
      sorted,
      and(eq(changes.kind, 'edit'), eq(sorted.changeId, changes.id), like(sorted.itemId, 'category:%')),
    )
    .where(
      and(
        eq(changes.listId, list.id),
        gt(changes.createdAt, Date.now() - KEEP_DELETED_FOR),
        before === undefined ? undefined : lt(changes.listRevision, before),
        after === undefined ? undefined : gt(changes.listRevision, after),
      ),
    )
    .orderBy(desc(changes.listRevision))
    .limit(CHANGES_PER_PAGE + 1)
    .all()
  const shown = found.slice(0, CHANGES_PER_PAGE)
  const several = shown.filter(({ change: { itemCount: n } }) => n > 1 && n <= MAX_ITEMS_NAMED)
  const names = await namesIn(
    db,
    several.map(({ change }) => change.id),
  )
  const ofTrips = shown.filter(({ change: { kind } }) => kind === 'finish' || kind === 'trip')
  const tripsOf = await tripsIn(
    db,
    ofTrips.map(({ change }) => change.id),
  )
  return {
    changes: shown.map(({ change, actor, first, name, unit, sorted }) => {
      const { priceCurrency = DEFAULT_CURRENCY, ...after }: StoredState = JSON.parse(first?.after ?? '{}')
      const before: State | null = JSON.parse(first?.before ?? 'null')
      const verb = verbOf(before, after)
      return {
        id: change.id,
        kind: change.kind,
        verb,
        edit: verb === 'edited' && before ? { before, after, unit: unit ?? '', priceCurrency } : undefined,
        category: sorted ? categoryIn(sorted) : undefined,
        actor: change.actorId && actor !== null ? { id: change.actorId, name: actor } : undefined,
        guest: change.linkId === null ? undefined : { name: change.guestName },
        createdAt: change.createdAt,
        undoneAt: change.undoneAt,
        count: change.itemCount,
        itemId: change.firstItemId,
        name: name ?? after.name ?? before?.name,
        names: names.get(change.id) ?? [],
        trip: tripsOf.get(change.id),
      }
    }),
    next: found.length > CHANGES_PER_PAGE ? shown.at(-1)?.change.listRevision : undefined,
  }
}

/** By change, in the order of the list. Items deleted for good no longer have a name. */
async function namesIn(db: Db, changeIds: string[]): Promise<Map<string, string[]>> {
  const names = new Map<string, string[]>()
  if (changeIds.length === 0) return names
  const found = await db
    .select({ id: changeItems.changeId, name: items.name })
    .from(changeItems)
    .innerJoin(items, and(eq(items.id, changeItems.itemId), withDeleted(items)))
    .where(inArray(changeItems.changeId, changeIds))
    .orderBy(asc(items.position), asc(items.id))
    .all()
  for (const { id, name } of found) names.set(id, [...(names.get(id) ?? []), name])
  return names
}

/** By change. Trips that are deleted for good are missing. */
async function tripsIn(db: Db, changeIds: string[]) {
  if (changeIds.length === 0) return new Map<string, never>()
  const { id, itemCount, paidMinor, store, currency } = trips
  const found = await db
    .select({ of: changeItems.changeId, trip: { id, itemCount, paidMinor, store, currency } })
    .from(changeItems)
    .innerJoin(trips, and(eq(trips.id, changeItems.itemId), withDeleted(trips)))
    .where(inArray(changeItems.changeId, changeIds))
    .all()
  return new Map(found.map(({ of, trip }) => [of, trip]))
}

function verbOf(before: State | null, after: State): Verb {
  if (before === null) return 'added'
  if (after.deletedAt !== undefined) return after.deletedAt === null ? 'restored' : 'deleted'
  if (after.completed !== undefined) return after.completed ? 'ticked' : 'unticked'
  return 'edited'
}
