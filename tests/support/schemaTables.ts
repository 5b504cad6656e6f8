import { is } from 'drizzle-orm'
import { getTableConfig, type SQLiteColumn, SQLiteTable } from 'drizzle-orm/sqlite-core'
import * as schema from '#db/schema.ts'

/** A table of db/schema.ts, in terms that drizzle has in common with the catalogues of databases. */
export interface Table {
  columns: Record<string, Column>
  primaryKey: string[]
  indexes: Record<string, { unique: boolean; partial: boolean; columns: string[] }>
  foreignKeys: string[]
}

export interface Column {
  type: string
  notNull: boolean
  default: string | null
}

export function foreignKey(from: string[], table: string, to: string[], onUpdate: string, onDelete: string) {
  return `(${from}) references ${table}(${to}) on update ${onUpdate} on delete ${onDelete}`.toLowerCase()
}

/** `typeOf` returns the type that a column has in the database. */
export function describeSchema(typeOf: (column: SQLiteColumn) => string): Record<string, Table> {
  const tables = Object.values(schema).filter((exported) => is(exported, SQLiteTable))
  return Object.fromEntries(tables.map((table) => [getTableConfig(table).name, describe(table, typeOf)]))
}

function describe(table: SQLiteTable, typeOf: (column: SQLiteColumn) => string): Table {
  const config = getTableConfig(table)
  const namesOf = (columns: readonly object[]) =>
    columns.map((column) => ('name' in column ? String(column.name) : 'an expression'))
  const composite = config.primaryKeys.flatMap(({ columns }) => namesOf(columns))
  const unique = [
    ...config.uniqueConstraints.map(({ name, columns }) => ({ name, columns })),
    ...config.columns
      .filter((column) => column.isUnique)
      .map((column) => ({ name: column.uniqueName, columns: [column] })),
  ].map(({ name, columns }) => [name, { unique: true, partial: false, columns: namesOf(columns) }])
  const indexes = config.indexes.map(({ config: { name, unique, where, columns } }) => [
    name,
    { unique, partial: where !== undefined, columns: namesOf(columns) },
  ])
  return {
    columns: Object.fromEntries(
      config.columns.map((column) => [
        column.name,
        { type: typeOf(column), notNull: column.notNull, default: defaultInSchema(column) },
      ]),
    ),
    primaryKey: composite.length > 0 ? composite : namesOf(config.columns.filter((column) => column.primary)),
    indexes: Object.fromEntries([...unique, ...indexes]),
    foreignKeys: config.foreignKeys
      .map(({ reference, onUpdate = 'no action', onDelete = 'no action' }) => {
        const { columns, foreignTable, foreignColumns } = reference()
        const { name } = getTableConfig(foreignTable)
        return foreignKey(namesOf(columns), name, namesOf(foreignColumns), onUpdate, onDelete)
      })
      .sort(),
  }
}

/** The default as SQL. Ours are numbers and strings. */
function defaultInSchema(column: SQLiteColumn): string | null {
  if (column.default === undefined) return null
  const value = column.mapToDriverValue(column.default)
  return typeof value === 'number' ? String(value) : `'${value}'`
}
