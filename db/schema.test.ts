import { cpSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Database as Connection } from 'better-sqlite3'
import { expect, onTestFinished, test } from 'vitest'
import { listedValues, notInDatabase } from '#tests/support/listedValues.ts'
import { describeSchema, foreignKey, type Table } from '#tests/support/schemaTables.ts'
import { temporaryFolder } from '#tests/support/services.ts'
import { openConnection } from './sqlite/client.ts'
import { migrateDatabase } from './sqlite/migrate.ts'

function connection() {
  const file = join(temporaryFolder(), 'larder.db')
  migrateDatabase(file)
  const opened = openConnection(file)
  onTestFinished(() => void opened.close())
  return opened
}

test('every table is STRICT', () => {
  const tables = connection()
    .prepare("SELECT name, strict FROM pragma_table_list WHERE schema = 'main'")
    .all()
  const loose = tables.filter((table) => (table as { strict: number }).strict === 0)
  expect(loose).toEqual([{ name: 'sqlite_schema', strict: 0 }])
  expect(tables.length).toBeGreaterThan(8)
})

const INSERTS = {
  user: 'INSERT INTO users (id, name, email, password_hash, created_at) VALUES (?, ?, ?, ?, ?)',
  list: 'INSERT INTO lists (id, name, created_by, created_at) VALUES (?, ?, ?, ?)',
  item: `INSERT INTO items (id, list_id, name, quantity_milli, price_cents, completed, position, created_at, updated_at)
    VALUES (?, 'l', ?, ?, ?, ?, 1, 1, 1)`,
}

// ASVS 2.2.2
test('SQLite itself rejects invalid rows', () => {
  const db = connection()
  db.prepare(INSERTS.user).run('u', 'Ada', 'ada@example.org', 'x', 1)
  db.prepare(INSERTS.list).run('l', 'Saturday', 'u', 1)
  const item = db.prepare(INSERTS.item)
  item.run('good', 'Milk', 1000, 119, 0)
  expect(() => item.run('a', '', 1000, 119, 0)).toThrow(/CHECK/)
  expect(() => item.run('b', 'Milk', 0, 119, 0)).toThrow(/CHECK/)
  expect(() => item.run('c', 'Milk', 1000, -1, 0)).toThrow(/CHECK/)
  expect(() => item.run('d', 'Milk', 1000, 100_000_001, 0)).toThrow(/CHECK/)
  expect(() => item.run('e', 'Milk', 1000, 119, 2)).toThrow(/CHECK/)
  expect(() => item.run('f', 'Milk', 1.5, 119, 0)).toThrow(/REAL|datatype/)
  expect(() => item.run('g', 'Milk', 'many', 119, 0)).toThrow(/TEXT|datatype/)
  expect(() => db.prepare(INSERTS.user).run('u2', 'Eve', 'ada@example.org', 'x', 1)).toThrow(/UNIQUE/)
  expect(() => db.prepare(INSERTS.list).run('l2', 'Nobody’s', 'nobody', 1)).toThrow(/FOREIGN KEY/)
})

test('SQLite itself rejects invalid changes', () => {
  const db = connection()
  db.prepare(INSERTS.user).run('u', 'Ada', 'ada@example.org', 'x', 1)
  db.prepare(INSERTS.list).run('l', 'Saturday', 'u', 1)
  const change = db.prepare(
    "INSERT INTO changes (id, list_id, actor_id, kind, list_revision, created_at, item_count) VALUES (?, 'l', 'u', 'tick', 1, 1, ?)",
  )
  change.run('c', 1)
  expect(() => change.run('d', -1)).toThrow(/CHECK/)
  const effect = db.prepare(
    "INSERT INTO change_items (change_id, item_id, before, after) VALUES ('c', ?, ?, ?)",
  )
  effect.run('i', null, '{}')
  expect(() => effect.run('j', '{', '{}')).toThrow(/CHECK/)
  expect(() => effect.run('k', '{}', 'x')).toThrow(/CHECK/)
})

test('SQLite stores every value that schema.ts lists, such as each unit, role and kind of change', () => {
  const db = connection()
  db.pragma('foreign_keys = OFF')
  const missing: string[] = []
  for (const value of listedValues()) {
    try {
      db.exec(`${value.insert}; ${value.clear}`)
    } catch {
      missing.push(notInDatabase(value, 'migrations'))
    }
  }
  expect(missing).toEqual([])
})

test('the tables of changes have no row ids', () => {
  const tables = connection()
    .prepare("SELECT name FROM pragma_table_list WHERE wr AND schema = 'main'")
    .pluck()
    .all()
  expect(tables).toEqual(expect.arrayContaining(['changes', 'change_items', 'operations']))
})

test('deleting a user deletes their lists and items', () => {
  const db = connection()
  db.prepare(INSERTS.user).run('u', 'Ada', 'ada@example.org', 'x', 1)
  db.prepare(INSERTS.list).run('l', 'Saturday', 'u', 1)
  db.prepare(INSERTS.item).run('i', 'Milk', 1000, 119, 0)
  db.prepare('DELETE FROM users').run()
  expect(db.prepare('SELECT count(*) AS n FROM items').get()).toEqual({ n: 0 })
})

test('operations and the keys of the last day move into one table', () => {
  const folder = temporaryFolder()
  const older = join(folder, 'migrations')
  const journal: { entries: { tag: string }[] } = JSON.parse(
    readFileSync('migrations/meta/_journal.json', 'utf8'),
  )
  const entries = journal.entries.slice(0, 10)
  mkdirSync(join(older, 'meta'), { recursive: true })
  writeFileSync(join(older, 'meta/_journal.json'), JSON.stringify({ ...journal, entries }))
  for (const { tag } of entries) cpSync(`migrations/${tag}.sql`, join(older, `${tag}.sql`))
  const file = join(folder, 'larder.db')
  migrateDatabase(file, older)
  const before = openConnection(file)
  before.prepare(INSERTS.user).run('u', 'Ada', 'ada@example.org', 'x', 1)
  before.prepare(INSERTS.list).run('l', 'Saturday', 'u', 1)
  const [a, b, c] = ['a', 'b', 'c'].map((letter) => letter.repeat(64))
  before.prepare("INSERT INTO operations VALUES (?, 'l', 'change', 5)").run(a)
  const outcome = before.prepare("INSERT INTO outcomes VALUES (?, 'u', ?, ?, ?)")
  const now = Date.now()
  outcome.run(b, a, '{"name":"\\u0000 milk","change":"added"}', now - 86_000_000)
  outcome.run(c, a, '{}', now - 87_000_000)
  before.prepare("INSERT INTO tombstones VALUES ('gone', 1)").run()
  before.close()
  migrateDatabase(file)
  const after = openConnection(file)
  onTestFinished(() => void after.close())
  expect(
    after.prepare('SELECT id, user_id, list_id, request, change_id FROM operations').raw().all(),
  ).toEqual([
    [a, null, 'l', null, 'change'],
    [b, 'u', null, a, 'added'],
  ])
})

function tablesInDatabase(connection: Connection): Record<string, Table> {
  const names = connection
    .prepare<[], string>(
      "SELECT name FROM sqlite_schema WHERE type = 'table' AND name != '__drizzle_migrations'",
    )
    .pluck()
    .all()
  return Object.fromEntries(names.map((name) => [name, describeDatabase(connection, name)]))
}

function describeDatabase(connection: Connection, table: string): Table {
  const all = <Row>(sql: string, name = table) => connection.prepare<[string], Row>(sql).all(name)
  const columns = all<{ name: string; type: string; required: number; default: string | null; pk: number }>(
    'SELECT name, type, "notnull" AS required, dflt_value AS "default", pk FROM pragma_table_xinfo(?)',
  )
  const indexes = all<{ name: string; unique: number; partial: number }>(
    `SELECT name, "unique", partial FROM pragma_index_list(?) WHERE origin != 'pk'`,
  )
  const columnsOf = (index: string) =>
    all<{ name: string | null }>('SELECT name FROM pragma_index_info(?) ORDER BY seqno', index).map(
      ({ name }) => name ?? 'an expression',
    )
  const references = all<{
    id: number
    table: string
    from: string
    to: string
    update: string
    delete: string
  }>(
    `SELECT id, "table", "from", "to", on_update AS "update", on_delete AS "delete"
      FROM pragma_foreign_key_list(?) ORDER BY seq`,
  )
  return {
    columns: Object.fromEntries(
      columns.map((column) => [
        column.name,
        { type: column.type.toLowerCase(), notNull: column.required === 1, default: column.default },
      ]),
    ),
    primaryKey: columns
      .filter(({ pk }) => pk > 0)
      .sort((a, b) => a.pk - b.pk)
      .map(({ name }) => name),
    indexes: Object.fromEntries(
      indexes.map(({ name, unique, partial }) => [
        name,
        { unique: unique === 1, partial: partial === 1, columns: columnsOf(name) },
      ]),
    ),
    foreignKeys: [...new Set(references.map(({ id }) => id))]
      .map((id) => references.filter((reference) => reference.id === id))
      .map((parts) => {
        const [{ table = '', update = '', delete: onDelete = '' } = {}] = parts
        const from = parts.map((part) => part.from)
        const to = parts.map((part) => part.to)
        return foreignKey(from, table, to, update, onDelete)
      })
      .sort(),
  }
}

test('schema.ts and a migrated database have the same tables, columns, keys and indexes', () => {
  const described = describeSchema((column) => column.getSQLType())
  expect(Object.keys(described).length).toBeGreaterThan(8)
  expect(described).toEqual(tablesInDatabase(connection()))
})
