import {
  createTableRelationsHelpers,
  type ExtractTablesWithRelations,
  extractTablesRelationalConfig,
  fillPlaceholders,
  NoopLogger,
  type Query,
  type SQL,
} from 'drizzle-orm'
import { NoopCache } from 'drizzle-orm/cache/core'
import { BaseSQLiteDatabase, SQLiteAsyncDialect, SQLiteSession } from 'drizzle-orm/sqlite-core'
import { RemotePreparedQuery } from 'drizzle-orm/sqlite-proxy'
import type { Db, RunResult } from '#db/database.ts'
import * as schema from '#db/schema.ts'

// Drizzle's SQLite builder on PostgreSQL: one schema serves both.

export type Statement = { text: string; values?: unknown[]; rowMode?: 'array' }

export type Answer = { rows: unknown[]; rowCount: number | null; command: string }

export type Send = (statement: Statement) => Promise<Answer>

export function createDb(send: Send): Db {
  const { tables, tableNamesMap } = extractTablesRelationalConfig<Tables>(schema, createTableRelationsHelpers)
  const dialect = new PostgresDialect()
  const relations = { fullSchema: schema, schema: tables, tableNamesMap }
  return new BaseSQLiteDatabase('async', dialect, new Session(send, dialect), relations)
}

type Tables = ExtractTablesWithRelations<typeof schema>
type Method = 'run' | 'all' | 'get'
type Fields = ConstructorParameters<typeof RemotePreparedQuery>[6]
type Mapper = (rows: unknown[][]) => unknown

class PostgresDialect extends SQLiteAsyncDialect {
  override escapeParam(index: number): string {
    return `$${index + 1}`
  }

  override sqlToQuery(sql: SQL, invokeSource?: 'indexes') {
    const query = super.sqlToQuery(sql, invokeSource)
    return { ...query, sql: query.sql.replace(CONFLICT_TARGET, withoutTables) }
  }
}

const CONFLICT_TARGET = / on conflict \([^)]+\)/

/** PostgreSQL allows only bare column names in a conflict target. */
const withoutTables = (target: string) => target.replace(/"\w+"\./g, '')

class Session extends SQLiteSession<'async', RunResult, typeof schema, Tables> {
  readonly #send: Send

  constructor(send: Send, dialect: PostgresDialect) {
    super(dialect)
    this.#send = send
  }

  override prepareQuery(query: Query, fields: Fields, method: Method, isArray: boolean, mapper?: Mapper) {
    return new PreparedQuery(this.#send, query, fields, method, isArray, mapper)
  }

  override transaction(): never {
    throw new Error('Use write: it runs the unit of work again after a conflict.')
  }
}

/** Only the mapping of rows is the proxy driver's: its own methods put the parameters into error messages. */
class PreparedQuery extends RemotePreparedQuery {
  readonly #send: Send
  readonly #query: Query
  /** Queries without the builder get rows as objects, as on SQLite. */
  readonly #rowMode: 'array' | undefined

  constructor(send: Send, query: Query, fields: Fields, method: Method, isArray: boolean, mapper?: Mapper) {
    const cache = new NoopCache()
    super(neverCalled, query, new NoopLogger(), cache, undefined, undefined, fields, method, isArray, mapper)
    this.#send = send
    this.#query = query
    this.#rowMode = fields || mapper ? 'array' : undefined
  }

  #answer(values: Record<string, unknown> = {}, rowMode = this.#rowMode) {
    const { sql: text, params } = this.#query
    return this.#send({ text, values: fillPlaceholders(params, values), ...(rowMode && { rowMode }) })
  }

  override async run(values?: Record<string, unknown>): Promise<RunResult & { rows?: unknown[] }> {
    return { changes: (await this.#answer(values)).rowCount ?? 0 }
  }

  override async all(values?: Record<string, unknown>): Promise<unknown> {
    return this.mapAllResult((await this.#answer(values)).rows)
  }

  override async get(values?: Record<string, unknown>): Promise<unknown> {
    return this.mapGetResult((await this.#answer(values)).rows[0])
  }

  override async values<Row extends unknown[]>(values?: Record<string, unknown>): Promise<Row[]> {
    return (await this.#answer(values, 'array')).rows as Row[]
  }
}

async function neverCalled(): Promise<never> {
  throw new Error('The query was sent past its driver.')
}
