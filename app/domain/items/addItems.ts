import { getTableColumns } from 'drizzle-orm'
import type { z } from 'zod/v4'
import { type Actor, type List, ofList, signatureOf } from '#app/domain/access/access.ts'
import { chunks } from '#app/domain/batches.ts'
import type { ChangeKind, Effect, NewChange } from '#app/domain/history/changes.ts'
import { newId } from '#app/domain/ids.ts'
import type { AddItem } from '#app/domain/inputs.ts'
import type { ListEvent } from '#app/domain/liveEvents.ts'
import { rememberAdded } from '#app/domain/memory/memories.ts'
import { bytesOf } from '#app/domain/receipts/bytes.ts'
import { requireStorage } from '#app/domain/receipts/storageBudget.ts'
import { type Done, type Op, write } from '#app/domain/write.ts'
import type { Services } from '#app/services.ts'
import { type Db, placeholders, prepared } from '#db/database.ts'
import { items } from '#db/schema.ts'
import { type Item, requireRoom, tickedBy } from './items.ts'
import { typedPrice } from './typedPrice.ts'

export async function addItem<Again = never>(
  services: Services,
  actor: Actor,
  { listId, ...input }: z.infer<typeof AddItem> & { listId: string | undefined },
  op?: Op<Again>,
): Promise<Done<Item & { currency: string }, Again>> {
  return write(services, {
    actor,
    op,
    find: ofList(actor, listId, 'edit'),
    async work(tx, { list }) {
      const now = Date.now()
      const item = rowFor(list, actor, {
        name: input.name,
        quantityMilli: input.quantity,
        unit: input.unit ?? '',
        priceCents: typedPrice(list, input.price),
        priceFor: input.priceFor ?? 'one',
        completed: input.completed,
        addedAt: Math.min(input.at ?? now, now),
        ...(input.id && { id: input.id }),
      })
      // Without a query for its id, which on PostgreSQL would conflict with all other new ids.
      const isFree = (await insertUnlessIdExists(tx).run(item)).changes > 0
      const added = isFree ? item : { ...item, id: newId() }
      if (!isFree) await insertUnlessIdExists(tx).run(added)
      const addition = { kind: 'add', type: 'itemCreated' } as const
      const result = { ...added, currency: list.currency }
      return { result, change: await itemsAdded(services, tx, actor, list, [added], addition) }
    },
  })
}

const { deletedAt: _, ...COLUMNS } = getTableColumns(items)

const insertUnlessIdExists = prepared((db) =>
  db
    .insert(items)
    .values({ ...placeholders(...(Object.keys(COLUMNS) as (keyof typeof COLUMNS)[])), deletedAt: null })
    .onConflictDoNothing()
    .prepare(),
)

type Optional = 'id' | 'unit' | 'priceCents' | 'priceFor' | 'priceGuessed' | 'priceRemembered' | 'completed'

export interface NewItem extends Pick<Item, 'name' | 'quantityMilli'>, Partial<Pick<Item, Optional>> {
  /** When the user added it, so that quick adds keep their order whichever request arrives first. */
  addedAt?: number
}

function rowFor({ id: listId }: List, actor: Actor, { addedAt, ...item }: NewItem): Item {
  const now = Date.now()
  const completed = item.completed ?? false
  return {
    // Ids grow, so that items with equal positions keep their order.
    id: newId(),
    listId,
    unit: '',
    priceCents: 0,
    priceFor: 'one',
    priceGuessed: false,
    priceRemembered: false,
    ...item,
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
  type?: ListEvent['type']
  effects?: Effect[]
}

export async function insertItems(
  services: Services,
  tx: Db,
  actor: Actor,
  list: List,
  newItems: NewItem[],
  addition: Addition,
): Promise<{ added: Item[]; change: NewChange }> {
  const added = newItems.map((item) => rowFor(list, actor, item))
  for await (const some of chunks(added)) await tx.insert(items).values(some).run()
  return { added, change: await itemsAdded(services, tx, actor, list, added, addition) }
}

async function itemsAdded(
  services: Services,
  tx: Db,
  actor: Actor,
  list: List,
  added: Item[],
  { kind, type, effects = [] }: Addition,
): Promise<NewChange> {
  const bytes = bytesOf(...added.map(({ name }) => name))
  await requireRoom(tx, list.id)
  await requireStorage(services, tx, list, bytes)
  // A cookbook's ingredients and a copied list say little about what somebody buys.
  if (type === 'itemCreated') await rememberAdded(tx, actor, list, added)
  return {
    listId: list.id,
    kind,
    currency: list.currency,
    ...(type && { event: { type, ...(type === 'itemCreated' && idsOf(added)) } }),
    effects: [...effects, ...added.map(creationOf)],
    bytes: { live: bytes },
  }
}

function idsOf(added: Item[]): Pick<ListEvent, 'itemID' | 'itemIDs'> {
  const [only] = added
  if (only && added.length === 1) return { itemID: only.id }
  return added.length > 1 ? { itemIDs: added.map(({ id }) => id) } : {}
}

function creationOf(item: Item): Effect {
  const { id, name, quantityMilli, unit, priceCents, priceFor, priceGuessed, priceRemembered, completed } =
    item
  return {
    id,
    before: null,
    after: {
      ...{ name, quantityMilli, unit, priceCents, priceFor },
      ...(priceGuessed && { priceGuessed }),
      ...(priceRemembered && { priceRemembered }),
      ...{ completed, deletedAt: null },
    },
  }
}
