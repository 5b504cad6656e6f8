import { and, asc, eq, gt, sql } from 'drizzle-orm'
import { seedGoods } from '#app/domain/goods/seedGoods.ts'
import type { Services } from '#app/services.ts'
import { type Db, withDeleted } from '#db/database.ts'
import { items, lists, memories, settings, users } from '#db/schema.ts'
import { forgetOldest, learn, learnAgain, remembered } from './memories.ts'

// After an update from a version without a memory, people's memory starts with the items there are.

const KEY = 'memories-seeded'
const DONE = 'done'
const BATCH = 200

/** In the background, and once. Returns the function that stops it and resolves when it no longer writes. */
export function startSeeding(services: Services): () => Promise<void> {
  const stopped = new AbortController()
  // Items added since this process started are remembered when they are added.
  const seed = async () => {
    await renewKeys(services, stopped.signal)
    await seedMemories(services, { until: performance.timeOrigin, signal: stopped.signal })
    await seedGoods(services, stopped.signal)
  }
  const seeding = services
    .unlessRunning(KEY, seed)
    .catch((error) => services.log.error({ err: error }, 'could not learn from the items there are'))
  return () => {
    stopped.abort()
    return seeding
  }
}

interface Options {
  until?: number
  signal?: AbortSignal
}

/** Progress is stored with the memories, so that no item counts twice, even with several servers. */
export async function seedMemories(services: Services, { until = Date.now(), signal }: Options = {}) {
  if ((await progressIn(services.db)) === DONE) return
  let isDone = false
  while (!isDone && !signal?.aborted) {
    isDone = await services.write((tx) => seedSome(tx, until))
  }
}

/** Memories from before plurals, or that an older version wrote beside this one, get their keys. Several become one. */
export async function renewKeys(services: Services, signal?: AbortSignal): Promise<void> {
  let isDone = false
  while (!isDone && !signal?.aborted) {
    isDone = await services.write(async (tx) => {
      const old = await tx.select().from(memories).where(eq(memories.spelling, '')).limit(BATCH).all()
      for (const memory of old) {
        const { userId, nameKey, unit } = memory
        const itself = and(
          eq(memories.userId, userId),
          eq(memories.nameKey, nameKey),
          eq(memories.unit, unit),
        )
        await tx.delete(memories).where(itself).run()
        await learnAgain(tx, memory)
      }
      return old.length < BATCH
    })
  }
}

/** Forgets that it is done, for items that were added in another way than people do. */
export function seedAgain(tx: Db) {
  return tx.delete(settings).where(eq(settings.key, KEY)).run()
}

async function seedSome(tx: Db, firstUntil: number): Promise<boolean> {
  const progress = await progressIn(tx)
  if (progress === DONE) return true
  const [until = String(Math.floor(firstUntil)), after = ''] = progress?.split(' ') ?? []
  const rows = await tx
    .select({ item: items, listDeletedAt: lists.deletedAt, currency: lists.currency, userId: users.id })
    .from(items)
    .innerJoin(lists, and(eq(items.listId, lists.id), withDeleted(lists)))
    // Items from before sharing have no author: the list's owner added them. Guests have names; some authors have left.
    .leftJoin(
      users,
      eq(
        users.id,
        sql`coalesce(${items.addedBy}, case when ${items.guestName} is null then ${lists.createdBy} end)`,
      ),
    )
    // All of them, because looking for 200 others could take long.
    .where(and(gt(items.id, after), withDeleted(items)))
    .orderBy(asc(items.id))
    .limit(BATCH)
    .all()
  const people = new Set<string>()
  for (const { item, listDeletedAt, currency, userId } of rows) {
    if (!userId || item.deletedAt !== null || listDeletedAt !== null) continue
    if (item.createdAt > Number(until)) continue
    people.add(userId)
    await learn(tx).run({
      userId,
      currency,
      ...remembered(item),
      firstUses: 1,
      lastUsedAt: item.createdAt,
    })
  }
  for (const userId of people) await forgetOldest(tx, userId)
  const last = rows.at(-1)
  const value = last && rows.length === BATCH ? `${until} ${last.item.id}` : DONE
  await tx
    .insert(settings)
    .values({ key: KEY, value })
    .onConflictDoUpdate({ target: settings.key, set: { value } })
    .run()
  return value === DONE
}

async function progressIn(db: Db): Promise<string | undefined> {
  const row = await db.select().from(settings).where(eq(settings.key, KEY)).get()
  return row?.value
}
