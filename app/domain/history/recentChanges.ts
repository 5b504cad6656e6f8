import { and, count, desc, eq, gt, inArray, lt, sql } from 'drizzle-orm'
import { listFor, type User } from '#app/domain/access/access.ts'
import { CHANGES_PER_PAGE, KEEP_DELETED_FOR } from '#app/domain/limitsAndLifetimes.ts'
import type { Services } from '#app/services.ts'
import { withDeleted } from '#db/database.ts'
import { changeItems, changes, items, users } from '#db/schema.ts'
import type { State } from './changes.ts'

/** Judged by the first effect: an undo of a deletion restores. */
export type Verb = 'added' | 'deleted' | 'restored' | 'ticked' | 'unticked' | 'edited'

export type PastChange = Awaited<ReturnType<typeof historyOf>>['changes'][number]

export async function historyOf(services: Services, user: User, listId: string | undefined, before?: number) {
  const { db } = services
  const list = await listFor(db, user, listId, 'seeAll')
  const found = await db
    .select({ change: changes, name: users.name })
    .from(changes)
    .leftJoin(users, eq(users.id, changes.actorId))
    .where(
      and(
        eq(changes.listId, list.id),
        gt(changes.createdAt, Date.now() - KEEP_DELETED_FOR),
        before === undefined ? undefined : lt(changes.listRevision, before),
      ),
    )
    .orderBy(desc(changes.listRevision))
    .limit(CHANGES_PER_PAGE + 1)
    .all()
  const shown = found.slice(0, CHANGES_PER_PAGE)
  const ids = shown.map(({ change }) => change.id)
  const firsts = await firstEffects(services, ids)
  return {
    changes: shown.map(({ change, name }) => {
      const first = firsts.get(change.id)
      return {
        id: change.id,
        kind: change.kind,
        verb: verbOf(first?.before ?? null, first?.after ?? {}),
        actor: change.actorId && name !== null ? { id: change.actorId, name } : undefined,
        guest: change.linkId === null ? undefined : { name: change.guestName },
        createdAt: change.createdAt,
        undoneAt: change.undoneAt,
        count: first?.count ?? 0,
        name: first?.name,
      }
    }),
    next: found.length > CHANGES_PER_PAGE ? shown.at(-1)?.change.listRevision : undefined,
  }
}

async function firstEffects({ db }: Services, ids: string[]) {
  const first = db
    .select({
      changeId: changeItems.changeId,
      // New items first: of five that were added and one that got more, it says what was added.
      itemId:
        sql<string>`min(case when ${changeItems.before} is null then ' ' || ${changeItems.itemId} else ${changeItems.itemId} end)`.as(
          'first_item',
        ),
      n: count().as('n'),
    })
    .from(changeItems)
    .where(inArray(changeItems.changeId, ids))
    .groupBy(changeItems.changeId)
    .as('first')
  const rows = await db
    .select({ effect: changeItems, n: first.n, name: items.name })
    .from(first)
    .innerJoin(
      changeItems,
      and(eq(changeItems.changeId, first.changeId), eq(changeItems.itemId, sql`trim(${first.itemId})`)),
    )
    .leftJoin(items, and(eq(items.id, changeItems.itemId), withDeleted(items)))
    .all()
  return new Map(
    rows.map(({ effect, n, name }) => {
      const after = JSON.parse(effect.after ?? '{}') as State
      const before = effect.before === null ? null : (JSON.parse(effect.before) as State)
      return [effect.changeId, { count: Number(n), before, after, name: name ?? after.name }] as const
    }),
  )
}

function verbOf(before: State | null, after: State): Verb {
  if (before === null) return 'added'
  if (after.deletedAt !== undefined) return after.deletedAt === null ? 'restored' : 'deleted'
  if (after.completed !== undefined) return after.completed ? 'ticked' : 'unticked'
  return 'edited'
}
