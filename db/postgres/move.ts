import type { Database as Sqlite } from 'better-sqlite3'
import { is } from 'drizzle-orm'
import { getTableConfig, SQLiteTable } from 'drizzle-orm/sqlite-core'
import type { Client } from 'pg'
import * as schema from '#db/schema.ts'
import { clientConfig } from './connection.ts'
import { DatabaseRefused, refusalFrom } from './refusal.ts'

const BATCH = 1_000

type Row = (string | number | null)[]

interface Table {
  name: string
  columns: string[]
  types: string[]
  key: string[]
}

/** Reads all rows back and compares them. `linkKey` is a file in the data folder, so it isn't among the rows. */
export async function moveRows(sqlite: Sqlite, url: string, linkKey?: string) {
  const { Client } = await import('pg')
  const client = new Client({ ...clientConfig(url), statement_timeout: 0, query_timeout: 0 })
  client.on('error', () => {})
  const counts: Record<string, number> = {}
  try {
    await client.connect()
    await client.query('BEGIN')
    // Keeps out servers that were started too early.
    await client.query(`LOCK TABLE ${quoted(NAMES)} IN ACCESS EXCLUSIVE MODE`)
    for (const name of ['users', 'lists']) await refuseRows(client, name)
    // A server that was started to try it has left its key and other rows of its own.
    await client.query(`TRUNCATE ${quoted(NAMES)}`)
    for (const table of TABLES) counts[table.name] = await copyTable(sqlite, client, table)
    for (const table of TABLES) await compareTable(sqlite, client, table)
    if (linkKey) {
      await client.query("INSERT INTO settings (key, value) VALUES ('link-key', $1)", [linkKey])
    }
    await client.query('COMMIT')
    // Without statistics, the first queries would be slow.
    await client.query('ANALYZE')
    return counts
  } catch (error) {
    throw refusalFrom(error, url)
  } finally {
    await client.end()
  }
}

const TYPES: Record<string, string> = { integer: 'bigint', real: 'double precision' }

const TABLES = inOrder(Object.values(schema).filter((table) => is(table, SQLiteTable))).map(tableOf)

const NAMES = TABLES.map(({ name }) => name)

const quoted = (names: string[]) => names.map((name) => `"${name}"`).join(', ')

/** Foreign keys reference only tables that come before. */
function inOrder(tables: SQLiteTable[]): SQLiteTable[] {
  const sorted = new Set<SQLiteTable>()
  const add = (table: SQLiteTable) => {
    for (const { reference } of getTableConfig(table).foreignKeys) add(reference().foreignTable)
    sorted.add(table)
  }
  for (const table of tables) add(table)
  return [...sorted]
}

function tableOf(table: SQLiteTable): Table {
  const { name, columns, primaryKeys } = getTableConfig(table)
  const key = primaryKeys[0]?.columns ?? columns.filter(({ primary }) => primary)
  return {
    name,
    columns: columns.map((column) => column.name),
    types: columns.map((column) => TYPES[column.getSQLType()] ?? 'text'),
    key: key.map((column) => column.name),
  }
}

async function refuseRows(client: Client, name: string) {
  const { rowCount } = await client.query(`SELECT 1 FROM "${name}" LIMIT 1`)
  if (rowCount) {
    throw new DatabaseRefused(
      `DATABASE_URL: the database already has data (in ${name}). Use an empty one. Nothing was changed.`,
    )
  }
}

const rowsOf = (sqlite: Sqlite, { name, columns, key }: Table) =>
  sqlite
    .prepare(`SELECT ${quoted(columns)} FROM "${name}" ORDER BY ${quoted(key)}`)
    .raw()
    .iterate() as IterableIterator<Row>

async function copyTable(sqlite: Sqlite, client: Client, table: Table): Promise<number> {
  const arrays = table.types.map((type, index) => `$${index + 1}::${type}[]`).join(', ')
  const insert = `INSERT INTO "${table.name}" (${quoted(table.columns)}) SELECT * FROM unnest(${arrays})`
  let count = 0
  for (const rows of batches(rowsOf(sqlite, table))) {
    await client.query(
      insert,
      table.columns.map((_, index) => rows.map((row) => row[index])),
    )
    count += rows.length
  }
  return count
}

async function compareTable(sqlite: Sqlite, client: Client, table: Table) {
  const { name, columns, key } = table
  await client.query(
    `DECLARE moved NO SCROLL CURSOR FOR SELECT ${quoted(columns)} FROM "${name}" ORDER BY ${quoted(key)}`,
  )
  const fetch = async () => {
    const { rows } = await client.query<Row>({ text: `FETCH ${BATCH} FROM moved`, rowMode: 'array' })
    return rows
  }
  for (const expected of batches(rowsOf(sqlite, table))) {
    if (JSON.stringify(await fetch()) !== JSON.stringify(expected))
      throw new Error(`${name} differs after the move`)
  }
  if ((await fetch()).length > 0) throw new Error(`${name} has additional rows after the move`)
  await client.query('CLOSE moved')
}

function* batches(rows: Iterable<Row>): Generator<Row[]> {
  let batch: Row[] = []
  for (const row of rows) {
    batch.push(row)
    if (batch.length < BATCH) continue
    yield batch
    batch = []
  }
  if (batch.length > 0) yield batch
}
