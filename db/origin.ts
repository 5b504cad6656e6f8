import Sqlite, { type Database as Connection } from 'better-sqlite3'
import { applySteps, readSteps, type Step } from './migrate.ts'

/** A schema of an older Larder is our own, too. */
export type Origin = { madeBy: 'larder' | 'newer larder' } | { madeBy: 'others'; reason: string }

/** A row of sqlite_master as it is found: a crafted file may hold anything in it. */
interface SchemaObject {
  type: unknown
  name: unknown
  table: unknown
  sql: unknown
  isStored: unknown
}

/** Our own schema takes less than 20 kB. */
const MAX_BYTES = 1_000_000

// ANALYZE makes these for the query planner. Nothing in them can run as long as SQLite defined them itself.
const STATISTICS = new Map<unknown, string>([
  ['sqlite_stat1', 'CREATE TABLE sqlite_stat1(tbl,idx,stat)'],
  ['sqlite_stat4', 'CREATE TABLE sqlite_stat4(tbl,idx,neq,nlt,ndlt,sample)'],
])

/** Reads a file that anyone may have made. Both pragmas take effect before SQLite reads its schema. */
export function openUntrusted(file: string): Connection {
  const connection = new Sqlite(file, { readonly: true, fileMustExist: true })
  connection.pragma('trusted_schema=OFF')
  connection.pragma('cell_size_check=ON')
  return connection
}

/**
 * Whether our migrations made the schema of this file, and nothing else did. Ask this before any other
 * query: CHECKs, computed columns, views and triggers are SQL that runs when their table is used.
 */
export function originOf(file: string): Origin {
  const connection = openUntrusted(file)
  try {
    return compare(connection, readSteps())
  } finally {
    connection.close()
  }
}

function compare(connection: Connection, steps: Step[]): Origin {
  const others = (reason: string): Origin => ({ madeBy: 'others', reason })
  if (schemaBytes(connection) > MAX_BYTES) return others('its schema is too large')
  const found = objectsIn(connection)
  const [record] = objectsAfter([])
  if (!found.some((object) => isSame(object, record))) {
    return others('its record of migrations is missing or was changed')
  }
  const applied = appliedIn(connection, steps.length + 1)
  const known = steps.slice(0, applied.length)
  if (known.length === 0 || !known.every((step, at) => isRecorded(step, applied[at]))) {
    return others("its record of migrations is not Larder's")
  }
  if (applied.length > steps.length) return { madeBy: 'newer larder' }
  const reason = difference(found, objectsAfter(known))
  return reason ? others(reason) : { madeBy: 'larder' }
}

// By its old name, which nothing in a file can take.
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
  // Without a page of its own a table can be read, is empty and loses what is written.
  const query = 'SELECT type, name, tbl_name AS "table", sql, rootpage > 1 AS isStored FROM sqlite_master'
  return connection.prepare<[], SchemaObject>(query).all()
}

/** What the schema looks like after these migrations, on the SQLite that runs here. */
function objectsAfter(steps: Step[]): SchemaObject[] {
  const connection = new Sqlite(':memory:')
  try {
    applySteps(connection, steps)
    return objectsIn(connection)
  } finally {
    connection.close()
  }
}

interface Applied {
  hash: unknown
  createdAt: unknown
}

function appliedIn(connection: Connection, limit: number): Applied[] {
  const hash = 'iif(octet_length(hash) = 64, hash, NULL)'
  const query = `SELECT ${hash} AS hash, created_at AS createdAt FROM __drizzle_migrations ORDER BY id LIMIT ?`
  return connection.prepare<[number], Applied>(query).all(limit)
}

function isRecorded(step: Step, applied: Applied | undefined): boolean {
  return applied?.hash === step.hash && applied.createdAt === step.when
}

function isSame(one: SchemaObject, other: SchemaObject | undefined): boolean {
  return (
    one.type === other?.type &&
    one.name === other?.name &&
    one.table === other?.table &&
    one.sql === other?.sql &&
    one.isStored === other?.isStored
  )
}

/** The first thing that is there and should not be, or the other way round. */
function difference(found: SchemaObject[], expected: SchemaObject[]): string | undefined {
  const wanted = new Map(expected.map((object) => [object.name, object]))
  for (const object of found) {
    const own = wanted.get(object.name)
    if (isSame(object, own)) wanted.delete(object.name)
    else if (own && own.type === object.type) return `its ${own.type} "${own.name}" was changed`
    else if (!isStatistics(object)) return `it has ${described(object)} Larder did not make`
  }
  const [lost] = wanted.values()
  return lost && `its ${lost.type} "${lost.name}" is missing`
}

function isStatistics({ type, name, table, sql }: SchemaObject): boolean {
  return type === 'table' && name === table && typeof sql === 'string' && sql === STATISTICS.get(name)
}

/** Not by a name that would make the sentence unreadable. */
function described({ type, name }: SchemaObject): string {
  const kind = ['table', 'index', 'view', 'trigger'].find((kind) => kind === type)
  const readable = typeof name === 'string' && /^\w{1,60}$/.test(name)
  return kind && readable ? `the ${kind} "${name}", which` : 'an object that'
}
