import { type PriceFor, parsePrice, parseQuantity, UNITS, type Unit } from '#app/domain/items/amounts.ts'
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
  /** On a shared list, the names of those who added and ticked it. */
  added?: string | undefined
  ticked?: string | undefined
  /** Not confirmed by the server yet. */
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
  const columns: Partial<Record<keyof Row, unknown[]>> = {}
  for (const column of COLUMNS) {
    const values = rows.map((row) => row[column])
    if (values.some((value) => value !== defaults[column])) columns[column] = values
  }
  return JSON.stringify(columns)
}

export function textToRows(text: string): Row[] {
  const { id = [], ...columns }: Partial<Record<keyof Row, unknown[]>> = JSON.parse(text)
  return id.map((id, index) => {
    const row: Record<string, unknown> = { ...DEFAULTS, id }
    // JSON has null for undefined.
    for (const [column, values] of Object.entries(columns)) row[column] = values[index] ?? undefined
    return row as unknown as Row
  })
}

type Amounts = Pick<Row, 'quantityMilli' | 'unit' | 'priceCents' | 'priceFor'>

/** Fields that are missing or make no sense leave the old values. */
export function amountsOf(typed: Partial<ItemValues>, old: Amounts): Amounts {
  const { quantity = '', price = '', priceFor } = typed
  return {
    unit: UNITS.find((one) => one === typed.unit) ?? old.unit,
    priceFor: priceFor === 'one' || priceFor === 'all' ? priceFor : old.priceFor,
    quantityMilli: parseQuantity(quantity.trim()) ?? old.quantityMilli,
    priceCents: parsePrice(price.trim()) ?? old.priceCents,
  }
}
