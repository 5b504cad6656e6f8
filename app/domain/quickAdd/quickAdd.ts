import { and, eq, inArray } from 'drizzle-orm'
import { z } from 'zod/v4'
import { type List, listFor } from '#app/domain/access/access.ts'
import { type Actor, isGuest } from '#app/domain/access/actors.ts'
import type { Effect, WithChange } from '#app/domain/history/effects.ts'
import { areTombstones } from '#app/domain/history/purge.ts'
import { insertItems, type NewItem } from '#app/domain/items/addItems.ts'
import { effectOf, type Item, ORDER_SHOWN, tickedBy } from '#app/domain/items/items.ts'
import { live, withDeleted } from '#app/domain/liveRows.ts'
import { rememberAdded, rememberedPrices } from '#app/domain/memory/memories.ts'
import type { Services } from '#app/services.ts'
import type { Db } from '#db/database.ts'
import { changes, items } from '#db/schema.ts'
import { cleanLine } from '../cleanLine.ts'
import { DomainError, type PlainCode } from '../errors.ts'
import type { ListEvent } from '../events.ts'
import { idFrom } from '../hash.ts'
import { type IdempotentRequest, idempotentRequest, runOnce } from '../idempotency.ts'
import { idInSeries, newId } from '../ids.ts'
import { at, id } from '../inputs.ts'
import { doOnce, isRepeated, type Repeated } from '../operations.ts'
import { type Merged, type Plan, planFor } from './merge.ts'
import { type ReadItem, readLine } from './readLine.ts'
import { isReadable, MAX_LINES, readText } from './readText.ts'

export const QuickAdd = z.object({
  /** Identifies the request. */
  id: id.optional(),
  at,
  lines: z
    .string('lines-missing' satisfies PlainCode)
    .refine(isReadable, 'too-many-lines' satisfies PlainCode),
})

/** The lines of a preview, each an item, as somebody may have corrected them. */
export const AddLines = z.object({
  id: id.optional(),
  lines: z
    .array(z.string())
    .transform((lines) => lines.map(cleanLine).filter((line) => line !== ''))
    .refine((lines) => lines.length > 0, 'lines-required' satisfies PlainCode)
    .refine((lines) => lines.length <= MAX_LINES, 'too-many-lines' satisfies PlainCode),
})

export interface QuickAdded extends WithChange {
  added: Item[]
  /** Items that were on the list, with more, with a new price or back from the basket. */
  raised: Item[]
  /** Items that were on the list, and the line said nothing new. */
  already: Item[]
  /** Lines that are no items: headings, URLs and ticked boxes. */
  skipped: string[]
}

interface Request {
  listId: string | undefined
  id?: string | undefined
  at?: number | undefined
}

type Lines = Request & Pick<z.infer<typeof QuickAdd>, 'lines'>

/** Adds what somebody typed or pasted, all or none. Sent twice, it is added once. */
export async function quickAdd(
  services: Services,
  actor: Actor,
  input: Lines,
  attempt?: IdempotentRequest,
): Promise<QuickAdded>
export async function quickAdd(
  services: Services,
  actor: Actor,
  input: Lines,
  attempt: undefined,
  op: string | undefined,
): Promise<QuickAdded | Repeated>
export async function quickAdd(
  services: Services,
  actor: Actor,
  { lines, ...request }: Lines,
  attempt?: IdempotentRequest,
  op?: string,
): Promise<QuickAdded | Repeated> {
  const read = readText(lines)
  if (read.hasMore) throw new DomainError('too-many-lines')
  const wanted = read.items.filter(({ isTicked }) => !isTicked)
  const ticked = read.items.filter(({ isTicked }) => isTicked).map(({ line }) => line)
  if (wanted.length === 0) {
    throw new DomainError(read.items.length + read.skipped.length > 0 ? 'only-skipped' : 'lines-missing')
  }
  const added = await addLines(services, actor, wanted, request, attempt, op)
  return isRepeated(added) ? added : { ...added, skipped: [...read.skipped, ...ticked] }
}

/** Adds lines that somebody checked. */
export async function addChecked(
  services: Services,
  actor: Actor,
  { lines, ...request }: Request & Pick<z.infer<typeof AddLines>, 'lines'>,
): Promise<QuickAdded> {
  return addLines(services, actor, lines.map(readLine), request)
}

const LINES_PER_KEY = 10

async function addLines(
  services: Services,
  actor: Actor,
  lines: ReadItem[],
  request: Request,
  attempt?: IdempotentRequest,
): Promise<QuickAdded>
async function addLines(
  services: Services,
  actor: Actor,
  lines: ReadItem[],
  request: Request,
  attempt: IdempotentRequest | undefined,
  op: string | undefined,
): Promise<QuickAdded | Repeated>
async function addLines(
  services: Services,
  actor: Actor,
  lines: ReadItem[],
  { listId, id, at }: Request,
  attempt?: IdempotentRequest,
  op?: string,
): Promise<QuickAdded | Repeated> {
  if (lines.length > MAX_LINES) throw new DomainError('too-many-lines')
  // Other lines or another list are another request, even from the same page.
  const key = id && op === undefined ? JSON.stringify([id, listId, lines]) : undefined
  const request =
    key && !isGuest(actor) ? idempotentRequest(services, actor, '/quick-add', key, key) : undefined
  if (request || attempt) countLines(services, actor, lines)
  const changeId = key && isGuest(actor) ? idFrom(`${actor.linkId} ${key}`) : undefined
  const { event, ...added } = await services.write((tx) =>
    doOnce(tx, actor, op, {
      find: async () => ({ list: await listFor(tx, actor, listId, 'edit') }),
      work({ list }) {
        const add = () => apply(services, tx, actor, list, lines, { at, id, changeId })
        return runOnce(tx, attempt, () => runOnce(tx, request, add))
      },
    }),
  )
  if (event) services.events.publish(event)
  return added
}

/** The results of repeatable requests are stored for a day: those of many lines are as large as those of many requests. */
function countLines({ userLimits }: Services, actor: Actor, lines: ReadItem[]): void {
  if (isGuest(actor)) return
  for (let n = LINES_PER_KEY; n < lines.length; n += LINES_PER_KEY) userLimits.consumeIdempotencyKey(actor.id)
}

interface Operation {
  id: string | undefined
  at: number | undefined
  /** Of guests: they have no stored results, so the change itself tells that a request is repeated. */
  changeId: string | undefined
}

async function apply(
  services: Services,
  tx: Db,
  actor: Actor,
  list: List,
  lines: ReadItem[],
  { id, at, changeId }: Operation,
): Promise<QuickAdded & { event?: ListEvent }> {
  const nothing = { added: [], raised: [], already: [], skipped: [], change: null }
  if (changeId && (await changeExists(tx, changeId))) return { ...nothing, change: changeId }
  const rows = await rowsOf(tx, list.id)
  const plan = planFor(rows, lines)
  const byId = new Map(rows.map((row) => [row.id, row]))
  const now = Date.now()
  const addedAt = Math.min(at ?? now, now)
  const newItems = await newItemsOf(tx, actor, plan, id, addedAt)
  const { raised, already, effects } = await applyMerges(tx, actor, plan, byId)
  if (newItems.length + effects.length === 0) return { ...nothing, already }
  const { event, change, added } = await insertItems(services, tx, actor, list, newItems, {
    kind: 'add',
    type: newItems.length > 0 ? 'itemCreated' : 'itemEdited',
    effects,
    changeId,
  })
  // More of something says nothing about its price.
  const stated = raised.map((row) => (isPriced(plan, row) ? row : { ...row, priceCents: 0 }))
  await rememberAdded(tx, actor, stated)
  return { added, raised, already, skipped: [], event, change }
}

function isPriced({ merged }: Plan, { id }: Item): boolean {
  const { priceCents, priceFor, addedMilli } = merged.get(id) ?? {}
  // A price for all is for what the line says, not for what was on the list before.
  return priceCents !== undefined && !(priceFor === 'all' && addedMilli !== undefined)
}

async function newItemsOf(
  tx: Db,
  actor: Actor,
  { added }: Plan,
  operationId: string | undefined,
  addedAt: number,
): Promise<(NewItem & { id: string })[]> {
  const priceOf = await rememberedPrices(
    tx,
    actor,
    added.filter(({ priceCents }) => priceCents === undefined),
  )
  const wanted = added.map((item) => ({
    item,
    id: operationId ? idInSeries(operationId, item.index) : newId(),
  }))
  const ids = wanted.map(({ id }) => id)
  const taken = await takenIds(tx, ids)
  // Repeated after they were deleted for good: they don't come back.
  const gone = await areTombstones(tx, ids)
  return wanted
    .filter(({ id }) => !gone.has(id))
    .map(({ item, id }) => {
      const { name, quantityMilli, unit, priceCents, priceFor } = item
      const remembered = priceCents === undefined ? priceOf(item) : undefined
      const price = remembered ?? { priceCents: priceCents ?? 0, priceFor }
      return {
        ...{ id: taken.has(id) ? newId() : id, name, quantityMilli, unit, addedAt },
        ...price,
        priceRemembered: remembered !== undefined,
      }
    })
}

async function applyMerges(tx: Db, actor: Actor, { merged }: Plan, byId: Map<string, Item>) {
  const raised: Item[] = []
  const already: Item[] = []
  const effects: Effect[] = []
  for (const [id, { addedMilli, ...values }] of merged) {
    const old = byId.get(id)
    if (!old) continue
    const effect = effectOf(old, values)
    if (!effect) {
      already.push(old)
      continue
    }
    const row = { ...old, ...(await update(tx, actor, old, values)) }
    raised.push(row)
    const reopened = values.completed === false && {
      // With its quantity, even if that is the same: somebody may add more before it is undone.
      before: { ...effect.before, quantityMilli: old.quantityMilli, completedAt: old.completedAt },
      after: { ...effect.after, quantityMilli: row.quantityMilli, completedAt: row.completedAt },
    }
    effects.push({ ...effect, ...reopened, ...(addedMilli !== undefined && { addedMilli }) })
  }
  return { raised, already, effects }
}

async function update(tx: Db, actor: Actor, old: Item, merged: Merged): Promise<Partial<Item>> {
  const now = Date.now()
  const values = {
    ...merged,
    updatedAt: Math.max(now, old.updatedAt + 1),
    // Later than the tick, so that a late request doesn't tick it again.
    ...(merged.completed === false && {
      completedAt: Math.max(now, old.completedAt + 1),
      ...tickedBy(actor, false),
    }),
  }
  await tx
    .update(items)
    .set(values)
    .where(and(eq(items.id, old.id), live(items)))
    .run()
  return values
}

async function rowsOf(tx: Db, listId: string): Promise<Item[]> {
  return tx
    .select()
    .from(items)
    .where(and(eq(items.listId, listId), live(items)))
    .orderBy(...ORDER_SHOWN)
    .all()
}

async function takenIds(tx: Db, ids: string[]): Promise<Set<string>> {
  if (ids.length === 0) return new Set()
  const found = await tx
    .select({ id: items.id })
    .from(items)
    .where(and(inArray(items.id, ids), withDeleted(items)))
    .all()
  return new Set(found.map(({ id }) => id))
}

async function changeExists(tx: Db, id: string): Promise<boolean> {
  return (await tx.select({ id: changes.id }).from(changes).where(eq(changes.id, id)).get()) !== undefined
}
