import { join } from 'node:path'
import Sqlite from 'better-sqlite3'
import { expect, onTestFinished, test } from 'vitest'
import { firstMigrations, journal } from '#tests/support/migrations.ts'
import { temporaryFolder } from '#tests/support/services.ts'
import { copyDatabase } from './copy.ts'
import { migrateDatabase } from './migrate.ts'
import { originOf } from './origin.ts'

function run(file: string, sql: string) {
  const connection = new Sqlite(file)
  connection.exec(sql)
  connection.close()
}

test.each(journal.entries.map(({ tag }, at) => [tag, at + 1] as const))(
  'recognizes a database with schema %s, created at once or step by step',
  (_tag, count) => {
    const folder = temporaryFolder()
    const atOnce = join(folder, 'at-once.db')
    migrateDatabase(atOnce, firstMigrations(count))
    expect(originOf(atOnce)).toEqual({ madeBy: 'larder' })

    const stepwise = join(folder, 'stepwise.db')
    for (let step = 1; step <= count; step += 1) migrateDatabase(stepwise, firstMigrations(step))
    expect(originOf(stepwise)).toEqual({ madeBy: 'larder' })

    const copy = join(folder, 'copy.db')
    copyDatabase(stepwise, copy)
    expect(originOf(copy)).toEqual({ madeBy: 'larder' })
    run(copy, 'VACUUM')
    expect(originOf(copy)).toEqual({ madeBy: 'larder' })
  },
)

test("a list's latest activity is its newest change, or its creation", () => {
  const file = join(temporaryFolder(), 'larder.db')
  migrateDatabase(file, firstMigrations(6))
  run(
    file,
    `INSERT INTO users (id, name, email, password_hash, created_at) VALUES ('u', 'Ada', 'ada@example.org', 'x', 1);
    INSERT INTO lists (id, name, created_by, created_at) VALUES ('a', 'Old', 'u', 5), ('b', 'Used', 'u', 6);
    INSERT INTO changes (id, list_id, kind, list_revision, created_at)
      VALUES ('c', 'b', 'tick', 1, 9), ('d', 'b', 'tick', 2, 8)`,
  )
  migrateDatabase(file)
  const connection = new Sqlite(file, { readonly: true })
  onTestFinished(() => void connection.close())
  const rows = connection.prepare('SELECT id, changed_at FROM lists ORDER BY id').raw().all()
  expect(rows).toEqual([
    ['a', 5],
    ['b', 9],
  ])
})

test('items from before there were units are pieces, with a price for one', () => {
  const file = join(temporaryFolder(), 'larder.db')
  migrateDatabase(file, firstMigrations(8))
  run(
    file,
    `INSERT INTO users (id, name, email, password_hash, created_at) VALUES ('u', 'Ada', 'ada@example.org', 'x', 1);
    INSERT INTO lists (id, name, created_by, created_at) VALUES ('l', 'Old', 'u', 5);
    INSERT INTO items (id, list_id, name, quantity_milli, price_cents, position, created_at, updated_at)
      VALUES ('i', 'l', 'Milk', 2500, 199, 1, 1, 1)`,
  )
  migrateDatabase(file)
  const connection = new Sqlite(file)
  onTestFinished(() => void connection.close())
  const columns = 'quantity_milli, unit, price_cents, price_for, price_remembered'
  expect(connection.prepare(`SELECT ${columns} FROM items`).raw().all()).toEqual([[2500, '', 199, 'one', 0]])
  const set = (assignment: string) => () => connection.exec(`UPDATE items SET ${assignment}`)
  for (const bad of ["unit = 'stone'", "price_for = 'some'", 'price_remembered = 2', 'unit = NULL'])
    expect(set(bad), bad).toThrow(/CHECK|NOT NULL/)
  set("unit = 'bunch', price_for = 'all', price_remembered = 1")()
})

test('accepts the tables of SQLite’s query planner', () => {
  const file = join(temporaryFolder(), 'larder.db')
  migrateDatabase(file)
  run(file, `INSERT INTO settings VALUES ('registration', 'closed'); ANALYZE`)
  expect(originOf(file)).toEqual({ madeBy: 'larder' })
})

test('recognizes the database of a running server', () => {
  const file = join(temporaryFolder(), 'larder.db')
  migrateDatabase(file)
  const writer = new Sqlite(file)
  writer.exec(`BEGIN IMMEDIATE; INSERT INTO settings VALUES ('registration', 'closed')`)
  expect(originOf(file)).toEqual({ madeBy: 'larder' })
  writer.close()
})

test('distinguishes a newer version’s database from another program’s', () => {
  const file = join(temporaryFolder(), 'larder.db')
  migrateDatabase(file)
  run(file, `INSERT INTO __drizzle_migrations (hash, created_at) VALUES ('x', 9e15)`)
  expect(originOf(file)).toEqual({ madeBy: 'newer larder' })
  run(file, `UPDATE __drizzle_migrations SET hash = 'y' WHERE id = 1`)
  expect(originOf(file)).toMatchObject({ madeBy: 'another program' })
})

test('an unreadable schema is an SQLite error', () => {
  const file = join(temporaryFolder(), 'larder.db')
  migrateDatabase(file)
  const connection = new Sqlite(file)
  connection.unsafeMode()
  connection.exec(`PRAGMA writable_schema=ON; INSERT INTO sqlite_master SELECT * FROM sqlite_master`)
  connection.close()
  expect(() => originOf(file)).toThrow(expect.objectContaining({ code: 'SQLITE_CORRUPT' }))
})
