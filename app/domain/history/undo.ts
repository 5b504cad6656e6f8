import { and, eq, inArray } from 'drizzle-orm'
import { findListOrDeleted, type List, listFor } from '#app/domain/access/access.ts'
import { type Actor, isGuest } from '#app/domain/access/actors.ts'
import { DomainError } from '#app/domain/errors.ts'
import type { ListEvent } from '#app/domain/events.ts'
import { isId, newId } from '#app/domain/ids.ts'
import { MAX_QUANTITY_MILLI } from '#app/domain/items/amounts.ts'
import { type Item, requireRoom, tickedBy } from '#app/domain/items/items.ts'
import { requireRoomForList } from '#app/domain/lists/lists.ts'
import { live, withDeleted } from '#app/domain/liveRows.ts'
import { cancelOperation } from '#app/domain/operations.ts'
import { bytesOf } from '#app/domain/receipts/bytes.ts'
import { requireStorage } from '#app/domain/receipts/storageBudget.ts'
import { DAY } from '#app/domain/time.ts'
import type { Services } from '#app/services.ts'
import type { Db } from '#db/database.ts'
import { changeItems, changes, items, lists, receipts } from '#db/schema.ts'
import { chunks, record } from './changes.ts'
import type { Change, Effect, State, Undone } from './effects.ts'
import { keepNewestDeletedItems, keepNewestDeletedLists } from './purge.ts'

interface Result extends Undone {
  event?: ListEvent
}

/** Undoes an operation by its id, whether it has arrived or not. Undefined if there was nothing to undo. */
export async function undoOperation(
  services: Services,
  actor: Actor,
  { op, listId }: { op: string | undefined; listId: string | undefined },
): Promise<Undone | undefined> {
  if (!isId(op)) throw new DomainError('id-invalid')
  const change = await services.write(async (tx) => {
    const list = await listFor(tx, actor, listId, 'edit')
    return cancelOperation(tx, actor, list, op)
  })
  return change === null ? undefined : undoChange(services, actor, change)
}

/**
 * Takes a change back, field by field: whatever still is as the change left it goes back to what it was before, and
 * whatever somebody changed since stays. The undo is a change too. Repeated, it returns the same.
 */
export async function undoChange(
  services: Services,
  actor: Actor,
  changeId: string | undefined,
  id?: string,
): Promise<Undone> {
  const { event, ...undone } = await services.write(async (tx): Promise<Result> => {
    const { change, list, effects } = await changeFor(tx, actor, changeId)
    const things = await thingsOf(tx, list, change)
    if (change.undoneBy) return describe(change, list, effects, await effectsOf(tx, change.undoneBy), things)
    const now = Date.now()
    const reversals = await keepListInUse(tx, list, effects, reverseAll(change, effects, things, now))
    if (reversals.length === 0) return describe(change, list, effects, [], things)
    const bytes = await applyAll(services, tx, actor, list, reversals, things)
    const { event, change: undo } = await record(tx, list.id, {
      actor,
      kind: change.kind,
      event: eventOf(list, change.kind, reversals),
      effects: reversals,
      bytes,
      id: await unusedId(tx, id),
    })
    await tx.update(changes).set({ undoneAt: now, undoneBy: undo }).where(eq(changes.id, change.id)).run()
    if (reversals.some(({ after }) => after.deletedAt)) {
      await keepNewestDeletedItems(tx, list.id)
      await keepNewestDeletedLists(tx, list.createdBy)
    }
    return { ...describe({ ...change, undoneBy: undo }, list, effects, reversals, things), event }
  })
  if (event) services.events.publish(event)
  return undone
}

/** An item, a receipt or the list itself, with the fields that changes set. */
interface Thing extends State {
  id: string
  deletedAt: number | null
  table: typeof items | typeof lists | typeof receipts
  updatedAt?: number
  bytes?: number
}

type Things = Map<string, Thing>

/** Access to a change is access to its list, which may be deleted if the change created, deleted or restored it. */
async function changeFor(
  tx: Db,
  actor: Actor,
  id: string | undefined,
): Promise<{ change: Change; list: List; effects: Effect[] }> {
  const change = id && (await tx.select().from(changes).where(eq(changes.id, id)).get())
  if (!change) throw new DomainError('change-not-found')
  const effects = await effectsOf(tx, change.id)
  const isOfList = effects.some((effect) => effect.id === change.listId)
  const right = isOfList ? 'own' : isBy(actor, change) ? 'edit' : 'editAll'
  const list = await findListOrDeleted(tx, actor, change.listId, right)
  const isReachable = list && (list.deletedAt === null || isOfList)
  if (!isReachable) throw new DomainError('change-not-found')
  return { change, list, effects }
}

/** Guests with the same link are told apart by the name they gave. */
function isBy(actor: Actor, { actorId, linkId, guestName }: Change): boolean {
  return isGuest(actor) ? actor.linkId === linkId && actor.name === guestName : actor.id === actorId
}

export async function effectsOf(db: Db, changeId: string): Promise<Effect[]> {
  const rows = await db.select().from(changeItems).where(eq(changeItems.changeId, changeId)).all()
  return rows.map(({ itemId, before, after: stored }) => {
    const { addedMilli, ...after } = JSON.parse(stored ?? '{}') as State & { addedMilli?: number }
    return {
      id: itemId,
      before: before === null ? null : (JSON.parse(before) as State),
      after,
      ...(addedMilli !== undefined && { addedMilli }),
    }
  })
}

/** What the change touched, as it is now. What was deleted for good is missing. */
async function thingsOf(tx: Db, list: List, change: Change): Promise<Things> {
  const things: Things = new Map()
  if (change.kind === 'receipt') {
    const rows = await tx
      .select()
      .from(receipts)
      .where(and(eq(receipts.listId, list.id), withDeleted(receipts)))
      .all()
    for (const { id, deletedAt, bytes } of rows) things.set(id, { id, deletedAt, bytes, table: receipts })
    return things
  }
  const rows = await tx
    .select({ item: items })
    .from(changeItems)
    .innerJoin(items, and(eq(items.id, changeItems.itemId), withDeleted(items)))
    .where(eq(changeItems.changeId, change.id))
    .all()
  for (const { item } of rows) things.set(item.id, { ...item, table: items })
  things.set(list.id, { id: list.id, name: list.name, deletedAt: list.deletedAt, table: lists })
  return things
}

/** The effects that take these back, as far as possible. */
function reverseAll({ kind }: Change, effects: Effect[], things: Things, now: number): Effect[] {
  const reversals = effects.map((effect) => reverse(effect, things.get(effect.id), now))
  const possible = reversals.filter((reversal) => reversal !== undefined)
  const isWhole = possible.length === effects.length
  return kind === 'receipt' && !(isWhole && leavesOneReceipt(possible, things)) ? [] : possible
}

/** An old receipt only comes back if the present one goes. */
function leavesOneReceipt(reversals: Effect[], things: Things): boolean {
  const restores = reversals.some(({ after }) => after.deletedAt === null)
  const going = new Set(reversals.filter(({ after }) => after.deletedAt).map(({ id }) => id))
  const stays = [...things.values()].some(({ id, deletedAt }) => deletedAt === null && !going.has(id))
  return !(restores && stays)
}

function reverse(effect: Effect, thing: Thing | undefined, now: number): Effect | undefined {
  const { id, before, after, addedMilli } = effect
  if (!thing) return undefined
  if (before === null) return reverseCreation(after, thing, now)
  // What was deleted since stays as it is.
  if (thing.deletedAt !== null && !('deletedAt' in after)) return undefined
  const from: State = {}
  const to: State = {}
  for (const field of fieldsOf(after)) {
    const isAsLeft = isSame(thing, after, field)
    const less = field === 'quantityMilli' && !isAsLeft ? withoutAdded(thing, addedMilli) : undefined
    if (less !== undefined) {
      from.quantityMilli = thing.quantityMilli
      to.quantityMilli = less
      continue
    }
    if (!isAsLeft && thing[field] !== before[field]) continue
    Object.assign(from, { [field]: thing[field] })
    Object.assign(to, { [field]: before[field] })
  }
  // Back from the basket, and somebody added more since: it is still needed.
  if (to.completed && 'quantityMilli' in after && !('quantityMilli' in to)) {
    delete from.completed
    delete to.completed
  }
  if (Object.keys(to).length === 0) return undefined
  // Deleted again, it is kept for at least another 29 days.
  if (to.deletedAt && thing.deletedAt === null && to.deletedAt < now - DAY) to.deletedAt = now
  // Later than all ticks so far, so that a late request doesn't tick it again.
  if ('completed' in to) to.completedAt = Math.max(now, (thing.completedAt ?? 0) + 1)
  if ('completed' in from) from.completedAt = thing.completedAt
  const taken = to.quantityMilli === undefined ? undefined : addedMilli
  return { id, before: from, after: to, ...(taken !== undefined && { addedMilli: -taken }) }
}

/** The quantity without what the change added; undefined if nothing would be left, or it added nothing. */
function withoutAdded({ quantityMilli = 0 }: Thing, addedMilli: number | undefined): number | undefined {
  const less = addedMilli === undefined ? 0 : quantityMilli - addedMilli
  return less > 0 && less <= MAX_QUANTITY_MILLI ? less : undefined
}

function reverseCreation(after: State, thing: Thing, now: number): Effect | undefined {
  const { id, deletedAt } = thing
  if (deletedAt !== null) return { id, before: { deletedAt }, after: { deletedAt } }
  const isAsLeft = fieldsOf(after).every((field) => isSame(thing, after, field))
  return isAsLeft ? { id, before: { deletedAt }, after: { deletedAt: now } } : undefined
}

type Field = keyof State

/** `completedAt` belongs to `completed`: ticking an item again changes it too. */
const fieldsOf = (state: State) => (Object.keys(state) as Field[]).filter((field) => field !== 'completedAt')

function isSame(thing: Thing, state: State, field: Field): boolean {
  if (thing[field] !== state[field]) return false
  return field !== 'completed' || state.completedAt === undefined || thing.completedAt === state.completedAt
}

/** A new list stays if anything in it stays, which would be deleted with it. */
async function keepListInUse(tx: Db, list: List, effects: Effect[], reversals: Effect[]): Promise<Effect[]> {
  const isNew = effects.some(({ id, before }) => id === list.id && before === null)
  if (!isNew || list.deletedAt !== null) return reversals
  const rows = await tx
    .select({ id: items.id })
    .from(items)
    .where(and(eq(items.listId, list.id), live(items)))
    .all()
  const receipt = await tx
    .select({ id: receipts.id })
    .from(receipts)
    .where(and(eq(receipts.listId, list.id), live(receipts)))
    .get()
  const going = new Set(reversals.filter(({ after }) => after.deletedAt).map(({ id }) => id))
  const isInUse = receipt !== undefined || rows.some(({ id }) => !going.has(id))
  return isInUse ? reversals.filter(({ id }) => id !== list.id) : reversals
}

/** Writes the reversals, within the limits. Returns how the storage changed. */
async function applyAll(
  services: Services,
  tx: Db,
  actor: Actor,
  list: List,
  reversals: Effect[],
  things: Things,
) {
  const bytes = { live: 0, deleted: 0 }
  for (const { id, after } of reversals) {
    const thing = things.get(id)
    if (thing) addBytes(bytes, thing, after)
  }
  for (const { table, ids, values } of groupsOf(reversals, things, actor)) {
    for (const some of chunks(ids)) await update(tx, table, some, values)
  }
  await requireRoom(tx, list.id)
  // The bytes of a restored list count again already; one more, so that they are checked.
  const restoresList = reversals.some(({ id, after }) => id === list.id && after.deletedAt === null)
  if (restoresList) await requireRoomForList(tx, list.createdBy)
  const one = restoresList ? 1 : 0
  const restored = Math.max(0, -bytes.deleted)
  await requireStorage(services, tx, list.createdBy, bytes.live + one, restored + one)
  return bytes
}

type Values = State & Partial<Pick<Item, 'updatedAt' | 'completedBy' | 'completedGuest'>>

async function update(tx: Db, table: Thing['table'], ids: string[], values: Values) {
  const { name, deletedAt } = values
  if (table === items) {
    await tx
      .update(items)
      .set(values)
      .where(and(inArray(items.id, ids), withDeleted(items)))
      .run()
  } else if (table === lists) {
    await tx
      .update(lists)
      .set({ name, deletedAt })
      .where(and(inArray(lists.id, ids), withDeleted(lists)))
      .run()
  } else {
    await tx
      .update(receipts)
      .set({ deletedAt })
      .where(and(inArray(receipts.id, ids), withDeleted(receipts)))
      .run()
  }
}

/** What is deleted moves from the live storage to the other, and back. */
function addBytes(bytes: { live: number; deleted: number }, thing: Thing, { name, deletedAt }: State) {
  const size = thing.bytes ?? bytesOf(thing.name ?? '')
  if (name !== undefined && thing.deletedAt === null) bytes.live += bytesOf(name) - size
  if (thing.table === lists) return
  const moves = deletedAt !== undefined && (deletedAt === null) !== (thing.deletedAt === null)
  if (!moves) return
  const sign = deletedAt === null ? 1 : -1
  bytes.live += sign * size
  bytes.deleted -= sign * size
}

interface Group {
  table: Thing['table']
  ids: string[]
  values: Values
}

const EDITED = ['name', 'quantityMilli', 'unit', 'priceCents', 'priceFor', 'priceGuessed', 'priceRemembered']

/** Things that get the same values are written together. */
function groupsOf(reversals: Effect[], things: Things, actor: Actor) {
  const groups = new Map<string, Group>()
  for (const { id, after } of reversals) {
    const thing = things.get(id)
    if (!thing) continue
    const isEdit = EDITED.some((field) => field in after)
    const updatedAt = Math.max(Date.now(), (thing.updatedAt ?? 0) + 1)
    const values = {
      ...after,
      ...(isEdit && { updatedAt }),
      ...(after.completed !== undefined && tickedBy(actor, after.completed)),
    }
    const key = JSON.stringify([thing.table === items, values])
    const group: Group = groups.get(key) ?? { table: thing.table, ids: [], values }
    group.ids.push(id)
    groups.set(key, group)
  }
  // A deleted receipt makes room for the one that comes back.
  const isRestoring = ({ values }: { values: Values }) => Number(values.deletedAt === null)
  return [...groups.values()].sort((a, b) => isRestoring(a) - isRestoring(b))
}

function eventOf(
  list: List,
  kind: Change['kind'],
  reversals: Effect[],
): { type: ListEvent['type']; itemID?: string } {
  if (kind === 'receipt') return { type: 'receiptChanged' }
  const ofList = reversals.find(({ id }) => id === list.id)
  if (ofList && 'deletedAt' in ofList.after) {
    return { type: ofList.after.deletedAt === null ? 'listRestored' : 'listDeleted' }
  }
  if (ofList) return { type: 'itemEdited' }
  const type = reversals.every(({ after }) => after.deletedAt) ? 'itemDeleted' : 'itemEdited'
  const [only] = reversals
  return { type, ...(only && reversals.length === 1 && { itemID: only.id }) }
}

/** The operation's id becomes the change's, unless another change has it. */
async function unusedId(tx: Db, id: string | undefined): Promise<string> {
  const isTaken = id && (await tx.select({ id: changes.id }).from(changes).where(eq(changes.id, id)).get())
  return id && !isTaken ? id : newId()
}

function describe(
  change: Change,
  list: List,
  effects: Effect[],
  reversals: Effect[],
  things: Things,
): Undone {
  const byId = new Map(reversals.map((reversal) => [reversal.id, reversal]))
  const isWhole = ({ id, before, after }: Effect) => {
    const reversal = byId.get(id)
    return reversal && (before === null || fieldsOf(after).every((field) => field in reversal.after))
  }
  const kept = effects.filter((effect) => !isWhole(effect))
  const deletedAt = byId.get(list.id)?.after.deletedAt
  return {
    kind: change.kind,
    list: { id: list.id, deleted: (deletedAt === undefined ? list.deletedAt : deletedAt) !== null },
    change: change.undoneBy,
    of: effects.length,
    restored: effects.length - kept.length,
    kept: kept.flatMap(({ id }) => things.get(id)?.name ?? []),
  }
}
