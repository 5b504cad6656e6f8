import { and, eq } from 'drizzle-orm'
import { chunks } from '#app/domain/batches.ts'
import type { Item } from '#app/domain/items/findItem.ts'
import { thingKey } from '#app/domain/quickAdd/thingKey.ts'
import type { Db } from '#db/database.ts'
import { aisles, categories } from '#db/schema.ts'
import type { Category } from './categories.ts'
import type { SortingEffect } from './effects.ts'
import { learned, ranksIn, withoutTrip } from './learn.ts'
import { type Sorting, sortingOf } from './sorting.ts'

/** When a trip ends. */
export async function learnOrder(
  tx: Db,
  listId: string,
  rows: Pick<Item, 'name' | 'completedAt'>[],
): Promise<SortingEffect[]> {
  const { aisles, categoryOf } = await sortingOf(tx, listId)
  const ranks = ranksIn(rows.map(({ name, completedAt: at }) => ({ category: categoryOf(name), at })))
  return ranks ? store(tx, listId, learned(aisles, ranks)) : []
}

/** From now on, all things with this name. Nothing changes if it is there already. */
export async function setCategory(
  tx: Db,
  listId: string,
  name: string,
  category: Category,
): Promise<SortingEffect[]> {
  const { byHand, categoryOf } = await sortingOf(tx, listId)
  if (categoryOf(name) === category) return []
  const key = thingKey(name)
  return store(tx, listId, [{ kind: 'category', key, before: byHand.get(key) ?? null, after: category }])
}

/** As it was before a change, as far as nobody has changed it since. Returns what that changes. */
export async function takeBackSorting(
  tx: Db,
  listId: string,
  effects: SortingEffect[],
): Promise<SortingEffect[]> {
  if (effects.length === 0) return []
  const now = await sortingOf(tx, listId)
  return store(
    tx,
    listId,
    effects.flatMap((effect) => reversalOf(effect, now)),
  )
}

function reversalOf(effect: SortingEffect, { aisles, byHand }: Sorting): SortingEffect[] {
  const { after } = effect
  if (effect.kind === 'category') {
    const now = byHand.get(effect.key) ?? null
    return now === after ? [{ ...effect, before: now, after: effect.before }] : []
  }
  const now = aisles.get(effect.key) ?? null
  if (JSON.stringify(now) === JSON.stringify(after)) return [{ ...effect, before: now, after: effect.before }]
  const left = now && withoutTrip(now, effect.before, effect.after)
  return left === undefined || now === null ? [] : [{ ...effect, before: now, after: left }]
}

export async function copySorting(tx: Db, from: string, to: string): Promise<void> {
  const { aisles, byHand } = await sortingOf(tx, from)
  await store(tx, to, [
    ...[...aisles].map(([key, after]) => ({ kind: 'aisle' as const, key, before: null, after })),
    ...[...byHand].map(([key, after]) => ({ kind: 'category' as const, key, before: null, after })),
  ])
}

export async function store(tx: Db, listId: string, effects: SortingEffect[]): Promise<SortingEffect[]> {
  for await (const some of chunks(effects)) for (const effect of some) await storeOne(tx, listId, effect)
  return effects
}

async function storeOne(tx: Db, listId: string, effect: SortingEffect): Promise<void> {
  if (effect.kind === 'aisle') {
    const { key: category, after } = effect
    if (after === null)
      await tx
        .delete(aisles)
        .where(and(eq(aisles.listId, listId), eq(aisles.category, category)))
        .run()
    else
      await tx
        .insert(aisles)
        .values({ listId, category, ...after })
        .onConflictDoUpdate({ target: [aisles.listId, aisles.category], set: after })
        .run()
    return
  }
  const { key: nameKey, after: category } = effect
  if (category === null)
    await tx
      .delete(categories)
      .where(and(eq(categories.listId, listId), eq(categories.nameKey, nameKey)))
      .run()
  else
    await tx
      .insert(categories)
      .values({ listId, nameKey, category })
      .onConflictDoUpdate({ target: [categories.listId, categories.nameKey], set: { category } })
      .run()
}
