import { and, eq } from 'drizzle-orm'
import { listFor, type RoledList, type User } from '#app/domain/access/access.ts'
import { DomainError } from '#app/domain/errors.ts'
import { newId } from '#app/domain/ids.ts'
import { deleteItems, itemOrDeleted } from '#app/domain/items/deleteItems.ts'
import type { Item } from '#app/domain/items/findItem.ts'
import { ORDER_ADDED } from '#app/domain/items/itemRows.ts'
import { addLines } from '#app/domain/quickAdd/quickAdd.ts'
import type { ReadItem } from '#app/domain/quickAdd/readLine.ts'
import { type Done, type Op, type Outcome, write } from '#app/domain/write.ts'
import type { Services } from '#app/services.ts'
import { live } from '#db/database.ts'
import { items } from '#db/schema.ts'

export interface Moved {
  to: Pick<RoledList, 'id' | 'name' | 'currency'>
  items: Item[]
  /** Prices of another currency say nothing there. */
  dropsPrices: boolean
}

/** By quick add's rules in the other list. Each list records its part, and undoing one undoes both. */
export async function moveItem<Again = never>(
  services: Services,
  user: User,
  { itemId, listId }: { itemId: string | undefined; listId: string | undefined },
  op?: Op<Again>,
): Promise<Done<Moved, Again>> {
  return write(services, {
    actor: user,
    op,
    async find(tx) {
      const { item, list } = await itemOrDeleted(tx, user, itemId, 'editAll')
      const to = await listFor(tx, user, listId, 'editAll')
      if (to.id === list.id) throw new DomainError('list-not-found')
      return { item, list, to }
    },
    async work(tx, { item, list, to }): Promise<Outcome<Moved>> {
      if (item.deletedAt !== null) throw new DomainError('item-not-found')
      const ids = { id: newId(), pairId: newId() }
      const lines = [lineOf(item, list, to)]
      const { change, added, raised, already } = await addLines(services, tx, user, to, lines, {})
      const gone = await deleteItems(tx, list, [item], { kind: 'move', type: 'itemDeleted' })
      const there = change ?? { listId: to.id, kind: 'move', effects: [] }
      return {
        result: { to, items: [...added, ...raised, ...already], dropsPrices: dropsPrice(item, list, to) },
        change: { ...gone.change, ...ids },
        other: { ...there, kind: 'move', id: ids.pairId, pairId: ids.id },
        trim: gone.trim,
      }
    },
  })
}

/** What is still to buy; the list keeps it. */
export async function copyOpenItems<Again = never>(
  services: Services,
  user: User,
  { from, to }: { from: string | undefined; to: string | undefined },
  op?: Op<Again>,
): Promise<Done<Moved, Again>> {
  return write(services, {
    actor: user,
    op,
    async find(tx) {
      const source = await listFor(tx, user, from, 'seeAll')
      const list = await listFor(tx, user, to, 'editAll')
      if (source.id === list.id) throw new DomainError('list-not-found')
      return { source, list }
    },
    async work(tx, { source, list }): Promise<Outcome<Moved>> {
      const open = await tx
        .select()
        .from(items)
        .where(and(eq(items.listId, source.id), eq(items.completed, false), live(items)))
        .orderBy(...ORDER_ADDED)
        .all()
      if (open.length === 0) throw new DomainError('nothing-to-copy')
      const lines = open.map((item) => lineOf(item, source, list))
      const { change, added, raised, already } = await addLines(services, tx, user, list, lines, {})
      return {
        result: {
          to: list,
          items: [...added, ...raised, ...already],
          dropsPrices: open.some((item) => dropsPrice(item, source, list)),
        },
        ...(change && { change }),
      }
    },
  })
}

type OfList = Pick<RoledList, 'currency'>

const dropsPrice = ({ priceCents }: Item, from: OfList, to: OfList) =>
  priceCents > 0 && from.currency !== to.currency

function lineOf(item: Item, from: OfList, to: OfList): ReadItem {
  const { name, note, quantityMilli, unit, priceCents, priceFor } = item
  const hasPrice = priceCents > 0 && !dropsPrice(item, from, to)
  return {
    ...{ name, note, quantityMilli, unit, hasQuantity: true },
    priceCents: hasPrice ? priceCents : undefined,
    priceFor,
    statesPriceFor: true,
    ...(hasPrice && { priceGuessed: item.priceGuessed, priceRemembered: item.priceRemembered }),
  }
}
