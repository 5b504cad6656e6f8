import { join } from 'node:path'
import type { SQLiteColumn } from 'drizzle-orm/sqlite-core'
import { expect, onTestFinished, test } from 'vitest'
import { openConnection } from '#db/sqlite/client.ts'
import { migrateDatabase as migrateSqlite } from '#db/sqlite/migrate.ts'
import { listedValues, notInDatabase } from '#tests/support/listedValues.ts'
import { query, testDatabase } from '#tests/support/postgres.ts'
import { type Column, describeSchema, foreignKey, type Table } from '#tests/support/schemaTables.ts'
import { temporaryFolder } from '#tests/support/services.ts'

function typeOf(column: SQLiteColumn): string {
  if (column.dataType === 'boolean') return 'smallint'
  const types: Record<string, string> = { text: 'text COLLATE "C"', real: 'double precision' }
  return types[column.getSQLType()] ?? 'bigint'
}

async function rowsOf<Row>(url: string, sql: string): Promise<Row[]> {
  return (await query(url, sql)) as Row[]
}

const TABLES = `
  SELECT oid, relname AS name FROM pg_class
  WHERE relnamespace = 'public'::regnamespace AND relkind = 'r' AND relname NOT LIKE 'larder\\_%'`

async function tablesInDatabase(url: string): Promise<Record<string, Table>> {
  const tables = await rowsOf<{ oid: number; name: string }>(url, TABLES)
  const described = tables.map(async ({ oid, name }) => [name, await describeTable(url, oid)] as const)
  return Object.fromEntries(await Promise.all(described))
}

async function describeTable(url: string, table: number): Promise<Table> {
  const columns = await rowsOf<Column & { name: string }>(
    url,
    `SELECT attname AS name, attnotnull AS "notNull", replace(pg_get_expr(adbin, adrelid), '::text', '') AS default,
        format_type(atttypid, atttypmod) || coalesce(' COLLATE ' || quote_ident(collname), '') AS type
      FROM pg_attribute
        LEFT JOIN pg_attrdef ON adrelid = attrelid AND adnum = attnum
        LEFT JOIN pg_collation ON pg_collation.oid = attcollation
      WHERE attrelid = ${table} AND attnum > 0 AND NOT attisdropped`,
  )
  const indexes = await rowsOf<Table['indexes'][string] & { name: string; primary: boolean }>(
    url,
    `SELECT relname AS name, indisprimary AS primary, indisunique AS unique, indpred IS NOT NULL AS partial,
        ARRAY(SELECT coalesce(attname::text, 'an expression')
          FROM unnest(indkey) WITH ORDINALITY AS key (number, at)
            LEFT JOIN pg_attribute ON attrelid = indrelid AND attnum = number
          ORDER BY at) AS columns
      FROM pg_index JOIN pg_class ON pg_class.oid = indexrelid
      WHERE indrelid = ${table}`,
  )
  const keys = await rowsOf<{ definition: string }>(
    url,
    `SELECT pg_get_constraintdef(oid) AS definition FROM pg_constraint WHERE conrelid = ${table} AND contype = 'f'`,
  )
  return {
    columns: Object.fromEntries(columns.map(({ name, ...column }) => [name, column])),
    primaryKey: indexes.filter(({ primary }) => primary).flatMap((index) => index.columns),
    indexes: Object.fromEntries(
      indexes.filter(({ primary }) => !primary).map(({ name, primary: _, ...index }) => [name, index]),
    ),
    foreignKeys: keys.map(({ definition }) => readForeignKey(definition)).sort(),
  }
}

/** Such as FOREIGN KEY (list_id) REFERENCES lists(id) ON DELETE CASCADE. */
function readForeignKey(definition: string): string {
  const [, from = '', table = '', to = ''] =
    /^FOREIGN KEY \((.+)\) REFERENCES (\w+)\((.+?)\)/.exec(definition) ?? []
  const onUpdate = / ON UPDATE ([A-Z ]+?)(?= ON|$)/.exec(definition)?.[1] ?? 'no action'
  const onDelete = / ON DELETE ([A-Z ]+?)(?= ON|$)/.exec(definition)?.[1] ?? 'no action'
  return foreignKey(from.split(', '), table, to.split(', '), onUpdate, onDelete)
}

test('schema.ts and a migrated database have the same tables, columns, keys and indexes', async () => {
  const described = describeSchema(typeOf)
  expect(Object.keys(described).length).toBeGreaterThan(8)
  // The only differences: see the migrations.
  const inOrder = { unique: false, partial: true, columns: ['list_id', 'position', 'id'] }
  Object.assign(described.items?.indexes ?? {}, { items_in_order: inOrder })
  const ofOwner = { unique: false, partial: true, columns: ['created_by', 'created_at'] }
  Object.assign(described.lists?.indexes ?? {}, { lists_owner: ofOwner })
  expect(await tablesInDatabase(await testDatabase())).toEqual(described)
})

const USER = `INSERT INTO users (id, name, email, password_hash, created_at) VALUES ('u', 'Ada', 'ada@example.org', 'x', 1)`
const LIST = `INSERT INTO lists (id, name, created_by, created_at) VALUES ('l', 'Saturday', 'u', 1)`
const item = (id: string, values: string) =>
  `INSERT INTO items (id, list_id, name, quantity_milli, price_cents, completed, position, created_at, updated_at)
    VALUES ('${id}', 'l', ${values}, 1, 1, 1)`
const operation = (id: string, result: string) =>
  `INSERT INTO operations (id, user_id, request, answer, created_at)
    VALUES ('${id.padEnd(64)}', 'u', repeat('x', 64), '${result}', 1)`

test('PostgreSQL itself rejects invalid rows', async () => {
  const url = await testDatabase()
  const run = (sql: string) => query(url, sql)
  await run(`${USER}; ${LIST}; ${item('good', "'Milk', 1000, 119, 0")}`)
  await expect(run(item('a', "'', 1000, 119, 0"))).rejects.toThrow('items_name_check')
  await expect(run(item('b', "'Milk', 0, 119, 0"))).rejects.toThrow('items_quantity_milli_check')
  await expect(run(item('c', "'Milk', 1000, -1, 0"))).rejects.toThrow('items_price_cents_check')
  await expect(run(item('d', "'Milk', 1000, 100000001, 0"))).rejects.toThrow('items_price_cents_check')
  await expect(run(item('e', "'Milk', 1000, 119, 2"))).rejects.toThrow('items_completed_check')
  await expect(run(item('f', "'Milk', 'many', 119, 0"))).rejects.toThrow('type bigint')
  await expect(run(USER.replace("'u'", "'u2'"))).rejects.toThrow('users_email_unique')
  await expect(run(LIST.replace("'l'", "'l2'").replace("'u'", "'nobody'"))).rejects.toThrow(
    'lists_created_by_fkey',
  )
  await expect(run(operation('a', '{'))).rejects.toThrow('type json')
  await run(operation('a', String.raw`{"text": "\u0000 \ud800"}`))
})

test('PostgreSQL itself rejects invalid changes', async () => {
  const url = await testDatabase()
  const change = (id: string, kind: string) =>
    `INSERT INTO changes (id, list_id, actor_id, kind, list_revision, created_at)
      VALUES ('${id}', 'l', 'u', '${kind}', 1, 1)`
  const effect = (id: string, values: string) =>
    `INSERT INTO change_items (change_id, item_id, before, after) VALUES ('c', '${id}', ${values})`
  await query(url, `${USER}; ${LIST}; ${change('c', 'tick')}; ${effect('i', "NULL, '{}'")}`)
  await expect(query(url, effect('j', "'{', '{}'"))).rejects.toThrow('type json')
  await expect(query(url, effect('k', "'{}', 'x'"))).rejects.toThrow('type json')
})

test('PostgreSQL stores every value that schema.ts lists, such as each unit, role and kind of change', async () => {
  const url = await testDatabase()
  const missing: string[] = []
  for (const value of listedValues()) {
    // Without foreign keys and other triggers.
    const stored = query(url, `SET session_replication_role = replica; ${value.insert}; ${value.clear}`)
    await stored.catch(() => missing.push(notInDatabase(value, 'migrations/postgres')))
  }
  expect(missing).toEqual([])
})

test('names may have 200 characters, whatever their bytes', async () => {
  const url = await testDatabase()
  await query(url, `${USER}; ${LIST}; ${item('a', `'${'🥛'.repeat(200)}', 1, 0, 0`)}`)
  await expect(query(url, item('b', `'${'x'.repeat(201)}', 1, 0, 0`))).rejects.toThrow('items_name_check')
})

test('deleting a user deletes their lists and items', async () => {
  const url = await testDatabase()
  await query(url, `${USER}; ${LIST}; ${item('a', "'Milk', 1, 0, 0")}; DELETE FROM users`)
  expect(await query(url, 'SELECT id FROM items')).toEqual([])
})

test('PostgreSQL has as many checks as SQLite', async () => {
  const rows = await rowsOf<{ name: string; checks: number }>(
    await testDatabase(),
    `SELECT conrelid::regclass::text AS name, count(*)::int AS checks FROM pg_constraint
      WHERE contype = 'c' AND connamespace = 'public'::regnamespace GROUP BY 1`,
  )
  expect(Object.fromEntries(rows.map(({ name, checks }) => [name, checks]))).toEqual(checksInSqlite())
})

function checksInSqlite(): Record<string, number> {
  const file = join(temporaryFolder(), 'larder.db')
  migrateSqlite(file)
  const connection = openConnection(file)
  onTestFinished(() => void connection.close())
  const tables = connection.prepare("SELECT name, sql FROM sqlite_schema WHERE type = 'table'").all()
  const checks = (tables as { name: string; sql: string }[]).map(({ name, sql }) => [
    name,
    sql.split(/\bCHECK\b/).length - 1,
  ])
  return Object.fromEntries(checks.filter(([, count]) => count !== 0))
}
