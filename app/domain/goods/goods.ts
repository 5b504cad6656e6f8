import { and, asc, desc, eq, inArray } from 'drizzle-orm'
import { chunks } from '#app/domain/batches.ts'
import type { Item } from '#app/domain/items/findItem.ts'
import { MAX_GOODS_PER_LIST } from '#app/domain/limitsAndLifetimes.ts'
import { thingKey } from '#app/domain/quickAdd/thingKey.ts'
import type { Db } from '#db/database.ts'
import { goods } from '#db/schema.ts'
import { daysBetween, daysIn } from './days.ts'
import type { Good, GoodEffect, Key, Known } from './effects.ts'

// What a list usually has, counted when it leaves the basket.

type Bought = Pick<Item, 'name' | 'note' | 'unit' | 'quantityMilli' | 'completedAt'>

/** How much the latest gap counts in the average, at least. The first ones count alike. */
const WEIGHT = 0.2

/** What leaves the basket counts once a day, on the day of its tick. */
export async function countBought(
  tx: Db,
  listId: string,
  rows: Bought[],
  timeZone: string | undefined,
): Promise<GoodEffect[]> {
  const now = Date.now()
  const dayOf = daysIn(timeZone)
  const bought = new Map<string, { key: Key; row: Bought; day: string }>()
  for (const row of [...rows].sort((a, b) => a.completedAt - b.completedAt)) {
    const key = { nameKey: thingKey(row.name), unit: row.unit }
    bought.set(textOf(key), { key, row, day: dayOf(row.completedAt || now) })
  }
  const known = await goodsIn(
    tx,
    listId,
    [...bought.values()].map(({ key }) => key),
  )
  const effects: GoodEffect[] = []
  for (const [text, { key, row, day }] of bought) {
    const before = known.get(text) ?? null
    const after = counted(before, row, day)
    if (after) effects.push({ ...key, before, after })
  }
  await store(tx, listId, effects)
  if (effects.some(({ before }) => before === null)) await forgetRarest(tx, listId)
  return effects
}

/** Undefined if it has counted on that day. */
export function counted(
  before: Known | null,
  { name, note, quantityMilli }: Pick<Bought, 'name' | 'note' | 'quantityMilli'>,
  day: string,
): Known | undefined {
  if (before === null) return { name, note, quantityMilli, times: 1, lastOn: day, gapDays: null }
  // A phone that was away sends older ticks: they count, and say nothing about the time since the last one.
  if (day < before.lastOn) return { ...before, times: before.times + 1 }
  const gap = daysBetween(before.lastOn, day)
  if (gap === 0) return undefined
  const weight = Math.max(WEIGHT, 1 / before.times)
  const gapDays = before.gapDays === null ? gap : before.gapDays + weight * (gap - before.gapDays)
  return { name, note, quantityMilli, times: before.times + 1, lastOn: day, gapDays }
}

/** Exactly as it was, unless it was bought again since. Returns what that changed, for the change that undoes this one. */
export async function uncount(tx: Db, listId: string, effects: GoodEffect[]): Promise<GoodEffect[]> {
  const known = await goodsIn(tx, listId, effects)
  const reversals = effects.flatMap(({ before, after, ...key }): GoodEffect[] => {
    const now = known.get(textOf(key)) ?? null
    if (JSON.stringify(now) === JSON.stringify(after)) return [{ ...key, before: now, after: before }]
    // Somebody forgot it, or counted on.
    const step = (before?.times ?? 0) - (after?.times ?? 0)
    if (now === null || now.times + step < 1) return []
    return [{ ...key, before: now, after: { ...now, times: now.times + step } }]
  })
  await store(tx, listId, reversals)
  return reversals
}

export async function copyGoods(tx: Db, from: string, to: string): Promise<void> {
  const rows = await tx.select().from(goods).where(eq(goods.listId, from)).all()
  for await (const some of chunks(rows)) {
    await tx
      .insert(goods)
      .values(some.map((row) => ({ ...row, listId: to })))
      .run()
  }
}

/** Empty if nobody knew it. */
export async function forget(tx: Db, listId: string, key: Key): Promise<GoodEffect[]> {
  const before = (await goodsIn(tx, listId, [key])).get(textOf(key))
  const effects = before ? [{ ...key, before, after: null }] : []
  await store(tx, listId, effects)
  return effects
}

async function forgetGood(tx: Db, listId: string, key: Key): Promise<void> {
  await tx.delete(goods).where(isGood(listId, key)).run()
}

const textOf = ({ nameKey, unit }: Key) => `${unit} ${nameKey}`

const isGood = (listId: string, { nameKey, unit }: Key) =>
  and(eq(goods.listId, listId), eq(goods.nameKey, nameKey), eq(goods.unit, unit))

async function goodsIn(tx: Db, listId: string, keys: Key[]): Promise<Map<string, Known>> {
  const found = new Map<string, Known>()
  for await (const some of chunks(keys)) {
    const names = some.map(({ nameKey }) => nameKey)
    const rows = await tx
      .select()
      .from(goods)
      .where(and(eq(goods.listId, listId), inArray(goods.nameKey, names)))
      .all()
    for (const row of rows) found.set(textOf(row), knownOf(row))
  }
  return found
}

export const knownOf = ({ name, note, quantityMilli, times, lastOn, gapDays }: Good): Known => ({
  name,
  note,
  quantityMilli,
  times,
  lastOn,
  gapDays,
})

export async function store(tx: Db, listId: string, effects: GoodEffect[]): Promise<void> {
  for await (const some of chunks(effects)) {
    for (const { before, after, ...key } of some) {
      if (after === null) await forgetGood(tx, listId, key)
      else if (before === null)
        await tx
          .insert(goods)
          .values({ listId, ...key, ...after })
          .run()
      else await tx.update(goods).set(after).where(isGood(listId, key)).run()
    }
  }
}

async function forgetRarest(tx: Db, listId: string): Promise<void> {
  const rarest = await tx
    .select()
    .from(goods)
    .where(eq(goods.listId, listId))
    .orderBy(desc(goods.times), desc(goods.lastOn), asc(goods.nameKey))
    .limit(MAX_GOODS_PER_LIST)
    .offset(MAX_GOODS_PER_LIST)
    .all()
  for (const good of rarest) await forgetGood(tx, listId, good)
}
