import {
  inStoredUnit,
  type PriceFor,
  parsePrice,
  parseQuantity,
  UNITS,
  type Unit,
} from '#app/domain/items/amounts.ts'
import type { Currency } from '#app/domain/locale/currency.ts'
import type { ItemValues } from './itemValues.ts'

export interface Row {
  id: string
  name: string
  quantityMilli: number
  unit: Unit
  priceCents: number
  priceFor: PriceFor
  /** Nobody has confirmed the price yet. */
  priceGuessed: boolean
  priceRemembered: boolean
  completed: boolean
  completedAt: number
  updatedAt: number
  /** On a shared list, the names of others who added and ticked it. */
  added?: string | undefined
  ticked?: string | undefined
  pending?: true
  waiting?: true
}

const DEFAULTS = {
  quantityMilli: 1000,
  unit: '',
  priceCents: 0,
  priceFor: 'one',
  priceGuessed: false,
  priceRemembered: false,
  completed: false,
  completedAt: 0,
  updatedAt: 0,
} as const

export const countsOf = (rows: Row[]) => ({
  items: rows.length,
  done: rows.filter(({ completed }) => completed).length,
})

export const NEW_ROW = { ...DEFAULTS, pending: true } as const

/** What pages get of a row: each further column costs time for every row. */
const COLUMNS = [
  'id',
  'name',
  ...(Object.keys(DEFAULTS) as (keyof typeof DEFAULTS)[]),
  'added',
  'ticked',
] as const

/** As one text, because the names of fields and values would make half a page's data. */
export function rowsToText(rows: Row[]): string {
  const defaults: Partial<Row> = DEFAULTS
  const columns: Partial<Record<keyof Row, unknown[]>> = { id: [] }
  for (const column of COLUMNS) {
    const values = rows.map((row) => row[column])
    if (values.some((value) => value !== defaults[column])) columns[column] = values
  }
  return JSON.stringify(columns)
}

export function textToRows(text: string): Row[] {
  const columns: Partial<{ [C in keyof Row]: (Row[C] | null)[] }> = JSON.parse(text)
  // Each row in one go, and JSON has null for undefined: half of the time would go into adding column by column.
  return (columns.id as string[]).map((id, at) => ({
    id,
    name: columns.name?.[at] ?? '',
    quantityMilli: columns.quantityMilli?.[at] ?? DEFAULTS.quantityMilli,
    unit: columns.unit?.[at] ?? DEFAULTS.unit,
    priceCents: columns.priceCents?.[at] ?? DEFAULTS.priceCents,
    priceFor: columns.priceFor?.[at] ?? DEFAULTS.priceFor,
    priceGuessed: columns.priceGuessed?.[at] ?? DEFAULTS.priceGuessed,
    priceRemembered: columns.priceRemembered?.[at] ?? DEFAULTS.priceRemembered,
    completed: columns.completed?.[at] ?? DEFAULTS.completed,
    completedAt: columns.completedAt?.[at] ?? DEFAULTS.completedAt,
    updatedAt: columns.updatedAt?.[at] ?? DEFAULTS.updatedAt,
    added: columns.added?.[at] ?? undefined,
    ticked: columns.ticked?.[at] ?? undefined,
  }))
}

type Amounts = Pick<Row, 'quantityMilli' | 'unit' | 'priceCents' | 'priceFor'>

/** Fields that are missing or make no sense leave the old values. */
export function amountsOf(typed: Partial<ItemValues>, old: Amounts, currency: Currency | undefined): Amounts {
  const { quantity = '', unit } = inStoredUnit(typed)
  const { price = '', priceFor } = typed
  return {
    unit: UNITS.find((one) => one === unit) ?? old.unit,
    priceFor: priceFor === 'one' || priceFor === 'all' ? priceFor : old.priceFor,
    quantityMilli: parseQuantity(quantity.trim()) ?? old.quantityMilli,
    priceCents: parsePrice(price.trim(), currency?.decimals) ?? old.priceCents,
  }
}
