import { setImmediate as pause } from 'node:timers/promises'
import { and, count, desc, eq, inArray, sql } from 'drizzle-orm'
import { liveLink, ownedBy, ownerless, type SharedRole, type User } from '#app/domain/access/access.ts'
import { ORDER_ADDED } from '#app/domain/items/itemRows.ts'
import { mostItemsIn } from '#app/domain/receipts/bytes.ts'
import type { Services } from '#app/services.ts'
import { type Db, live, prepared } from '#db/database.ts'
import { items, listLinks, listMembers, lists, receipts, users } from '#db/schema.ts'

interface Summary {
  items: number
  done: number
  totalCents: bigint
}

const SHOWN = {
  // Named, because a UNION can't be sorted by a name that two of its tables have.
  id: sql<string>`${lists.id}`.as('list_id'),
  name: lists.name,
  currency: lists.currency,
  createdAt: lists.createdAt,
  createdBy: lists.createdBy,
  changedAt: lists.changedAt,
  storedBytes: lists.storedBytes,
  receiptId: sql<string | null>`${receipts.id}`.as('receipt_id'),
  receiptBytes: sql<number | null>`${receipts.bytes}`.as('receipt_bytes'),
}

const hasMembers = sql`exists (select 1 from ${listMembers} where ${listMembers.listId} = ${lists.id})`
/** The name of the only member. */
const onlyMember = sql<string | null>`(select case when count(*) = 1 then min(${users.name}) end
  from ${listMembers} join ${users} on ${users.id} = ${listMembers.userId} where ${listMembers.listId} = ${lists.id})`
const hasLinks = sql`exists (select 1 from ${listLinks} where ${listLinks.listId} = ${lists.id} and ${liveLink()})`

/** The user's own and those of others. Two halves, because a condition for both could use neither index. */
const shownLists = prepared((db) => {
  const userId = sql.placeholder('userId')
  const own = db
    .select({
      ...SHOWN,
      role: sql<'owner' | SharedRole>`'owner'`.as('role'),
      ownerName: sql<string | null>`null`.as('owner_name'),
      sharedWith: onlyMember.as('shared_with'),
      isShared: sql`${hasMembers} or ${hasLinks}`.mapWith(Boolean).as('is_shared'),
    })
    .from(lists)
    .leftJoin(receipts, and(eq(receipts.listId, lists.id), live(receipts)))
    .where(and(ownedBy(userId), live(lists)))
  const others = db
    .select({
      ...SHOWN,
      role: sql<'owner' | SharedRole>`${listMembers.role}`.as('role'),
      // Empty if the owner deleted their account.
      ownerName: sql<string | null>`case when ${ownerless} then '' else ${users.name} end`.as('owner_name'),
      sharedWith: sql<string | null>`null`.as('shared_with'),
      isShared: sql`true`.mapWith(Boolean).as('is_shared'),
    })
    .from(listMembers)
    .innerJoin(lists, and(eq(lists.id, listMembers.listId), live(lists)))
    .innerJoin(users, eq(users.id, lists.createdBy))
    .leftJoin(receipts, and(eq(receipts.listId, lists.id), live(receipts)))
    .where(eq(listMembers.userId, userId))
  return own
    .unionAll(others)
    .orderBy(desc(lists.changedAt), sql`list_id desc`)
    .limit(sql.placeholder('limit'))
    .prepare()
})

async function findLists(db: Db, { id: userId }: User, limit: number) {
  const found = await shownLists(db).all({ userId, limit, now: Date.now() })
  return found.map(({ ownerName, sharedWith, ...list }) => ({
    ...list,
    ownerName: ownerName ?? undefined,
    sharedWith: sharedWith ?? undefined,
  }))
}

const ALL = 1_000_000

export async function listsOf(services: Services, user: User) {
  return recentLists(services, user, ALL)
}

export async function recentLists({ db }: Services, user: User, limit: number) {
  const found = await findLists(db, user, limit)
  const summaries = new Map<string, Summary>()
  for (const ids of batches(found)) {
    if (summaries.size > 0) await pause()
    for (const { listId, ...summary } of await sumUp(db, ids)) summaries.set(listId, summary)
  }
  return found.map(({ storedBytes: _, receiptBytes: __, ...list }) => ({
    ...list,
    ...(summaries.get(list.id) ?? { items: 0, done: 0, totalCents: 0n }),
  }))
}

const nextItems = prepared((db) =>
  db
    .select({ name: items.name })
    .from(items)
    .where(and(eq(items.listId, sql.placeholder('listId')), eq(items.completed, false), live(items)))
    .orderBy(...ORDER_ADDED)
    .limit(sql.placeholder('limit'))
    .prepare(),
)

/** The names of the first open items. */
export async function firstOpenItems({ db }: Services, listId: string, limit: number): Promise<string[]> {
  return (await nextItems(db).all({ listId, limit })).map(({ name }) => name)
}

export async function latestOwnList({ db }: Services, user: User): Promise<string | undefined> {
  const latest = await db
    .select({ id: lists.id })
    .from(lists)
    .where(and(ownedBy(user.id), live(lists)))
    .orderBy(desc(lists.id))
    .limit(1)
    .get()
  return latest?.id
}

export async function namesOfLists({ db }: Services, user: User) {
  const found = await findLists(db, user, ALL)
  return found
    .filter(({ role }) => role !== 'viewer')
    .map(({ id, name, role, currency }) => ({ id, name, role, currency }))
}

/** Reading more items at once would keep other requests waiting. */
const BATCH = 1_000

function batches(found: Awaited<ReturnType<typeof findLists>>): string[][] {
  const batches: string[][] = []
  let size = Infinity
  for (const { id, storedBytes, receiptBytes } of found) {
    const most = mostItemsIn(storedBytes - (receiptBytes ?? 0))
    if (size + most > BATCH) {
      batches.push([])
      size = 0
    }
    size += most
    batches.at(-1)?.push(id)
  }
  return batches
}

const amount = sql`case ${items.priceFor} when 'all' then ${items.priceCents} else (${items.quantityMilli} * ${items.priceCents} + 500) / 1000 end`
const sumOfAmounts = sql`sum(${amount})`

/** The total is text on its way: SQLite's driver would round it. */
const sumsOf = (lists: number) =>
  prepared((db) =>
    db
      .select({
        listId: items.listId,
        items: count(),
        done: sql`sum(${items.completed})`.mapWith(Number),
        totalCents: sql`cast(${sumOfAmounts} as text)`.mapWith(BigInt),
      })
      .from(items)
      .where(
        and(
          inArray(
            items.listId,
            Array.from({ length: lists }, (_, at) => sql.placeholder(String(at))),
          ),
          live(items),
        ),
      )
      .groupBy(items.listId)
      .prepare(),
  )

const sums = new Map<number, ReturnType<typeof sumsOf>>()

/** Prepared for 1, 2, 4, … lists: the last one also takes the places that are left. */
async function sumUp(db: Db, ids: string[]) {
  const places = 2 ** Math.ceil(Math.log2(ids.length))
  const query = sums.get(places) ?? sumsOf(places)
  sums.set(places, query)
  const last = ids.at(-1)
  return query(db).all({ ...Array.from({ length: places }, (_, at) => ids[at] ?? last) })
}
