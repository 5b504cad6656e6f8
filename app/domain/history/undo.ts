import { eq } from 'drizzle-orm'
import { type Actor, findListOrDeleted, isBy, type List, listFor } from '#app/domain/access/access.ts'
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
import { fieldsOf, inCurrency, reverseAll } from './reverse.ts'
import { effectsOf, goodEffectsOf, type Things, thingsOf, timesAsLeft } from './things.ts'

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
    async work(tx, { change, list, effects }) {
      const things = await thingsOf(tx, list, change)
      const { kind, undoneBy } = change
      if (undoneBy) {
        const reversals = await effectsOf(tx, undoneBy)
        return { result: { undoneBy, ...describe(change, list, effects, reversals, things) } }
      }
      const now = Date.now()
      const present = { things, now, isTimeAsLeft: await timesAsLeft(tx, change) }
      const reversals = await keepListInUse(tx, list, effects, reverseAll(change, effects, present))
      const result = { undoneBy, ...describe(change, list, effects, reversals, things) }
      if (reversals.length === 0) return { result }
      const applied = await applyReversals(services, tx, actor, list, reversals, things)
      const undo = await unusedId(tx, id)
      await tx.update(changes).set({ undoneAt: now, undoneBy: undo }).where(eq(changes.id, change.id)).run()
      const event = eventOf(list, kind, reversals)
      const goods = await uncount(tx, list.id, await goodEffectsOf(tx, change.id))
      return {
        result: { ...result, undoneBy: undo },
        change: { id: undo, listId: list.id, kind, event, ...applied, goods },
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
  const ofList = reversals.find(({ id }) => id === list.id)
  if (ofList && 'deletedAt' in ofList.after) {
    return { type: ofList.after.deletedAt === null ? 'listRestored' : 'listDeleted' }
  }
  if (ofList) return { type: 'itemEdited' }
  const type = reversals.every(({ after }) => after.deletedAt) ? 'itemDeleted' : 'itemEdited'
  const [only] = reversals
  return { type, ...(only && reversals.length === 1 && { itemID: only.id }) }
}

async function unusedId(tx: Db, id: string | undefined): Promise<string> {
  const isTaken = id && (await tx.select({ id: changes.id }).from(changes).where(eq(changes.id, id)).get())
  return id && !isTaken ? id : newId()
}

function describe(change: Change, list: List, effects: Effect[], reversals: Effect[], things: Things) {
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
    // Counts what was deleted for good since, too.
    of: change.itemCount,
    restored: effects.length - kept.length,
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
