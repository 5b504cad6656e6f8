import { sql } from 'drizzle-orm'
import type { z } from 'zod/v4'
import type { Services } from '#app/services.ts'
import type { Db } from '#db/database.ts'
import { prepared } from '#db/prepared.ts'
import { items } from '#db/schema.ts'
import { type Actor, type List, listFor, signatureOf } from './access.ts'
import { bytesOf } from './bytes.ts'
import { type ChangeKind, chunks, type Effect, type Recorded, record, type WithChange } from './changes.ts'
import type { ListEvent } from './events.ts'
import { type IdempotentRequest, runOnce } from './idempotency.ts'
import { newId } from './ids.ts'
import type { AddItem } from './inputs.ts'
import { type Changed, type Item, itemById, requireRoom, tickedBy } from './items.ts'
import { isTombstone } from './purge.ts'
import { requireStorage } from './storageBudget.ts'

export async function addItem(
  services: Services,
  actor: Actor,
  { listId, ...input }: z.infer<typeof AddItem> & { listId: string | undefined },
  request?: IdempotentRequest,
): Promise<Item & WithChange> {
  const add = async (tx: Db, list: List): Promise<Changed> => {
    const now = Date.now()
    let item = rowFor(list, actor, {
      name: input.name,
      quantityMilli: input.quantity,
      priceCents: input.price,
      completed: input.completed,
      addedAt: Math.min(input.at ?? now, now),
      ...(input.id && { id: input.id }),
    })
    // The browser got no response and sent the request again, maybe after the item was deleted for good.
    if (input.id && (await isTombstone(tx, input.id))) return { ...item, change: null }
    // Without a query for its id, which on PostgreSQL would conflict with all other new ids.
    const isNew = (await insertUnlessIdExists(tx).run(item)).changes > 0
    if (!isNew) {
      const sameId = await itemById(tx).get({ id: item.id })
      const isSame = sameId?.name === input.name || sameId?.deletedAt !== null
      const isRepeated = sameId?.listId === list.id && isSame
      if (isRepeated) return { ...sameId, change: null }
      item = { ...item, id: newId() }
      await tx.insert(items).values(item).run()
    }
    const added = await itemsAdded(services, tx, actor, list, [item], { kind: 'add', type: 'itemCreated' })
    return { ...item, ...added }
  }
  const { event, ...item } = await services.write(async (tx) => {
    const list = await listFor(tx, actor, listId, 'edit')
    return runOnce(tx, request, () => add(tx, list))
  })
  if (event) services.events.publish(event)
  return item
}

const insertUnlessIdExists = prepared((db) =>
  db
    .insert(items)
    .values({
      id: sql.placeholder('id'),
      listId: sql.placeholder('listId'),
      name: sql.placeholder('name'),
      quantityMilli: sql.placeholder('quantityMilli'),
      priceCents: sql.placeholder('priceCents'),
      priceGuessed: sql.placeholder('priceGuessed'),
      completed: sql.placeholder('completed'),
      completedAt: sql.placeholder('completedAt'),
      position: sql.placeholder('position'),
      createdAt: sql.placeholder('createdAt'),
      updatedAt: sql.placeholder('updatedAt'),
      addedBy: sql.placeholder('addedBy'),
      completedBy: sql.placeholder('completedBy'),
      guestName: sql.placeholder('guestName'),
      completedGuest: sql.placeholder('completedGuest'),
      deletedAt: null,
    })
    .onConflictDoNothing()
    .prepare(),
)

interface NewItem {
  id?: string
  name: string
  quantityMilli: number
  priceCents?: number
  priceGuessed?: boolean
  completed?: boolean
  /** When the user added it, so that quick adds keep their order whichever request arrives first. */
  addedAt?: number
}

function rowFor(
  { id: listId }: List,
  actor: Actor,
  { addedAt, priceCents = 0, priceGuessed = false, completed = false, ...item }: NewItem,
): Item {
  const now = Date.now()
  return {
    // Ids grow, so that items with equal positions keep their order.
    id: newId(),
    listId,
    ...item,
    priceCents,
    priceGuessed,
    completed,
    position: addedAt ?? now,
    completedAt: addedAt ?? 0,
    createdAt: now,
    updatedAt: now,
    ...signatureOf(actor),
    ...tickedBy(actor, completed),
    deletedAt: null,
  }
}

interface Addition {
  kind: ChangeKind
  type: ListEvent['type']
  /** What the change does besides adding the items. */
  effects?: Effect[]
}

/** Adds the items to the list in this order and within the limits, all or none. */
export async function insertItems(
  services: Services,
  tx: Db,
  actor: Actor,
  list: List,
  newItems: NewItem[],
  addition: Addition,
): Promise<Recorded> {
  const rows = newItems.map((item) => rowFor(list, actor, item))
  for (const some of chunks(rows)) await tx.insert(items).values(some).run()
  return itemsAdded(services, tx, actor, list, rows, addition)
}

/** Call after adding items: it checks the limits, and the work fails if they are exceeded. */
async function itemsAdded(
  services: Services,
  tx: Db,
  actor: Actor,
  list: List,
  added: Item[],
  { kind, type, effects = [] }: Addition,
): Promise<Recorded> {
  const bytes = bytesOf(...added.map(({ name }) => name))
  await requireRoom(tx, list.id)
  await requireStorage(services, tx, list.createdBy, bytes)
  const [only] = added
  return record(tx, list.id, {
    actor,
    kind,
    event: { type, ...(only && type === 'itemCreated' && added.length === 1 && { itemID: only.id }) },
    effects: [...effects, ...added.map(creationOf)],
    bytes: { live: bytes },
  })
}

function creationOf({ id, name, quantityMilli, priceCents, priceGuessed, completed }: Item): Effect {
  const guess = priceGuessed && { priceGuessed }
  return {
    id,
    before: null,
    after: { name, quantityMilli, priceCents, ...guess, completed, deletedAt: null },
  }
}
