import { and, asc, desc, eq, sql } from 'drizzle-orm'
import { type Actor, listFor, ofList } from '#app/domain/access/access.ts'
import type { Item } from '#app/domain/items/findItem.ts'
import { storedItemKey } from '#app/domain/quickAdd/storedKeys.ts'
import { thingKey } from '#app/domain/quickAdd/thingKey.ts'
import { write } from '#app/domain/write.ts'
import type { Services } from '#app/services.ts'
import { live, prepared } from '#db/database.ts'
import { goods, items } from '#db/schema.ts'
import { daysBetween } from './days.ts'
import type { Good, Key } from './effects.ts'
import { forget } from './goods.ts'

/** Twice could be chance. */
const TIMES = 3
/** Of the usual gap: a bit early is better than late. */
const PART = 0.9

type Gap = Pick<Good, 'times' | 'lastOn' | 'gapDays'>
export type Missing<Known> = Known & { isDue: boolean }
export type Usual = Missing<Good>

export const isDue = ({ times, lastOn, gapDays }: Gap, today: string) =>
  times >= TIMES && gapDays !== null && daysBetween(lastOn, today) / gapDays >= PART

/** What isn't on the list now: what is due, then the rest, most often first. */
export async function usualOf(
  { db }: Pick<Services, 'db'>,
  actor: Actor,
  listId: string | undefined,
  today: string,
): Promise<Usual[]> {
  const list = await listFor(db, actor, listId, 'edit')
  const open = await db
    .select({ name: items.name, unit: items.unit })
    .from(items)
    .where(and(eq(items.listId, list.id), eq(items.completed, false), live(items)))
    .all()
  const known = await db
    .select()
    .from(goods)
    .where(eq(goods.listId, list.id))
    .orderBy(...OFTEN)
    .all()
  return missingOf(known, open, today)
}

const OFTEN = [desc(goods.times), desc(goods.lastOn), asc(goods.nameKey), asc(goods.unit)]

/** Most often first. Without what a list's page doesn't need: it reads them each time. */
export const goodsOf = prepared((db) => {
  const { nameKey, unit, name, times, lastOn, gapDays } = goods
  return db
    .select({ nameKey, unit, name, times, lastOn, gapDays })
    .from(goods)
    .where(eq(goods.listId, sql.placeholder('listId')))
    .orderBy(...OFTEN)
    .prepare()
})

export function missingOf<Known extends Key & Gap>(
  known: Known[],
  open: Pick<Item, 'name' | 'unit'>[],
  today: string,
): Missing<Known>[] {
  if (known.length === 0) return []
  const onList = new Set(open.map(storedItemKey))
  const missing = known.filter(({ nameKey, unit }) => !onList.has(`${unit} ${nameKey}`))
  const usual = missing.map((good) => ({ ...good, isDue: isDue(good, today) }))
  return [...usual.filter(({ isDue }) => isDue), ...usual.filter(({ isDue }) => !isDue)]
}

export async function forgetUsual(
  services: Services,
  actor: Actor,
  listId: string | undefined,
  thing: Pick<Item, 'name' | 'unit'>,
) {
  return write(services, {
    actor,
    find: ofList(actor, listId, 'editAll'),
    async work(tx, { list }) {
      const goods = await forget(tx, list.id, { nameKey: thingKey(thing.name), unit: thing.unit })
      if (goods.length === 0) return { result: {} }
      return {
        result: {},
        change: { listId: list.id, kind: 'usual', event: { type: 'itemEdited' }, effects: [], goods },
      }
    },
  })
}
