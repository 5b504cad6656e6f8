import {
  addQuantities,
  amountOf,
  type Priced,
  type PriceFor,
  scalePrice,
  type Unit,
} from '#app/domain/items/amounts.ts'
import type { Item } from '#app/domain/items/findItem.ts'
import { MAX_NOTE_LENGTH, MAX_PRICE_CENTS } from '#app/domain/limitsAndLifetimes.ts'
import type { ReadItem } from './readLine.ts'
import { thingKey } from './thingKey.ts'

type Row = Pick<
  Item,
  'id' | 'name' | 'note' | 'quantityMilli' | 'unit' | 'priceCents' | 'priceFor' | 'completed'
>

export interface Merged {
  quantityMilli?: number
  priceCents?: number
  priceFor?: PriceFor
  priceGuessed?: false
  priceRemembered?: false
  completed?: false
  note?: string
}

export interface Plan {
  added: (Omit<ReadItem, 'hasQuantity'> & { index: number })[]
  /** By the item's id. Nothing changes of items that are on the list already, if the line says nothing new. */
  merged: Map<string, Merged & { addedMilli?: number }>
}

/** Two items with the same key are the same thing. */
export const itemKey = ({ name, unit }: { name: string; unit: Unit }) => `${unit} ${thingKey(name)}`

/** A number adds to an open item of the same name and unit; a ticked one is open again with the new quantity. */
export function planFor(rows: Iterable<Row>, lines: ReadItem[], keyOf = itemKey): Plan {
  const known = firstOfEach(rows, keyOf)
  const plan: Plan = { added: [], merged: new Map() }
  const added = new Map<string, Plan['added'][number]>()
  for (const [index, line] of lines.entries()) {
    const key = itemKey(line)
    const row = known.get(key)
    const twin = added.get(key)
    const before = (row && plan.merged.get(row.id)) ?? {}
    const note = joinedNotes(before.note ?? row?.note ?? twin?.note ?? '', line.note)
    const noted = note === '' ? {} : { note }
    if (row && hasRoom(note)) plan.merged.set(row.id, { ...mergeInto(row, before, line), ...noted })
    else if (twin && hasRoom(note)) Object.assign(twin, mergeTwin(twin, line), noted)
    else {
      const { name, quantityMilli, unit, priceCents, priceFor, statesPriceFor, note } = line
      const item = { name, quantityMilli, unit, priceCents, priceFor, statesPriceFor, note, index }
      added.set(key, item)
      plan.added.push(item)
    }
  }
  return plan
}

/** Nothing that somebody wrote is lost: a note that doesn't fit stays with a row of its own. */
const hasRoom = (note: string) => [...note].length <= MAX_NOTE_LENGTH

const joinedNotes = (note: string, more: string) =>
  note.includes(more) ? note : [note, more].filter(Boolean).join('; ')

function firstOfEach(rows: Iterable<Row>, keyOf: typeof itemKey): Map<string, Row> {
  const known = new Map<string, Row>()
  for (const row of rows) {
    const key = keyOf(row)
    const other = known.get(key)
    if (!other || (other.completed && !row.completed)) known.set(key, row)
  }
  return known
}

function mergeInto(row: Row, before: Merged & { addedMilli?: number }, line: ReadItem) {
  const reopens = row.completed && before.completed === undefined
  const quantityMilli = before.quantityMilli ?? row.quantityMilli
  const price = priceIn(line)
  if (reopens) {
    // 'eggs', of which twelve were bought for one price, are twelve again.
    const isUsual = !line.hasQuantity && line.priceCents === undefined && row.priceFor === 'all'
    const needed = isUsual ? row.quantityMilli : line.quantityMilli
    return { completed: false as const, quantityMilli: needed, ...price, ...sameRate(row, line, needed) }
  }
  if (!line.hasQuantity) return { ...before, ...price }
  const raised = addQuantities(quantityMilli, line.quantityMilli)
  // Back from the basket, it has the new quantity rather than more of the old one.
  const addedMilli = row.completed ? {} : { addedMilli: raised - row.quantityMilli }
  return {
    ...before,
    quantityMilli: raised,
    ...addedMilli,
    ...price,
    ...sumOfBoth({ ...row, ...before }, line),
    ...sameRate({ ...row, ...before }, line, raised),
  }
}

/** A price for all is for what the line adds: what was there before still has its own. */
function sumOfBoth(before: Priced, { priceCents, priceFor }: ReadItem): Merged {
  if (priceCents === undefined || priceFor !== 'all' || before.priceCents === 0) return {}
  const sum = amountOf(before) + BigInt(priceCents)
  return { priceCents: Math.min(Number(sum), MAX_PRICE_CENTS) }
}

const sameRate = (before: Priced, line: Pick<ReadItem, 'priceCents'>, quantityMilli: number): Merged =>
  line.priceCents === undefined ? atSameRate(before, quantityMilli) : {}

/** A price for all grows with the quantity, so that each still costs the same. */
export function atSameRate(before: Priced, quantityMilli: number): { priceCents?: number } {
  if (before.priceFor === 'one' || !before.priceCents || !before.quantityMilli) return {}
  const priceCents = scalePrice(before.priceCents, before.quantityMilli, quantityMilli)
  return priceCents === 0 ? {} : { priceCents }
}

function priceIn({ priceCents, priceFor, ...line }: ReadItem): Merged {
  const isSure = !line.priceGuessed && !line.priceRemembered
  return priceCents === undefined || !isSure
    ? {}
    : { priceCents, priceFor, priceGuessed: false, priceRemembered: false }
}

function mergeTwin(twin: Plan['added'][number], line: ReadItem) {
  const { priceCents, priceFor } = line
  const addsUp = line.hasQuantity && priceFor === 'all' && twin.priceFor === 'all'
  const before = twin.priceCents ?? 0
  const quantityMilli = line.hasQuantity
    ? addQuantities(twin.quantityMilli, line.quantityMilli)
    : twin.quantityMilli
  return {
    quantityMilli,
    // The price is for all of both, whatever is remembered for one.
    ...(line.hasQuantity && twin.priceFor === 'all' && { statesPriceFor: true }),
    ...sameRate({ ...twin, priceCents: before }, line, quantityMilli),
    ...(priceCents !== undefined && {
      priceCents: Math.min((addsUp ? before : 0) + priceCents, MAX_PRICE_CENTS),
      priceFor,
    }),
  }
}
