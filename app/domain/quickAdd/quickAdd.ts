import { setImmediate as nextTurn } from 'node:timers/promises'
import { and, eq, inArray, sql } from 'drizzle-orm'
import { z } from 'zod/v4'
import { type Actor, type List, listFor } from '#app/domain/access/access.ts'
import { DomainError } from '#app/domain/errors.ts'
import { type Effect, effectOf, type NewChange } from '#app/domain/history/changes.ts'
import type { Told } from '#app/domain/history/things.ts'
import { idInSeries, newId } from '#app/domain/ids.ts'
import { at, code, id } from '#app/domain/inputs.ts'
import type { Item } from '#app/domain/items/findItem.ts'
import { insertItems, type NewItem, ORDER_SHOWN, tickedBy, updateItem } from '#app/domain/items/itemRows.ts'
import { rememberMerged } from '#app/domain/items/mergedIds.ts'
import { LONG_LIST, MAX_ITEMS_AT_ONCE } from '#app/domain/limitsAndLifetimes.ts'
import { currencyOf } from '#app/domain/locale/currencies.ts'
import type { Currency } from '#app/domain/locale/currency.ts'
import { rememberAdded, rememberedPrices } from '#app/domain/memory/memories.ts'
import { cleanLine } from '#app/domain/text.ts'
import { countKept, isRepeated, type Op, type Repeated, write } from '#app/domain/write.ts'
import type { Services } from '#app/services.ts'
import { type Db, live, prepared, preparedForRows } from '#db/database.ts'
import { items } from '#db/schema.ts'
import { itemKey, type Plan, planFor } from './merge.ts'
import { type ReadItem, readLine } from './readLine.ts'
import { isReadable, readText } from './readText.ts'
import { storedItemKey } from './storedKeys.ts'

export const QuickAdd = z.object({
  id: id.optional(),
  at,
  lines: z.string(code('lines-missing')).refine(isReadable, code('too-many-lines')),
})

export const AddLines = z.object({
  id: id.optional(),
  lines: z
    .array(z.string())
    .transform((lines) => lines.map(cleanLine).filter((line) => line !== ''))
    .refine((lines) => lines.length > 0, code('lines-required'))
    .refine((lines) => lines.length <= MAX_ITEMS_AT_ONCE, code('too-many-lines')),
})

interface Request extends Partial<Pick<z.infer<typeof QuickAdd>, 'id' | 'at'>> {
  listId: string | undefined
}

export async function quickAdd<Again = never>(
  services: Services,
  actor: Actor,
  { lines, ...request }: Request & Pick<z.infer<typeof QuickAdd>, 'lines'>,
  op?: Op<Again>,
) {
  return add(services, actor, (currency) => linesToAdd(lines, currency), request, op)
}

function linesToAdd(text: string, currency: Currency): Lines {
  const { items, skipped, hasMore } = readText(text, currency)
  if (hasMore) throw new DomainError('too-many-lines')
  const wanted = items.filter(({ isTicked }) => !isTicked)
  const ticked = items.filter(({ isTicked }) => isTicked).map(({ line }) => line)
  if (wanted.length === 0) {
    throw new DomainError(items.length + skipped.length > 0 ? 'only-skipped' : 'lines-missing')
  }
  return { wanted, skipped: [...skipped, ...ticked] }
}

export async function addChecked<Again = never>(
  services: Services,
  actor: Actor,
  { lines, ...request }: Request & Pick<z.infer<typeof AddLines>, 'lines'>,
  op?: Op<Again>,
) {
  const read = (currency: Currency) => ({
    wanted: lines.map((line) => readLine(line, currency)),
    skipped: [],
  })
  return add(services, actor, read, request, op)
}

interface Lines {
  wanted: ReadItem[]
  skipped: string[]
}

/** A kept answer of more lines counts as several. */
const LINES_PER_KEY = 10

async function add<Again>(
  services: Services,
  actor: Actor,
  read: (currency: Currency) => Lines,
  { listId, id, at }: Request,
  op: Op<Again> | undefined,
) {
  let lines: Lines | undefined
  let readIn: string | undefined
  function readOnce({ currency }: List): Lines {
    // The owner may choose another one before a second try.
    if (lines && readIn === currency) return lines
    const isFirst = lines === undefined
    lines = read(currencyOf(currency))
    readIn = currency
    const { length } = lines.wanted
    if (length > MAX_ITEMS_AT_ONCE) throw new DomainError('too-many-lines')
    if (op?.request && isFirst)
      for (let n = LINES_PER_KEY; n < length; n += LINES_PER_KEY) countKept(services, actor)
    return lines
  }
  const result = await write(services, {
    actor,
    op,
    async find(tx) {
      const list = await listFor(tx, actor, listId, 'edit')
      // The lines are only read now, because reading many takes a while.
      return { list, ...readOnce(list) }
    },
    async work(tx, { list, wanted, skipped }) {
      const { change, ...added } = await addLines(services, tx, actor, list, wanted, { id, at })
      return { result: { ...added, skipped, currency: list.currency }, ...(change && { change }) }
    },
  })
  // Without them, the list is gone or no longer theirs.
  if (!isRepeatedAdd(result) || !listId || !lines || readIn === undefined) return result
  const { byId } = await planOn(services.db, listId, lines.wanted)
  return { ...result, ...againFrom(result.items, lines, byId), currency: readIn }
}

const isRepeatedAdd = (result: unknown): result is Repeated =>
  typeof result === 'object' && result !== null && isRepeated(result)

/** As the first time: what is neither new nor changed was on the list already. */
function againFrom(
  items: Told[],
  { wanted, skipped }: Lines,
  byId: Map<string, Item>,
): Added & { skipped: string[] } {
  const told = new Set(items.map(itemKey))
  const open = new Set(wanted.filter(leavesPriceOpen).map(itemKey))
  const added = items.filter(({ isNew }) => isNew)
  return {
    added,
    raised: items.filter(({ isNew }) => !isNew),
    already: [...byId.values()].filter((row) => !told.has(itemKey(row))),
    unclear: added.find((item) => open.has(itemKey(item))),
    skipped,
  }
}

interface Added {
  added: Item[]
  raised: (Item & Raised)[]
  already: Item[]
  /** The first new item whose line leaves open what the price is for. */
  unclear: Item | undefined
}

/** What a plan needs: each further column costs time for every row. */
const PLANNED = {
  id: items.id,
  name: items.name,
  note: items.note,
  quantityMilli: items.quantityMilli,
  unit: items.unit,
  priceCents: items.priceCents,
  priceFor: items.priceFor,
  completed: items.completed,
}

const rowsToPlan = prepared((db) =>
  db
    .select(PLANNED)
    .from(items)
    .where(and(eq(items.listId, sql.placeholder('listId')), live(items)))
    .orderBy(...ORDER_SHOWN)
    .prepare(),
)

const itemsWithIds = preparedForRows(
  items,
  (db, rows) =>
    db
      .select()
      .from(items)
      .where(
        and(
          inArray(
            items.id,
            rows.map(({ id }) => id),
          ),
          live(items),
        ),
      )
      .orderBy(...ORDER_SHOWN)
      .prepare(),
  ['id'],
)

/** With the items that lines join. */
async function planOn(db: Db, listId: string, lines: ReadItem[]) {
  const rows = await rowsToPlan(db).all({ listId })
  if (rows.length > LONG_LIST) await nextTurn()
  const plan = planFor(rows, lines, storedItemKey)
  const joined = [...plan.merged.keys()].map((id) => ({ id }))
  const { query, values } = itemsWithIds(db, joined)
  const found = joined.length > 0 ? await query.all(values) : []
  return { plan, byId: new Map(found.map((row) => [row.id, row])) }
}

export async function addLines(
  services: Services,
  tx: Db,
  actor: Actor,
  list: List,
  lines: ReadItem[],
  { id, at }: { id?: string | undefined; at?: number | undefined },
): Promise<Added & { change?: NewChange }> {
  const { plan, byId } = await planOn(tx, list.id, lines)
  const now = Date.now()
  const newItems = await newItemsOf(tx, actor, list, plan, lines, id, Math.min(at ?? now, now))
  const { raised, already, effects } = await applyMerges(tx, actor, plan, byId)
  const changeId = newId()
  const changed = new Set(effects.map((effect) => effect.id))
  const merged = id ? mergedLines(plan, lines, byId, id) : []
  const changeOf = (itemId: string) => (changed.has(itemId) ? changeId : null)
  await rememberMerged(
    tx,
    list.id,
    merged.map((one) => ({ ...one, change: changeOf(one.itemId) })),
  )
  if (newItems.length + effects.length === 0) return { added: [], raised: [], already, unclear: undefined }
  const { change, added } = await insertItems(services, tx, actor, list, newItems, {
    kind: 'add',
    type: newItems.length > 0 ? 'itemCreated' : 'itemEdited',
    effects,
  })
  // More of something says nothing about its price.
  const stated = raised.map((row) => (isPriced(plan, row) ? row : { ...row, priceCents: 0 }))
  await rememberAdded(tx, actor, list, stated)
  return { added, raised, already, unclear: unclearIn(plan, added), change: { ...change, id: changeId } }
}

/** The ids of rows that pages show for lines, and the items that these joined. */
function mergedLines({ merged }: Plan, lines: ReadItem[], byId: Map<string, Item>, operationId: string) {
  const rows = [...merged.keys()].flatMap((id) => byId.get(id) ?? [])
  const itemIds = new Map(rows.map((row) => [storedItemKey(row), row.id]))
  return lines.flatMap((line, index) => {
    const itemId = itemIds.get(itemKey(line))
    return itemId === undefined ? [] : [{ id: idInSeries(operationId, index), itemId }]
  })
}

const unclearIn = ({ added: lines }: Plan, added: Item[]) => added[lines.findIndex(leavesPriceOpen)]

const leavesPriceOpen = ({ priceCents, statesPriceFor, quantityMilli }: Omit<ReadItem, 'hasQuantity'>) =>
  priceCents !== undefined && !statesPriceFor && quantityMilli !== 1000

function isPriced({ merged }: Plan, { id }: Item): boolean {
  const { priceFor, addedMilli } = merged.get(id) ?? {}
  // A price for all is for what the line says, not for what was on the list before.
  return priceFor !== undefined && !(priceFor === 'all' && addedMilli !== undefined)
}

async function newItemsOf(
  tx: Db,
  actor: Actor,
  list: List,
  { added }: Plan,
  lines: ReadItem[],
  operationId: string | undefined,
  addedAt: number,
): Promise<(NewItem & { id: string })[]> {
  const unsure = added.filter((item) => item.priceCents === undefined || isGuessedPack(item))
  const priceOf = await rememberedPrices(tx, actor, list, unsure)
  const idOf = ({ index }: { index: number }) => (operationId ? idInSeries(operationId, index) : newId())
  return added.map((item) => {
    const { name, note, quantityMilli, unit, priceCents } = item
    const isStated = lines[item.index]?.hasQuantity || quantityMilli !== 1000
    const known = priceOf({ name, unit, quantityMilli: isStated ? quantityMilli : undefined })
    const remembered = priceCents === undefined ? known : undefined
    const priceFor = isGuessedPack(item) && known ? known.priceFor : item.priceFor
    const price = remembered ?? { priceCents: priceCents ?? 0, priceFor }
    return {
      id: idOf(item),
      name,
      note,
      quantityMilli,
      unit,
      addedAt,
      ...price,
      priceGuessed: lines[item.index]?.priceGuessed ?? false,
      priceRemembered: lines[item.index]?.priceRemembered ?? remembered !== undefined,
    }
  })
}

/** '12 eggs 2.99': for all of them, unless a price for one is remembered. */
const isGuessedPack = ({ unit, priceFor, statesPriceFor }: Plan['added'][number]) =>
  unit === '' && priceFor === 'all' && !statesPriceFor

interface Raised {
  addedMilli: number | undefined
  /** How many were in the basket, if it was there. */
  basketMilli: number | undefined
}

async function applyMerges(tx: Db, actor: Actor, { merged }: Plan, byId: Map<string, Item>) {
  const raised: (Item & Raised)[] = []
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
    const row = await updateItem(tx, old, {
      ...values,
      ...(values.completed === false && {
        completedAt: Math.max(Date.now(), old.completedAt + 1),
        ...tickedBy(actor, false),
      }),
    })
    const basketMilli = values.completed === false ? old.quantityMilli : undefined
    raised.push({ ...row, addedMilli, basketMilli })
    const reopened = values.completed === false && {
      // With its quantity, even if that is the same: somebody may add more before it is undone.
      before: { ...effect.before, quantityMilli: old.quantityMilli, completedAt: old.completedAt },
      after: { ...effect.after, quantityMilli: row.quantityMilli, completedAt: row.completedAt },
    }
    effects.push({ ...effect, ...reopened, ...(addedMilli !== undefined && { addedMilli }) })
  }
  return { raised, already, effects }
}
