import { and, asc, count, eq, getTableColumns, sql } from 'drizzle-orm'
import { type Actor, type List, signatureOf } from '#app/domain/access/access.ts'
import { chunks } from '#app/domain/batches.ts'
import { DomainError } from '#app/domain/errors.ts'
import type { ChangeKind, Effect, NewChange } from '#app/domain/history/changes.ts'
import { newId } from '#app/domain/ids.ts'
import { MAX_ITEMS_PER_LIST } from '#app/domain/limitsAndLifetimes.ts'
import type { ListEvent } from '#app/domain/liveEvents.ts'
import { rememberAdded } from '#app/domain/memory/memories.ts'
import { bytesOf } from '#app/domain/receipts/bytes.ts'
import { requireStorage } from '#app/domain/receipts/storageBudget.ts'
import type { Services } from '#app/services.ts'
import { type Db, live, placeholders, placeholdersInSet, prepared, preparedForRows } from '#db/database.ts'
import { items } from '#db/schema.ts'
import type { Item } from './findItem.ts'
import { COLUMN_NAMES, columnsIn, textOf } from './itemColumns.ts'
import { EMPTY_ITEM, type ItemColumns } from './itemFields.ts'

export const ORDER_ADDED = [asc(items.position), asc(items.id)]
export const ORDER_SHOWN = [asc(items.completed), ...ORDER_ADDED]

const { deletedAt: _, ...COLUMNS } = getTableColumns(items)

const insertUnlessIdExists = prepared((db) =>
  db
    .insert(items)
    .values({ ...placeholders(...(Object.keys(COLUMNS) as (keyof typeof COLUMNS)[])), deletedAt: null })
    .onConflictDoNothing()
    .prepare(),
)

const insertUnlessIdsExist = preparedForRows(items, (db, rows) =>
  db.insert(items).values(rows).onConflictDoNothing().returning({ id: items.id }).prepare(),
)

type Optional = ItemColumns & Pick<Item, 'id' | 'priceGuessed' | 'priceRemembered' | 'completed'>

export type NewItem = Pick<Item, 'name' | 'quantityMilli'> &
  Partial<Optional> & {
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
    ...EMPTY_ITEM,
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
    tripId: null,
    deletedAt: null,
  }
}

interface Addition {
  kind: ChangeKind
  type?: ListEvent['type']
  effects?: Effect[]
}

/** Another id if this one exists. Without a query for it, which on PostgreSQL would conflict with all other new ids. */
export async function insertItem(services: Services, tx: Db, actor: Actor, list: List, newItem: NewItem) {
  const item = rowFor(list, actor, newItem)
  const isFree = (await insertUnlessIdExists(tx).run(item)).changes > 0
  const added = isFree ? item : { ...item, id: newId() }
  if (!isFree) await insertUnlessIdExists(tx).run(added)
  const addition = { kind: 'add', type: 'itemCreated' } as const
  return { added, change: await itemsAdded(services, tx, actor, list, [added], addition) }
}

export async function insertItems(
  services: Services,
  tx: Db,
  actor: Actor,
  list: List,
  newItems: NewItem[],
  addition: Addition,
): Promise<{ added: Item[]; change: NewChange }> {
  const added: Item[] = []
  const rows = newItems.map((item) => rowFor(list, actor, item))
  for await (const some of chunks(rows)) added.push(...(await insertSome(tx, some)))
  return { added, change: await itemsAdded(services, tx, actor, list, added, addition) }
}

async function insertSome(tx: Db, rows: Item[]): Promise<Item[]> {
  const { query, values } = insertUnlessIdsExist(tx, rows)
  const stored = new Set((await query.all(values)).map(({ id }) => id))
  const others = rows.filter(({ id }) => !stored.has(id)).map((row) => ({ ...row, id: newId() }))
  if (others.length === 0) return rows
  await insertSome(tx, others)
  return rows.map((row) => (stored.has(row.id) ? row : (others.shift() ?? row)))
}

async function itemsAdded(
  services: Services,
  tx: Db,
  actor: Actor,
  list: List,
  added: Item[],
  { kind, type, effects = [] }: Addition,
): Promise<NewChange> {
  const bytes = bytesOf(...added.map(textOf))
  await requireSpace(tx, list.id)
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
  const { id, priceGuessed, priceRemembered, completed } = item
  return {
    id,
    before: null,
    after: {
      ...columnsIn(item),
      ...(priceGuessed && { priceGuessed }),
      ...(priceRemembered && { priceRemembered }),
      completed,
      deletedAt: null,
    },
  }
}

/** `updatedAt` grows even if the clock was set back. */
export async function updateItem(tx: Db, old: Item, values: Partial<Changing>): Promise<Item> {
  const updated = { ...old, ...values, updatedAt: Math.max(Date.now(), old.updatedAt + 1) }
  const { priceGuessed, priceRemembered, completed } = updated
  await update(tx).run({
    ...updated,
    priceGuessed: Number(priceGuessed),
    priceRemembered: Number(priceRemembered),
    completed: Number(completed),
  })
  return updated
}

const CHANGING = [
  ...COLUMN_NAMES,
  'priceGuessed',
  'priceRemembered',
  'completed',
  'completedAt',
  'completedBy',
  'completedGuest',
] as const

type Changing = Pick<Item, (typeof CHANGING)[number]>

const update = prepared((db) =>
  db
    .update(items)
    .set(placeholdersInSet(...CHANGING, 'updatedAt'))
    .where(and(eq(items.id, sql.placeholder('id')), live(items)))
    .prepare(),
)

export function tickedBy(actor: Actor, completed: boolean): Pick<Item, 'completedBy' | 'completedGuest'> {
  if (!completed) return { completedBy: null, completedGuest: null }
  const { addedBy, guestName } = signatureOf(actor)
  return { completedBy: addedBy, completedGuest: guestName }
}

const countItems = prepared((db) =>
  db
    .select({ n: count() })
    .from(items)
    .where(and(eq(items.listId, sql.placeholder('listId')), live(items)))
    .prepare(),
)

export async function countLive(db: Db, listId: string): Promise<number> {
  return (await countItems(db).get({ listId }))?.n ?? 0
}

export async function requireSpace(tx: Db, listId: string) {
  if ((await countLive(tx, listId)) > MAX_ITEMS_PER_LIST)
    throw new DomainError('too-many-items', { max: MAX_ITEMS_PER_LIST })
}
