import { and, eq, sql } from 'drizzle-orm'
import { type Actor, actorIdOf, isGuest } from '#app/domain/access/access.ts'
import { type SortingEffect, sortingRow } from '#app/domain/aisles/effects.ts'
import { chunks } from '#app/domain/batches.ts'
import { type GoodEffect, goodRow } from '#app/domain/goods/effects.ts'
import { newId } from '#app/domain/ids.ts'
import type { ItemColumns } from '#app/domain/items/itemFields.ts'
import { forgetOldestOperations } from '#app/domain/keptOperations.ts'
import { MAX_HISTORY_BYTES_PER_LIST, MAX_OPERATION_BYTES_PER_LIST } from '#app/domain/limitsAndLifetimes.ts'
import type { ListEvent } from '#app/domain/liveEvents.ts'
import { DEFAULT_CURRENCY } from '#app/domain/locale/currency.ts'
import { bytesOfEffect, CHANGE_BYTES } from '#app/domain/receipts/bytes.ts'
import { type Db, placeholders, prepared, preparedForRows, withDeleted } from '#db/database.ts'
import { changeItems, changes, type items, lists, type trips } from '#db/schema.ts'
import { trimHistory } from './trimBytes.ts'

export interface NewChange {
  listId: string
  kind: ChangeKind
  /** Of the list, if prices are among the effects. */
  currency?: string
  event?: Pick<ListEvent, 'type' | 'itemID' | 'itemIDs'>
  effects: Effect[]
  /** What the list usually has, as far as it was counted. */
  goods?: GoodEffect[]
  /** What it did to the order of the shop. */
  sorting?: SortingEffect[]
  /** Added to or removed from the storage of what is live, and of what is deleted. */
  bytes?: { live?: number; deleted?: number }
  isNewList?: boolean
  id?: string
  /** The change of the other list, if something moved. */
  pairId?: string
}

/** Counts a change of a list and the bytes of its operation, so that open pages notice it, and records what it did, so that it can be undone. */
export async function record(
  tx: Db,
  actor: Actor,
  {
    listId,
    kind,
    currency = DEFAULT_CURRENCY,
    event,
    effects,
    goods = [],
    sorting = [],
    bytes,
    isNewList,
    id: change = newId(),
    pairId,
  }: NewChange,
  operation = 0,
) {
  const rows = effects.map(({ id, before, after, addedMilli, isAtHome }) => {
    const isOtherPrice = after.priceCents !== undefined && currency !== DEFAULT_CURRENCY
    const stored: StoredState = {
      ...after,
      ...(addedMilli !== undefined && { addedMilli }),
      ...(isAtHome && { isAtHome }),
      ...(isOtherPrice && { priceCurrency: currency }),
    }
    return {
      changeId: change,
      itemId: id,
      before: before && JSON.stringify(before),
      after: JSON.stringify(stored),
    }
  })
  rows.push(...goods.map((effect) => ({ changeId: change, ...goodRow(effect) })))
  rows.push(...sorting.map((effect) => ({ changeId: change, ...sortingRow(effect) })))
  const history = rows.reduce((sum, row) => sum + bytesOfEffect(row), CHANGE_BYTES)
  const now = Date.now()
  const { revision, historyBytes, operationBytes } = await bump(tx).get({
    listId,
    // A list that comes back is where it was among the others.
    changedAt: effects.some(({ id, after }) => id === listId && after.deletedAt !== undefined) ? null : now,
    step: isNewList ? 0 : 1,
    live: bytes?.live ?? 0,
    history: history + (bytes?.deleted ?? 0),
    operation,
  })
  const author = authorOf(actor)
  await insertChange(tx).run({
    id: change,
    listId,
    ...author,
    kind,
    pairId: pairId ?? null,
    listRevision: revision,
    itemCount: effects.length || rows.length,
    firstItemId: firstOf({ listId, kind, effects }) ?? rows[0]?.itemId ?? null,
    createdAt: now,
  })
  for await (const some of chunks(rows)) {
    const { query, values } = insertEffects(tx, some)
    await query.run(values)
  }
  // More than necessary at once keeps the next writes fast.
  if (historyBytes > MAX_HISTORY_BYTES_PER_LIST)
    await trimHistory(tx, listId, 0.9 * MAX_HISTORY_BYTES_PER_LIST)
  if (operationBytes > MAX_OPERATION_BYTES_PER_LIST)
    await forgetOldestOperations(tx, listId, operationBytes - 0.9 * MAX_OPERATION_BYTES_PER_LIST)
  return { event: event && { ...event, listID: listId, revision }, change }
}

/** Not the trip, and not its photo. */
const isRowOfTrip = ({ before, after }: Effect) =>
  before !== null && 'tripId' in after && 'deletedAt' in after

/** The first new one: of five that were added and one that got more, it says what was added. */
function firstOf({ listId, kind, effects }: Pick<NewChange, 'listId' | 'kind' | 'effects'>): string | null {
  // A new currency of the list changed the items' prices, too.
  if (effects.some(({ id, before }) => id === listId && before !== null)) return listId
  const isAdded = ({ before }: Effect) => before === null
  const added = effects.filter(kind === 'finish' ? isRowOfTrip : isAdded)
  const [first] = (added.length > 0 ? added : effects).map(({ id }) => id).sort()
  return first ?? null
}

function authorOf(actor: Actor) {
  const guest = isGuest(actor) ? actor : undefined
  const { linkId = null, name: guestName = null, key: guestKey = null } = guest ?? {}
  return { actorId: actorIdOf(actor) ?? null, linkId, guestName, guestKey }
}

const bump = prepared((db) =>
  db
    .update(lists)
    .set({
      changedAt: sql`coalesce(${sql.placeholder('changedAt')}, ${lists.changedAt})`,
      revision: sql`${lists.revision} + ${sql.placeholder('step')}`,
      storedBytes: sql`${lists.storedBytes} + ${sql.placeholder('live')}`,
      historyBytes: sql`${lists.historyBytes} + ${sql.placeholder('history')}`,
      operationBytes: sql`${lists.operationBytes} + ${sql.placeholder('operation')}`,
    })
    .where(and(eq(lists.id, sql.placeholder('listId')), withDeleted(lists)))
    .returning({
      revision: lists.revision,
      historyBytes: lists.historyBytes,
      operationBytes: lists.operationBytes,
    })
    .prepare(),
)

const insertChange = prepared((db) =>
  db
    .insert(changes)
    .values(
      placeholders(
        'id',
        'listId',
        'actorId',
        'linkId',
        'guestName',
        'guestKey',
        'kind',
        'pairId',
        'listRevision',
        'itemCount',
        'firstItemId',
        'createdAt',
      ),
    )
    .prepare(),
)

const insertEffects = preparedForRows(changeItems, (db, rows) =>
  db.insert(changeItems).values(rows).prepare(),
)

export type Change = typeof changes.$inferSelect
export type ChangeKind = Change['kind']

export type State = Partial<
  ItemColumns &
    Pick<
      typeof items.$inferSelect,
      'priceGuessed' | 'priceRemembered' | 'completed' | 'completedAt' | 'tripId' | 'deletedAt'
    > &
    Pick<typeof lists.$inferSelect, 'currency'> &
    Pick<typeof trips.$inferSelect, 'paidMinor' | 'store' | 'boughtOn'>
>

/** An effect's `after`, as JSON. */
export type StoredState = State & {
  addedMilli?: number
  isAtHome?: true
  priceCurrency?: string | undefined
}

export interface Effect {
  id: string
  before: State | null
  after: State
  /** How much of the quantity this change added: undoing it subtracts that, even if others added more since. */
  addedMilli?: number
  /** A recipe needs it, and it's probably at home already. */
  isAtHome?: true
  /** Of its prices; that of the list may be another one by now. Without one, dollars. */
  priceCurrency?: string
}

export function effectOf(old: State & { id: string }, values: State): Effect | undefined {
  const fields = (Object.keys(values) as (keyof State)[]).filter((field) => old[field] !== values[field])
  if (fields.length === 0) return undefined
  const pick = (from: State) => Object.fromEntries(fields.map((field) => [field, from[field]]))
  return { id: old.id, before: pick(old), after: pick(values) }
}

/** The id of the change that a request made; null if nothing changed. */
export interface WithChange {
  change: string | null
}

export interface Undone {
  kind: Change['kind']
  list: Pick<typeof lists.$inferSelect, 'id'> & { deleted: boolean }
  change: string | null
  /** How many things the change touched, and how many of them this undo brought back. */
  of: number
  restored: number
  /** The names of those that somebody changed since. The others are gone for good. */
  kept: string[]
  /** What somebody has corrected of the trip that is gone with this. */
  trip?: Corrected | undefined
}

export type Corrected = Pick<typeof trips.$inferSelect, 'paidMinor' | 'store' | 'currency'>
