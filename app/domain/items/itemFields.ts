import type { Decimals } from '#app/domain/locale/currency.ts'
import { PRICES_FOR, parsePrice, parseQuantity, UNITS } from './amounts.ts'

// What people write about an item. Forms, edits, rows, history, undo, the export and the API take its fields from here.
// Browsers use it too.

interface ItemField {
  column: string
  /** As forms have it before anything is typed. */
  empty: string
  /** From a trimmed text. Undefined if that makes no sense. */
  read(typed: string, decimals?: Decimals): string | number | undefined
  /** Free text, which counts as storage. */
  isText?: true
  /** The field without which this one means nothing: an edit changes both or neither. */
  with?: string
}

const oneOf =
  <T extends string>(choices: readonly T[]) =>
  (typed: string) =>
    choices.find((choice) => choice === typed)

export const ITEM_FIELDS = {
  name: { column: 'name', empty: '', read: (typed: string) => typed || undefined, isText: true },
  quantity: { column: 'quantityMilli', empty: '1', read: parseQuantity },
  unit: { column: 'unit', empty: '', read: oneOf(UNITS), with: 'quantity' },
  price: { column: 'priceCents', empty: '0', read: parsePrice },
  priceFor: { column: 'priceFor', empty: 'one', read: oneOf(PRICES_FOR), with: 'price' },
  note: { column: 'note', empty: '', read: (typed: string) => typed, isText: true },
} as const satisfies Record<string, ItemField>

type Fields = typeof ITEM_FIELDS

export type FieldName = keyof Fields
export type ColumnName = Fields[FieldName]['column']

/** As forms send them. */
export type ItemValues = Record<FieldName, string>

export type StoredValues = { [F in FieldName]: NonNullable<ReturnType<Fields[F]['read']>> }

/** As they are stored. */
export type ItemColumns = { [F in FieldName as Fields[F]['column']]: StoredValues[F] }

export const FIELD_NAMES = Object.keys(ITEM_FIELDS) as FieldName[]

type TextField = { [F in FieldName]: Fields[F] extends { isText: true } ? F : never }[FieldName]

export const TEXT_FIELDS = FIELD_NAMES.filter((name): name is TextField => 'isText' in ITEM_FIELDS[name])

// TypeScript doesn't follow names through a loop, so these say what comes out.

/** `Object.fromEntries` takes three times as long, and a list's answers have many rows. */
function objectOf(entryOf: (name: FieldName) => [string, unknown]): Record<string, unknown> {
  const made: Record<string, unknown> = {}
  for (const name of FIELD_NAMES) {
    const [key, value] = entryOf(name)
    made[key] = value
  }
  return made
}

export const eachField = <T extends Record<FieldName, unknown>>(of: (name: FieldName) => T[FieldName]) =>
  objectOf((name) => [name, of(name)]) as T

type SomeFields = { [F in FieldName]?: unknown }

export const byColumn = <T extends SomeFields>(values: T) =>
  objectOf((name) => [ITEM_FIELDS[name].column, values[name]]) as {
    [F in FieldName & keyof T as Fields[F]['column']]: T[F]
  }

export const byField = <T extends Record<ColumnName, unknown>>(values: T) =>
  objectOf((name) => [name, values[ITEM_FIELDS[name].column]]) as { [F in FieldName]: T[Fields[F]['column']] }

export const EMPTY_VALUES = eachField<ItemValues>((name) => ITEM_FIELDS[name].empty)

/** Without other fields of the form. */
export const valuesIn = (form: ItemValues) => eachField<ItemValues>((name) => form[name])

type SeenName<F extends FieldName> = `seen${Capitalize<F>}`

/** The field of a form that has the value as the dialog showed it. */
const seenName = <F extends FieldName>(name: F) =>
  `seen${name.charAt(0).toUpperCase()}${name.slice(1)}` as SeenName<F>

export const asSeen = <T extends Record<FieldName, unknown>>(values: T) =>
  objectOf((name) => [seenName(name), values[name]]) as { [F in FieldName as SeenName<F>]: T[F] }

type SomeSeen = { [F in FieldName as SeenName<F>]?: unknown }

export const valuesSeen = <T extends SomeSeen>(form: T) =>
  objectOf((name) => [name, form[seenName(name)]]) as { [F in FieldName]: T[SeenName<F>] }

export const EMPTY_ITEM = byColumn(
  eachField<StoredValues>((name) => ITEM_FIELDS[name].read(ITEM_FIELDS[name].empty) ?? ''),
)
