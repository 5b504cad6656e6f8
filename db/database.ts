import {
  Column,
  getTableColumns,
  type InferSelectModel,
  isNotNull,
  isNull,
  type Placeholder,
  type SQL,
  sql,
} from 'drizzle-orm'
import type { BaseSQLiteDatabase, SQLiteTable } from 'drizzle-orm/sqlite-core'
import type * as schema from './schema.ts'

export type RunResult = { changes: number }

/** Runs queries: for reads, or inside a unit of work. Await each before the next. */
export type Db = BaseSQLiteDatabase<'async', RunResult, typeof schema>

/** Resolves after the commit. A unit may run more than once, so whatever it does besides `tx` belongs after the commit. */
export type Write = <T>(work: (tx: Db) => Promise<T>) => Promise<T>

export interface Database {
  db: Db
  write: Write
  waitingWrites(): number
  unlessRunning(name: string, work: () => Promise<void>): Promise<void>
  close(): Promise<void>
}

export interface DatabaseMetrics {
  onCommit?: (ms: number, units: number) => void
  onRead?: (ms: number) => void
  onRerun?: () => void
}

/** Once per connection: for short queries, drizzle needs longer to build the SQL than SQLite to run it. */
export function prepared<Query>(build: (db: Db) => Query): (db: Db) => Query {
  const queries = new WeakMap<Db, Query>()
  return (db) => {
    const known = queries.get(db)
    if (known) return known
    const query = build(db)
    queries.set(db, query)
    return query
  }
}

interface ManyRows<Row> {
  all(values: Record<string, unknown>): Promise<Row[]>
  values(values: Record<string, unknown>): Promise<unknown[][]>
}

/**
 * The rows of a query of these columns, in their order. For each value, drizzle looks for joins, paths and decoders, which
 * takes longer than SQLite does: for many rows that people wait for, this does it once.
 */
export function manyOf<Row extends object>(
  columns: { [C in keyof Row]: Column },
  build: (db: Db) => ManyRows<Row>,
): (db: Db, values: Record<string, unknown>) => Promise<Row[]> {
  const query = prepared(build)
  const fields = Object.entries<Column>(columns).map(([name, column]) => ({
    name,
    decoder: column.mapFromDriverValue === Column.prototype.mapFromDriverValue ? undefined : column,
  }))
  return async (db, values) => {
    const rows = await query(db).values(values)
    return rows.map((row) => {
      const named: Record<string, unknown> = {}
      for (const [at, { name, decoder }] of fields.entries()) {
        const value = row[at]
        named[name] = decoder && value !== null ? decoder.mapFromDriverValue(value) : value
      }
      return named as Row
    })
  }
}

/** Of more rows, which are rare, a prepared query for each number would fill the memory. */
const MOST_PREPARED = 10

type ColumnOf<Table extends SQLiteTable> = keyof InferSelectModel<Table> & string
type OrPlaceholder<Row> = { [C in keyof Row]: Row[C] | Placeholder }

/** Like `prepared`, for a query about several rows: once for each small number of them. */
export function preparedForRows<Table extends SQLiteTable, Column extends ColumnOf<Table>, Query>(
  table: Table,
  build: (db: Db, rows: OrPlaceholder<Pick<InferSelectModel<Table>, Column>>[]) => Query,
  columns = Object.keys(getTableColumns(table)) as Column[],
): (
  db: Db,
  rows: Pick<InferSelectModel<Table>, Column>[],
) => { query: Query; values: Record<string, unknown> } {
  type Row = Pick<InferSelectModel<Table>, Column>
  const nth = (column: string, at: number) => `${column} ${at}`
  const rowAt = (_: unknown, at: number) =>
    Object.fromEntries(
      columns.map((column) => [column, sql.placeholder(nth(column, at))]),
    ) as OrPlaceholder<Row>
  const queryFor = Array.from({ length: MOST_PREPARED + 1 }, (_, length) =>
    prepared((db) => build(db, Array.from({ length }, rowAt))),
  )
  return (db, rows) => {
    const query = queryFor[rows.length]?.(db)
    if (!query) return { query: build(db, rows), values: {} }
    const values = rows.flatMap((row, at) => columns.map((column) => [nth(column, at), row[column]]))
    return { query, values: Object.fromEntries(values) }
  }
}

// Deleted rows stay for 30 days: every query of these tables uses one of these (a test checks it).

type Table = typeof schema.items | typeof schema.lists | typeof schema.receipts | typeof schema.trips

export const live = ({ deletedAt }: Table): SQL => isNull(deletedAt)

export const deleted = ({ deletedAt }: Table): SQL => isNotNull(deletedAt)

export const withDeleted = (_table: Table): undefined => undefined

export function placeholders<Name extends string>(...names: Name[]) {
  return Object.fromEntries(names.map((name) => [name, sql.placeholder(name)])) as {
    [N in Name]: Placeholder<N>
  }
}

/** For a prepared update, whose types take no placeholder. */
export function placeholdersInSet<Name extends string>(...names: Name[]) {
  return Object.fromEntries(names.map((name) => [name, sql`${sql.placeholder(name)}`])) as Record<Name, SQL>
}
