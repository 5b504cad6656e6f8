import { inStoredUnit } from '#app/domain/items/amounts.ts'
import {
  EMPTY_ITEM,
  FIELD_NAMES,
  type FieldName,
  ITEM_FIELDS,
  type ItemColumns,
} from '#app/domain/items/itemFields.ts'
import type { Currency } from '#app/domain/locale/currency.ts'

export interface Row extends ItemColumns {
  id: string
  /** Nobody has confirmed the price yet. */
  priceGuessed: boolean
  priceRemembered: boolean
  completed: boolean
  completedAt: number
  updatedAt: number
  /** On a shared list, the names of others who added and ticked it. */
  added?: string | undefined
  ticked?: string | undefined
  /** By aisle: the place of its aisle in the shop. The server tells it of new ones. */
  aisle?: number | undefined
  pending?: true
  waiting?: true
}

const DEFAULTS = {
  ...EMPTY_ITEM,
  priceGuessed: false,
  priceRemembered: false,
  completed: false,
  completedAt: 0,
  updatedAt: 0,
}

export const countsOf = (rows: Row[]) => ({
  items: rows.length,
  done: rows.filter(({ completed }) => completed).length,
})

export const NEW_ROW = { ...DEFAULTS, pending: true as const }

/** As one text, because the names of fields and values would make half a page's data. */
export function rowsToText(rows: Row[]): string {
  const defaults: Partial<Row> = DEFAULTS
  // Each further column costs time for every row.
  const names = [
    'id',
    ...(Object.keys(DEFAULTS) as (keyof typeof DEFAULTS)[]),
    'added',
    'ticked',
    'aisle',
  ] as const
  const columns: Partial<Record<keyof Row, unknown[]>> = { id: [] }
  for (const column of names) {
    const values = rows.map((row) => row[column])
    if (values.some((value) => value !== defaults[column])) columns[column] = values
  }
  return JSON.stringify(columns)
}

export function textToRows(text: string): Row[] {
  const { id: ids, ...columns }: { id: string[]; [column: string]: unknown[] } = JSON.parse(text)
  // Of one shape from the start, because adding fields one by one would take half of the time.
  const rows: (Row & Record<string, unknown>)[] = ids.map((id) => ({ id, ...DEFAULTS }))
  for (const [column, values] of Object.entries(columns))
    rows.forEach((row, at) => {
      row[column] = values[at] ?? row[column]
    })
  return rows
}

/** Undefined where nothing was typed. */
export type TypedValues = { [F in FieldName]: string | undefined }

/** The row with what was typed. What is missing or makes no sense stays as it was. */
export function withTyped<T extends ItemColumns>(
  row: T,
  typed: TypedValues,
  currency: Currency | undefined,
): T {
  const texts = inStoredUnit(typed)
  const next = { ...row }
  for (const name of FIELD_NAMES) {
    const { column, read } = ITEM_FIELDS[name]
    const text = texts[name]
    const value = text === undefined ? text : read(text.trim(), currency?.decimals)
    Object.assign(next, { [column]: value ?? row[column] })
  }
  return next
}
