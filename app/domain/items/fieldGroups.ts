import { type ColumnName, FIELD_NAMES, type FieldName, ITEM_FIELDS } from './itemFields.ts'

const firstOf = (name: FieldName) => {
  const field = ITEM_FIELDS[name]
  return 'with' in field ? field.with : name
}

/** What means nothing without the other: when two people change an item, one of them has all of a group. */
export const FIELD_GROUPS: FieldName[][] = FIELD_NAMES.filter((name) => firstOf(name) === name).map((first) =>
  FIELD_NAMES.filter((name) => firstOf(name) === first),
)

const columnsOf = (names: FieldName[]): ColumnName[] => names.map((name) => ITEM_FIELDS[name].column)

export const COLUMN_GROUPS = FIELD_GROUPS.map(columnsOf)

/** The others say what it costs. */
export const WHAT_TO_BUY = columnsOf(FIELD_NAMES.filter((name) => firstOf(name) !== 'price'))
