import { setImmediate as pause } from 'node:timers/promises'
import { and, count, desc, eq, inArray, sql } from 'drizzle-orm'
import type { Services } from '#app/services.ts'
import type { Db } from '#db/database.ts'
import { prepared } from '#db/prepared.ts'
import { items, lists, receipts } from '#db/schema.ts'
import { mostItemsIn } from './bytes.ts'
import type { List } from './lists.ts'
import { live } from './live.ts'
import type { User } from './sessions.ts'

export interface OwnList extends Pick<List, 'id' | 'name' | 'createdAt' | 'createdBy' | 'changedAt'> {
  receiptId: string | null
}

export interface Summary {
  /** How many items it has, and how many of them are ticked. */
  items: number
  done: number
  totalCents: bigint
}

export type SummedList = OwnList & Summary

const ownLists = prepared((db) =>
  db
    .select({
      id: lists.id,
      name: lists.name,
      createdAt: lists.createdAt,
      createdBy: lists.createdBy,
      changedAt: lists.changedAt,
      storedBytes: lists.storedBytes,
      receiptId: receipts.id,
      receiptBytes: receipts.bytes,
    })
    .from(lists)
    .leftJoin(receipts, and(eq(receipts.listId, lists.id), live(receipts)))
    .where(and(eq(lists.createdBy, sql.placeholder('userId')), live(lists)))
    .orderBy(desc(lists.changedAt), desc(lists.id))
    .limit(sql.placeholder('limit'))
    .prepare(),
)

/** More than anyone has. */
const ALL = 1_000_000

/** A user's lists, latest activity first. */
export async function listsOf(services: Services, user: User): Promise<SummedList[]> {
  return recentLists(services, user, ALL)
}

/** The lists with the latest activity. */
export async function recentLists({ db }: Services, user: User, limit: number): Promise<SummedList[]> {
  const found = await ownLists(db).all({ userId: user.id, limit })
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

/** The same without counts and totals. */
export async function namesOfLists({ db }: Services, user: User): Promise<{ id: string; name: string }[]> {
  const found = await ownLists(db).all({ userId: user.id, limit: ALL })
  return found.map(({ id, name }) => ({ id, name }))
}

/** Reading more items at once would keep other requests waiting. */
const BATCH = 10_000

interface Stored {
  id: string
  storedBytes: number
  receiptBytes: number | null
}

/** Nearly everyone's lists are one batch. */
function batches(found: Stored[]): string[][] {
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

const sumOfAmounts = sql`sum((${items.quantityMilli} * ${items.priceCents} + 500) / 1000)`

/** The total is text on its way: SQLite's driver would round it. */
async function sumUp(db: Db, ids: string[]) {
  return db
    .select({
      listId: items.listId,
      items: count(),
      done: sql`sum(${items.completed})`.mapWith(Number),
      totalCents: sql`cast(${sumOfAmounts} as text)`.mapWith(BigInt),
    })
    .from(items)
    .where(and(inArray(items.listId, ids), live(items)))
    .groupBy(items.listId)
    .all()
}
