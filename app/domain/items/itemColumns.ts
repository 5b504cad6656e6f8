import { items } from '#db/schema.ts'
import {
  byColumn,
  type ColumnName,
  EMPTY_ITEM,
  eachField,
  FIELD_NAMES,
  ITEM_FIELDS,
  type ItemColumns,
  type StoredValues,
  TEXT_FIELDS,
} from './itemFields.ts'

export const COLUMN_NAMES: ColumnName[] = FIELD_NAMES.map((name) => ITEM_FIELDS[name].column)
const TEXT_NAMES = TEXT_FIELDS.map((name) => ITEM_FIELDS[name].column)

type TextName = (typeof TEXT_NAMES)[number]

/** Of an item or of the table. */
export const columnsIn = <T extends Record<ColumnName, unknown>>(from: T) =>
  Object.fromEntries(COLUMN_NAMES.map((name) => [name, from[name]])) as Pick<T, ColumnName>

/** For a select. */
export const ITEM_COLUMNS = columnsIn(items)
export const TEXT_COLUMNS = Object.fromEntries(TEXT_NAMES.map((name) => [name, items[name]])) as Pick<
  typeof items,
  TextName
>

/** An item's texts, which count as storage. */
export const textOf = (item: Partial<Record<TextName, string>>): string =>
  TEXT_NAMES.map((name) => item[name] ?? '').join('')

export const withDefaults = (item: Partial<ItemColumns>): ItemColumns =>
  byColumn(
    eachField<StoredValues>((name) => {
      const { column } = ITEM_FIELDS[name]
      return item[column] ?? EMPTY_ITEM[column]
    }),
  )
