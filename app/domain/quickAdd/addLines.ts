import { and, eq, inArray } from 'drizzle-orm'
import type { List } from '#app/domain/access/access.ts'
import type { Actor } from '#app/domain/access/actors.ts'
import type { Effect } from '#app/domain/history/effects.ts'
import { idInSeries, newId } from '#app/domain/ids.ts'
import { insertItems, type NewItem } from '#app/domain/items/addItems.ts'
import { effectOf, type Item, ORDER_SHOWN, tickedBy, updateItem } from '#app/domain/items/items.ts'
import { live, withDeleted } from '#app/domain/liveRows.ts'
import { rememberAdded, rememberedPrices } from '#app/domain/memory/memories.ts'
import type { Services } from '#app/services.ts'
import type { Db } from '#db/database.ts'
import { items } from '#db/schema.ts'
import { type Plan, planFor } from './merge.ts'
import type { ReadItem } from './readLine.ts'

export async function addLines(
  services: Services,
  tx: Db,
  actor: Actor,
  list: List,
  lines: ReadItem[],
  { id, at }: { id?: string | undefined; at?: number | undefined },
) {
  const rows = await tx
    .select()
    .from(items)
    .where(and(eq(items.listId, list.id), live(items)))
    .orderBy(...ORDER_SHOWN)
    .all()
  const plan = planFor(rows, lines)
  const byId = new Map(rows.map((row) => [row.id, row]))
  const now = Date.now()
  const newItems = await newItemsOf(tx, actor, plan, id, Math.min(at ?? now, now))
  const { raised, already, effects } = await applyMerges(tx, actor, plan, byId)
  if (newItems.length + effects.length === 0) return { added: [], raised: [], already }
  const { change, added } = await insertItems(services, tx, actor, list, newItems, {
    kind: 'add',
    type: newItems.length > 0 ? 'itemCreated' : 'itemEdited',
    effects,
  })
  // More of something says nothing about its price.
  const stated = raised.map((row) => (isPriced(plan, row) ? row : { ...row, priceCents: 0 }))
  await rememberAdded(tx, actor, stated)
  return { added, raised, already, change }
}

function isPriced({ merged }: Plan, { id }: Item): boolean {
  const { priceCents, priceFor, addedMilli } = merged.get(id) ?? {}
  // A price for all is for what the line says, not for what was on the list before.
  return priceCents !== undefined && !(priceFor === 'all' && addedMilli !== undefined)
}

async function newItemsOf(
  tx: Db,
  actor: Actor,
  { added }: Plan,
  operationId: string | undefined,
  addedAt: number,
): Promise<(NewItem & { id: string })[]> {
  const unpriced = added.filter(({ priceCents }) => priceCents === undefined)
  const priceOf = await rememberedPrices(tx, actor, unpriced)
  const idOf = ({ index }: { index: number }) => (operationId ? idInSeries(operationId, index) : newId())
  const ids = added.map(idOf)
  const taken = await takenIds(tx, ids)
  return added.map((item, at) => {
    const id = ids[at] ?? newId()
    const { name, quantityMilli, unit, priceCents, priceFor } = item
    const remembered = priceCents === undefined ? priceOf(item) : undefined
    const price = remembered ?? { priceCents: priceCents ?? 0, priceFor }
    return {
      ...{ id: taken.has(id) ? newId() : id, name, quantityMilli, unit, addedAt },
      ...price,
      priceRemembered: remembered !== undefined,
    }
  })
}

async function applyMerges(tx: Db, actor: Actor, { merged }: Plan, byId: Map<string, Item>) {
  const raised: Item[] = []
  const already: Item[] = []
  const effects: Effect[] = []
  for (const [id, { addedMilli, ...values }] of merged) {
    const old = byId.get(id)
    if (!old) continue
    const effect = effectOf(old, values)
    if (!effect) {
      already.push(old)
      continue
    }
    const row = await updateItem(tx, old, {
      ...values,
      ...(values.completed === false && {
        completedAt: Math.max(Date.now(), old.completedAt + 1),
        ...tickedBy(actor, false),
      }),
    })
    raised.push(row)
    const reopened = values.completed === false && {
      // With its quantity, even if that is the same: somebody may add more before it is undone.
      before: { ...effect.before, quantityMilli: old.quantityMilli, completedAt: old.completedAt },
      after: { ...effect.after, quantityMilli: row.quantityMilli, completedAt: row.completedAt },
    }
    effects.push({ ...effect, ...reopened, ...(addedMilli !== undefined && { addedMilli }) })
  }
  return { raised, already, effects }
}

async function takenIds(tx: Db, ids: string[]): Promise<Set<string>> {
  if (ids.length === 0) return new Set()
  const found = await tx
    .select({ id: items.id })
    .from(items)
    .where(and(inArray(items.id, ids), withDeleted(items)))
    .all()
  return new Set(found.map(({ id }) => id))
}
