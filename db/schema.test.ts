import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { temporaryFolder } from '#tests/support/services.ts'
import { openConnection } from './client.ts'
import { migrateDatabase } from './migrate.ts'

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

test('SQLite itself refuses what the domain would never write', () => {
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

test('with a user go his sessions, lists and items', () => {
  const db = connection()
  db.prepare(INSERTS.user).run('u', 'Ada', 'ada@example.org', 'x', 1)
  db.prepare(INSERTS.list).run('l', 'Saturday', 'u', 1)
  db.prepare(INSERTS.item).run('i', 'Milk', 1000, 119, 0)
  db.prepare('DELETE FROM users').run()
  expect(db.prepare('SELECT count(*) AS n FROM items').get()).toEqual({ n: 0 })
})
