import { and, asc, eq, gt, isNotNull, isNull } from 'drizzle-orm'
import type { Item } from '#app/domain/items/findItem.ts'
import { thingKey } from '#app/domain/quickAdd/thingKey.ts'
import type { Services } from '#app/services.ts'
import { type Db, deleted, live, withDeleted } from '#db/database.ts'
import { changeItems, changes, goods, items, lists, settings, tripItems, trips, users } from '#db/schema.ts'
import { daysIn } from './days.ts'
import type { Known } from './effects.ts'
import { counted, store } from './goods.ts'

// After an update from a version that didn't count, a list knows what its history and its trips have.

const KEY = 'goods-seeded'
const DONE = 'done'

type Bought = Pick<Item, 'name' | 'note' | 'unit' | 'quantityMilli'> & { day: string }

/** A list at a time. Progress is stored with it, so that nothing counts twice, even with several servers. */
export async function seedGoods({ write }: Pick<Services, 'write'>, signal?: AbortSignal): Promise<void> {
  let isDone = false
  while (!isDone && !signal?.aborted) isDone = await write(seedNext)
}

async function seedNext(tx: Db): Promise<boolean> {
  const progress = await tx.select().from(settings).where(eq(settings.key, KEY)).get()
  if (progress?.value === DONE) return true
  const list = await tx
    .select({ id: lists.id, timeZone: users.timeZone })
    .from(lists)
    .innerJoin(users, eq(users.id, lists.createdBy))
    .where(and(gt(lists.id, progress?.value ?? ''), withDeleted(lists)))
    .orderBy(asc(lists.id))
    .limit(1)
    .get()
  if (list) await seedList(tx, list)
  const value = list?.id ?? DONE
  await tx
    .insert(settings)
    .values({ key: KEY, value })
    .onConflictDoUpdate({ target: settings.key, set: { value } })
    .run()
  return value === DONE
}

async function seedList(tx: Db, { id, timeZone }: { id: string; timeZone: string }): Promise<void> {
  const counts = await tx
    .select({ times: goods.times })
    .from(goods)
    .where(eq(goods.listId, id))
    .limit(1)
    .all()
  if (counts.length > 0) return
  const dayOf = daysIn(timeZone)
  const bought = [
    ...(await inTrips(tx, id)),
    ...(await cleared(tx, id)).map((row) => ({ ...row, day: dayOf(row.completedAt) })),
    ...(await untickedTogether(tx, id)).map((row) => ({ ...row, day: dayOf(row.completedAt) })),
  ]
  await store(tx, id, effectsOf(bought))
}

function effectsOf(bought: Bought[]) {
  const known = new Map<string, { nameKey: string; unit: Bought['unit']; after: Known }>()
  for (const { unit, day, ...thing } of bought.sort((a, b) => (a.day < b.day ? -1 : 1))) {
    const nameKey = thingKey(thing.name)
    const key = `${unit} ${nameKey}`
    const after = counted(known.get(key)?.after ?? null, thing, day)
    if (after) known.set(key, { nameKey, unit, after })
  }
  return [...known.values()].map((good) => ({ ...good, before: null }))
}

async function inTrips(tx: Db, listId: string): Promise<Bought[]> {
  const { name, unit, quantityMilli } = tripItems
  const rows = await tx
    .select({ name, unit, quantityMilli, day: trips.boughtOn })
    .from(tripItems)
    .innerJoin(trips, and(eq(trips.id, tripItems.tripId), live(trips)))
    .where(eq(trips.listId, listId))
    .all()
  return rows.map((row) => ({ ...row, note: '' }))
}

const THING = {
  name: items.name,
  note: items.note,
  unit: items.unit,
  quantityMilli: items.quantityMilli,
}

/** Ticked and then deleted. What was finished is in a trip. */
const cleared = (tx: Db, listId: string) =>
  tx
    .select({ ...THING, completedAt: items.completedAt })
    .from(items)
    .where(
      and(
        eq(items.listId, listId),
        eq(items.completed, true),
        gt(items.completedAt, 0),
        isNull(items.tripId),
        deleted(items),
      ),
    )
    .all()

/** One alone was probably a mistake. */
async function untickedTogether(tx: Db, listId: string) {
  const rows = await tx
    .select({ ...THING, before: changeItems.before })
    .from(changes)
    .innerJoin(changeItems, eq(changeItems.changeId, changes.id))
    .innerJoin(items, and(eq(items.id, changeItems.itemId), withDeleted(items)))
    .where(
      and(
        eq(changes.listId, listId),
        eq(changes.kind, 'tick'),
        gt(changes.itemCount, 1),
        isNull(changes.undoneAt),
        isNotNull(changeItems.before),
      ),
    )
    .all()
  return rows.flatMap(({ before, ...row }) => {
    const { completed, completedAt }: Partial<Item> = JSON.parse(before ?? '{}')
    return completed && completedAt ? { ...row, completedAt } : []
  })
}
