import { eq } from 'drizzle-orm'
import { type Actor, findListOrDeleted, isBy, type List, listFor } from '#app/domain/access/access.ts'
import { takeBackSorting } from '#app/domain/aisles/writeSorting.ts'
import { DomainError } from '#app/domain/errors.ts'
import { uncount } from '#app/domain/goods/goods.ts'
import { isId, newId } from '#app/domain/ids.ts'
import type { Item } from '#app/domain/items/findItem.ts'
import { addOperationBytes, bytesOfOperation } from '#app/domain/keptOperations.ts'
import { operationId, storeUnlessDone, write } from '#app/domain/write.ts'
import type { Services } from '#app/services.ts'
import type { Db } from '#db/database.ts'
import { changes, items, trips } from '#db/schema.ts'
import { applyReversals, keepListInUse } from './applyReversals.ts'
import type { Change, Corrected, Effect, NewChange, Undone } from './changes.ts'
import { canBeRestored, keepNewestDeletedItems, keepNewestDeletedLists } from './purge.ts'
import { fieldsOf, inCurrency, isEmpty, reverseAll } from './reverse.ts'
import { effectsOf, goodEffectsOf, sortingEffectsOf, type Things, thingsOf, timesAsLeft } from './things.ts'

/** Whether the operation has arrived or not: if it comes later, nothing is done. */
export async function undoOperation(
  services: Services,
  actor: Actor,
  { op, listId }: { op: string | undefined; listId: string | undefined },
): Promise<Undone | undefined> {
  if (!isId(op)) throw new DomainError('id-invalid')
  const before = await services.write(async (tx) => {
    const list = await listFor(tx, actor, listId, 'edit')
    const before = await storeUnlessDone(tx, operationId(actor, { key: [op] }), { actor, listId: list.id })
    if (!before) await addOperationBytes(tx, list.id, bytesOfOperation(null))
    return before
  })
  return before?.change ? undoChange(services, actor, before.change) : undefined
}

/** Field by field: fields that somebody changed since stay. The undo is a change too. Repeated, it returns the same. */
export async function undoChange(
  services: Services,
  actor: Actor,
  changeId: string | undefined,
  id?: string,
): Promise<Undone> {
  const { undoneBy, ...undone } = await write(services, {
    actor,
    find: (tx) => changeFor(tx, actor, changeId),
    async work(tx, found) {
      const { change, list, effects } = found
      const things = await thingsOf(tx, list, change)
      const { undoneBy } = change
      if (undoneBy) {
        const reversals = await effectsOf(tx, undoneBy)
        return { result: { undoneBy, ...describe(change, list, effects, reversals, things) } }
      }
      const possible = await reversalsOf(tx, found, things)
      const sorting = possible.length > 0 || change.kind === 'order' ? await takeBack(tx, change) : []
      const isNothing = change.kind !== 'usual' && possible.every(isEmpty) && sorting.length === 0
      const reversals = isNothing ? [] : possible
      const result = { undoneBy, ...describe(change, list, effects, reversals, things) }
      if (change.kind === 'order') result.restored = isNothing ? 0 : 1
      const pair = change.pairId === null ? undefined : await undoPair(services, tx, actor, found, reversals)
      if (isNothing) return { result }
      const undo = { id: await unusedId(tx, id), ...(pair && { pairId: pair.id }) }
      return {
        result: { ...result, undoneBy: undo.id },
        change: {
          ...(await applyUndo(services, tx, actor, found, reversals, things, undo.id)),
          ...undo,
          sorting,
        },
        ...(pair && { other: { ...pair, pairId: undo.id } }),
        async trim(tx) {
          if (!reversals.some(({ after }) => after.deletedAt)) return
          await keepNewestDeletedItems(tx, list.id)
          await keepNewestDeletedLists(tx, list.createdBy)
        },
      }
    },
  })
  return { ...undone, change: undoneBy }
}

type Found = Awaited<ReturnType<typeof changeFor>>

async function reversalsOf(tx: Db, { change, list, effects }: Found, things: Things): Promise<Effect[]> {
  const present = { things, now: Date.now(), isTimeAsLeft: await timesAsLeft(tx, change) }
  return keepListInUse(tx, list, effects, reverseAll(change, effects, present))
}

const takeBack = async (tx: Db, { id, listId }: Change) =>
  takeBackSorting(tx, listId, await sortingEffectsOf(tx, id))

async function applyUndo(
  services: Services,
  tx: Db,
  actor: Actor,
  { change, list }: Found,
  reversals: Effect[],
  things: Things,
  undo: string,
): Promise<NewChange> {
  const { id, kind } = change
  const applied = await applyReversals(services, tx, actor, list, reversals, things)
  await tx.update(changes).set({ undoneAt: Date.now(), undoneBy: undo }).where(eq(changes.id, id)).run()
  const goods = await uncount(tx, list.id, await goodEffectsOf(tx, id))
  return { listId: list.id, kind, event: eventOf(list, kind, reversals), ...applied, goods }
}

/** What moved is in one of two lists: both sides go back as they were, or none. */
async function undoPair(
  services: Services,
  tx: Db,
  actor: Actor,
  found: Found,
  reversals: Effect[],
): Promise<NewChange & { id: string }> {
  const there = await changeFor(tx, actor, found.change.pairId ?? undefined).catch((error) => {
    throw error instanceof DomainError ? new DomainError('move-unreachable') : error
  })
  const things = await thingsOf(tx, there.list, there.change)
  const reversalsThere = await reversalsOf(tx, there, things)
  const isWhole =
    keptOf(found.effects, reversals).length === 0 && keptOf(there.effects, reversalsThere).length === 0
  if (!isWhole) throw new DomainError('move-changed', { name: there.list.name })
  const id = newId()
  return { ...(await applyUndo(services, tx, actor, there, reversalsThere, things, id)), id }
}

/** Takes back what a change did to one of its items, unless all of it was undone. */
export async function reverseOf(
  services: Services,
  tx: Db,
  actor: Actor,
  list: List,
  item: Item,
  changeId: string,
) {
  const change = await tx.select().from(changes).where(eq(changes.id, changeId)).get()
  if (!change || change.undoneBy) return undefined
  const effects = (await effectsOf(tx, changeId)).filter(({ id }) => id === item.id)
  const things: Things = new Map([[item.id, { ...item, table: items }]])
  const present = { things, now: Date.now(), isTimeAsLeft: await timesAsLeft(tx, change) }
  const ofNow = effects.map((effect) => inCurrency(list.currency, effect))
  const reversals = reverseAll(change, ofNow, present)
  return reversals.length > 0 ? applyReversals(services, tx, actor, list, reversals, things) : undefined
}

async function changeFor(tx: Db, actor: Actor, id: string | undefined) {
  const change = id && (await tx.select().from(changes).where(eq(changes.id, id)).get())
  if (!change) throw new DomainError('change-not-found')
  const stored = await effectsOf(tx, change.id)
  const isOfList = stored.some((effect) => effect.id === change.listId)
  const right = isOfList ? 'own' : isBy(actor, change) ? 'edit' : 'editAll'
  const list = await findListOrDeleted(tx, actor, change.listId, right)
  const isReachable = list && (list.deletedAt === null || (isOfList && canBeRestored(list)))
  if (!isReachable) throw new DomainError('change-not-found')
  return { change, list, effects: stored.map((effect) => inCurrency(list.currency, effect)) }
}

function eventOf(list: List, kind: Change['kind'], reversals: Effect[]): NewChange['event'] {
  if (kind === 'receipt') return { type: 'receiptChanged' }
  if (kind === 'usual') return { type: 'itemEdited' }
  const ofList = reversals.find(({ id }) => id === list.id)
  if (ofList && 'deletedAt' in ofList.after) {
    return { type: ofList.after.deletedAt === null ? 'listRestored' : 'listDeleted' }
  }
  if (ofList) return { type: 'itemEdited' }
  const [only] = reversals
  const type = only && reversals.every(({ after }) => after.deletedAt) ? 'itemDeleted' : 'itemEdited'
  return { type, ...(only && reversals.length === 1 && { itemID: only.id }) }
}

async function unusedId(tx: Db, id: string | undefined): Promise<string> {
  const isTaken = id && (await tx.select({ id: changes.id }).from(changes).where(eq(changes.id, id)).get())
  return id && !isTaken ? id : newId()
}

const byIdOf = (reversals: Effect[]) => new Map(reversals.map((reversal) => [reversal.id, reversal]))

/** What stays as it is, or goes back in part. */
function keptOf(effects: Effect[], reversals: Effect[]): Effect[] {
  const byId = byIdOf(reversals)
  return effects.filter(({ id, before, after }) => {
    const reversal = byId.get(id)
    return !reversal || !(before === null || fieldsOf(after).every((field) => field in reversal.after))
  })
}

/** Changes of what is usual or of the order touch no items. */
function restoredOf({ kind, itemCount }: Change, items: number): number {
  if (kind === 'order') return 1
  return kind === 'usual' ? itemCount : items
}

function describe(change: Change, list: List, effects: Effect[], reversals: Effect[], things: Things) {
  const byId = byIdOf(reversals)
  // Removed because it's at home: no undo is needed for that.
  const isGone = ({ id, isAtHome }: Effect) =>
    reversals.length > 0 && isAtHome && (things.get(id)?.deletedAt ?? null) !== null
  const kept = keptOf(effects, reversals).filter((effect) => !isGone(effect))
  const deletedAt = byId.get(list.id)?.after.deletedAt
  return {
    kind: change.kind,
    list: { id: list.id, deleted: (deletedAt === undefined ? list.deletedAt : deletedAt) !== null },
    // Counts what was deleted for good since, too.
    of: change.kind === 'order' ? 1 : change.itemCount,
    restored: restoredOf(change, effects.length - kept.length),
    // The name it has now, if only that went back.
    kept: kept.flatMap(({ id }) => byId.get(id)?.after.name ?? things.get(id)?.name ?? []),
    trip: change.kind === 'finish' ? correctedIn(reversals, things) : undefined,
  }
}

function correctedIn(reversals: Effect[], things: Things): Corrected | undefined {
  const gone = reversals.find(({ id, after }) => things.get(id)?.table === trips && after.deletedAt !== null)
  const { createdAt = 0, updatedAt = 0, paidMinor, store = '', currency } = things.get(gone?.id ?? '') ?? {}
  if (currency === undefined || updatedAt === createdAt) return undefined
  return { paidMinor: paidMinor ?? null, store, currency }
}
