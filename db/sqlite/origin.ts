import Sqlite, { type Database as Connection } from 'better-sqlite3'
import { applyMigrations, type Migration, readMigrations } from './migrate.ts'

export type Origin = { madeBy: 'larder' | 'newer larder' } | { madeBy: 'another program'; reason: string }

interface SchemaObject {
  type: unknown
  name: unknown
  table: unknown
  sql: unknown
  isStored: unknown
}

const MAX_SCHEMA_BYTES = 1_000_000

// Created by ANALYZE for the query planner. With exactly these definitions nothing in them can run.
const STATISTICS = new Map<unknown, string>([
  ['sqlite_stat1', 'CREATE TABLE sqlite_stat1(tbl,idx,stat)'],
  ['sqlite_stat4', 'CREATE TABLE sqlite_stat4(tbl,idx,neq,nlt,ndlt,sample)'],
])

/** Opens a file from an untrusted source. Both pragmas take effect before SQLite reads its schema. */
export function openUntrusted(file: string): Connection {
  const connection = new Sqlite(file, { readonly: true, fileMustExist: true })
  connection.pragma('trusted_schema=OFF')
  connection.pragma('cell_size_check=ON')
  return connection
}

/** Call it before any other query: CHECKs, generated columns, views and triggers contain SQL that would run. */
export function originOf(file: string): Origin {
  const connection = openUntrusted(file)
  try {
    return compare(connection, readMigrations())
  } finally {
    connection.close()
  }
}

function compare(connection: Connection, migrations: Migration[]): Origin {
  const notOurs = (reason: string): Origin => ({ madeBy: 'another program', reason })
  if (schemaBytes(connection) > MAX_SCHEMA_BYTES) return notOurs('its schema is too large')
  const found = objectsIn(connection)
  const [record] = objectsAfter([])
  if (!found.some((object) => isSame(object, record))) {
    return notOurs('its record of migrations is missing or was changed')
  }
  const applied = appliedIn(connection, migrations.length + 1)
  const known = migrations.slice(0, applied.length)
  if (known.length === 0 || !known.every((migration, at) => isRecorded(migration, applied[at]))) {
    return notOurs("its record of migrations is not Larder's")
  }
  if (applied.length > migrations.length) return { madeBy: 'newer larder' }
  const reason = difference(found, objectsAfter(known))
  return reason ? notOurs(reason) : { madeBy: 'larder' }
}

// sqlite_master, because a file cannot contain another object with this name.
function schemaBytes(connection: Connection): number {
  const lengths = ['type', 'name', 'tbl_name', 'sql'].map((column) => `coalesce(octet_length(${column}), 0)`)
  return Number(
    connection
      .prepare(`SELECT total(${lengths.join(' + ')}) FROM sqlite_master`)
      .pluck()
      .get(),
  )
}

function objectsIn(connection: Connection): SchemaObject[] {
  // A table without a root page reads as empty and loses what is written to it.
  const query = 'SELECT type, name, tbl_name AS "table", sql, rootpage > 1 AS isStored FROM sqlite_master'
  return connection.prepare<[], SchemaObject>(query).all()
}

function objectsAfter(migrations: Migration[]): SchemaObject[] {
  const connection = new Sqlite(':memory:')
  try {
    applyMigrations(connection, migrations)
    return objectsIn(connection)
  } finally {
    connection.close()
  }
}

type Applied = { hash: unknown; createdAt: unknown }

function appliedIn(connection: Connection, limit: number): Applied[] {
  const hash = 'iif(octet_length(hash) = 64, hash, NULL)'
  const query = `SELECT ${hash} AS hash, created_at AS createdAt FROM __drizzle_migrations ORDER BY id LIMIT ?`
  return connection.prepare<[number], Applied>(query).all(limit)
}

const isRecorded = (migration: Migration, applied: Applied | undefined) =>
  applied?.hash === migration.hash && applied.createdAt === migration.when

function isSame(one: SchemaObject, other: SchemaObject | undefined): boolean {
  return (
    one.type === other?.type &&
    one.name === other?.name &&
    one.table === other?.table &&
    one.sql === other?.sql &&
    one.isStored === other?.isStored
  )
}

function difference(found: SchemaObject[], expected: SchemaObject[]): string | undefined {
  const missing = new Map(expected.map((object) => [object.name, object]))
  for (const object of found) {
    const ours = missing.get(object.name)
    if (isSame(object, ours)) missing.delete(object.name)
    else if (ours && ours.type === object.type) return `its ${ours.type} "${ours.name}" was changed`
    else if (!isStatistics(object)) return `it has ${describe(object)} Larder did not create`
  }
  const [first] = missing.values()
  return first && `its ${first.type} "${first.name}" is missing`
}

const isStatistics = ({ type, name, table, sql }: SchemaObject) =>
  type === 'table' && name === table && typeof sql === 'string' && sql === STATISTICS.get(name)

function describe({ type, name }: SchemaObject): string {
  const kind = ['table', 'index', 'view', 'trigger'].find((kind) => kind === type)
  const readable = typeof name === 'string' && /^\w{1,60}$/.test(name)
  return kind && readable ? `the ${kind} "${name}", which` : 'an object that'
}
