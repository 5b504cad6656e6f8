import { and, asc, eq, inArray, like } from 'drizzle-orm'
import { findList, type User } from '#app/domain/access/access.ts'
import { DomainError } from '#app/domain/errors.ts'
import { daysBetween, daysIn } from '#app/domain/goods/days.ts'
import { goodsOf } from '#app/domain/goods/usual.ts'
import { effectIn } from '#app/domain/history/things.ts'
import { deleteItems } from '#app/domain/items/deleteItems.ts'
import { WHAT_TO_BUY } from '#app/domain/items/fieldGroups.ts'
import type { Item } from '#app/domain/items/findItem.ts'
import { thingKey } from '#app/domain/quickAdd/thingKey.ts'
import { type Op, write } from '#app/domain/write.ts'
import type { Ingredient } from '#app/ports/ai/ai.ts'
import type { Services } from '#app/services.ts'
import { type Db, live } from '#db/database.ts'
import { changeItems, changes, items } from '#db/schema.ts'

// What a question has added although it's probably at home already.

export type AtHome = Pick<Item, 'id' | 'name'>

/** 'Butter (250 g pack)' and 'Garlic (bulb)' without how they are sold. */
const plain = (name: string) => name.replace(/ \([^)]*\)$/, '')

const keyOf = ({ name }: Pick<Item, 'name'>) => thingKey(plain(name))

/** What kitchens usually have, and what the list bought within its usual gap, in any unit. */
export async function atHomeBy(tx: Db, listId: string, timeZone: string | undefined) {
  const today = daysIn(timeZone)(Date.now())
  const goods = await goodsOf(tx).all({ listId })
  const bought = new Set(
    goods.flatMap((good) =>
      good.gapDays !== null && daysBetween(good.lastOn, today) < good.gapDays ? [keyOf(good)] : [],
    ),
  )
  return (ingredient: Pick<Ingredient, 'name' | 'keeps'>) =>
    ingredient.keeps === true || bought.has(keyOf(ingredient))
}

/** By change: what is still there, open and as it was added. */
export async function thingsAtHome(db: Db, changeIds: string[]): Promise<Map<string, Item[]>> {
  const things = new Map<string, Item[]>()
  if (changeIds.length === 0) return things
  const rows = await db
    .select({ effect: changeItems, item: items })
    .from(changeItems)
    .innerJoin(items, and(eq(items.id, changeItems.itemId), eq(items.completed, false), live(items)))
    .where(and(inArray(changeItems.changeId, changeIds), like(changeItems.after, '%"isAtHome":true%')))
    .orderBy(asc(items.position), asc(items.id))
    .all()
  for (const { effect, item } of rows) {
    const { after } = effectIn(effect)
    const isSame = WHAT_TO_BUY.every((column) => item[column] === after[column])
    if (isSame) things.set(effect.changeId, [...(things.get(effect.changeId) ?? []), item])
  }
  return things
}

/** Without an item, all of them. */
type Removal = { itemId?: string | undefined }

/** `rest` is what the same question has still added. */
export async function removeAtHome(
  services: Services,
  user: User,
  changeId: string | undefined,
  { itemId }: Removal = {},
  op?: Op,
) {
  return write(services, {
    actor: user,
    op,
    find: (tx) => listOfChange(tx, user, changeId),
    async work(tx, { list, id }) {
      const things = (await thingsAtHome(tx, [id])).get(id) ?? []
      const going = things.filter((item) => itemId === undefined || item.id === itemId)
      const rest = things.filter((item) => !going.includes(item)).map(briefly)
      const result = { listId: list.id, removed: going.map(briefly), rest }
      if (going.length === 0) return { result }
      return { result, ...(await deleteItems(tx, list, going, { kind: 'delete', type: 'itemDeleted' })) }
    },
  })
}

export const briefly = ({ id, name }: AtHome): AtHome => ({ id, name: plain(name) })

async function listOfChange(tx: Db, user: User, id: string | undefined) {
  const change = id && (await tx.select().from(changes).where(eq(changes.id, id)).get())
  const list = change && (await findList(tx, user, change.listId, 'editAll'))
  if (!list) throw new DomainError('change-not-found')
  return { list, id: change.id }
}
