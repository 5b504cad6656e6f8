import { once } from 'node:events'
import { cpSync, readFileSync, writeFileSync } from 'node:fs'
import { type AddressInfo, createServer } from 'node:net'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { emptyDatabase, query } from '#tests/support/postgres.ts'
import { temporaryFolder } from '#tests/support/services.ts'
import { migrateDatabase, requireVersion } from './migrate.ts'
import { DatabaseRefused } from './refusal.ts'

/** A port where nobody listens. */
async function closedPort(): Promise<string> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  server.close()
  await once(server, 'close')
  return String(port)
}

/** A folder of migrations with this SQL. */
function migrations(...files: string[]): string {
  const folder = temporaryFolder()
  for (const [at, sql] of files.entries()) writeFileSync(join(folder, `000${at}_step.sql`), sql)
  return folder
}

const tablesOf = async (url: string) => {
  const rows = await query(url, "SELECT tablename FROM pg_tables WHERE schemaname = 'public' ORDER BY 1")
  return rows.map(({ tablename }) => tablename)
}

const ALL = [
  '0000_first',
  '0001_changes',
  '0002_activity',
  '0003_sharing',
  '0004_quick_add',
  '0005_operations',
  '0006_operations_once',
  '0007_consent',
  '0008_languages',
  '0009_currencies',
  '0010_household',
  '0011_seen_by_guests',
  '0012_proof',
  '0013_things',
  '0014_accounts',
  '0015_trips',
  '0016_note',
  '0017_usual',
  '0018_aisles',
]

test('creates the tables of an empty database, once', async () => {
  const url = await emptyDatabase()
  expect(await migrateDatabase(url)).toEqual({ applied: ALL })
  expect(await migrateDatabase(url)).toEqual({ applied: [] })
  expect(await tablesOf(url)).toContain('users')
})

test('applies only what is missing, in order', async () => {
  const url = await emptyDatabase()
  await migrateDatabase(url, migrations('CREATE TABLE a ()'))
  const more = migrations('CREATE TABLE a ()', 'CREATE TABLE b ()', 'ALTER TABLE b RENAME TO c')
  expect(await migrateDatabase(url, more)).toEqual({ applied: ['0001_step', '0002_step'] })
  expect(await tablesOf(url)).toEqual(['a', 'c', 'larder_migrations'])
})

test("a list's latest activity is its newest change, or its creation", async () => {
  const url = await emptyDatabase()
  const before = temporaryFolder()
  for (const name of ALL.slice(0, 2)) cpSync(`migrations/postgres/${name}.sql`, join(before, `${name}.sql`))
  await migrateDatabase(url, before)
  await query(
    url,
    `INSERT INTO users (id, name, email, password_hash, created_at) VALUES ('u', 'Ada', 'ada@example.org', 'x', 1);
    INSERT INTO lists (id, name, created_by, created_at) VALUES ('a', 'Old', 'u', 5), ('b', 'Used', 'u', 6);
    INSERT INTO changes (id, list_id, kind, list_revision, created_at)
      VALUES ('c', 'b', 'tick', 1, 9), ('d', 'b', 'tick', 2, 8)`,
  )
  await migrateDatabase(url)
  const rows = await query(url, 'SELECT id, changed_at::int FROM lists ORDER BY id')
  expect(rows).toEqual([
    { id: 'a', changed_at: 5 },
    { id: 'b', changed_at: 9 },
  ])
})

test('items from before there were units are pieces, with a price for one', async () => {
  const url = await emptyDatabase()
  const before = temporaryFolder()
  for (const name of ALL.slice(0, 4)) cpSync(`migrations/postgres/${name}.sql`, join(before, `${name}.sql`))
  await migrateDatabase(url, before)
  await query(
    url,
    `INSERT INTO users (id, name, email, password_hash, created_at) VALUES ('u', 'Ada', 'ada@example.org', 'x', 1);
    INSERT INTO lists (id, name, created_by, created_at) VALUES ('l', 'Old', 'u', 5);
    INSERT INTO items (id, list_id, name, quantity_milli, price_cents, position, created_at, updated_at)
      VALUES ('i', 'l', 'Milk', 2500, 199, 1, 1, 1)`,
  )
  expect(await migrateDatabase(url)).toEqual({ applied: ALL.slice(4) })
  const rows = await query(url, 'SELECT unit, price_for, price_remembered FROM items')
  expect(rows).toEqual([{ unit: '', price_for: 'one', price_remembered: 0 }])
  for (const bad of ["unit = 'stone'", "price_for = 'some'", 'price_remembered = 2'])
    await expect(query(url, `UPDATE items SET ${bad}`), bad).rejects.toThrow('check constraint')
})

test('operations and the keys of the last day move into one table', async () => {
  const url = await emptyDatabase()
  const before = temporaryFolder()
  for (const name of ALL.slice(0, 6)) cpSync(`migrations/postgres/${name}.sql`, join(before, `${name}.sql`))
  await migrateDatabase(url, before)
  const [a, b, c] = ['a', 'b', 'c'].map((letter) => letter.repeat(64))
  const change = '01890000-0000-7000-8000-000000000001'
  const now = Date.now()
  await query(
    url,
    `INSERT INTO users (id, name, email, password_hash, created_at) VALUES ('u', 'Ada', 'ada@example.org', 'x', 1);
    INSERT INTO lists (id, name, created_by, created_at) VALUES ('l', 'Old', 'u', 5);
    INSERT INTO operations VALUES ('${a}', 'l', 'change', 5);
    INSERT INTO outcomes VALUES
      ('${b}', 'u', '${a}', '{"name":"\\u0000 milk","change":"${change}"}', ${now - 86_000_000}),
      ('${c}', 'u', '${a}', '{}', ${now - 87_000_000});
    INSERT INTO tombstones VALUES ('gone', 1)`,
  )
  await migrateDatabase(url)
  const rows = await query(url, 'SELECT id, user_id, list_id, request, change_id FROM operations ORDER BY id')
  expect(rows).toEqual([
    { id: a, user_id: null, list_id: 'l', request: null, change_id: 'change' },
    { id: b, user_id: 'u', list_id: null, request: a, change_id: change },
  ])
})

test('a migration that fails leaves nothing of itself', async () => {
  const url = await emptyDatabase()
  const failing = migrations('CREATE TABLE a ()', 'CREATE TABLE b (); SELECT 1 / 0')
  await expect(migrateDatabase(url, failing)).rejects.toThrow('division by zero')
  expect(await tablesOf(url)).toEqual(['a', 'larder_migrations'])
})

test('when several processes start at once, one of them migrates', async () => {
  const url = await emptyDatabase()
  const results = await Promise.all(Array.from({ length: 5 }, () => migrateDatabase(url)))
  expect(results.flatMap(({ applied }) => applied)).toEqual(ALL)
})

test('refuses a database that a newer version wrote, and changes nothing', async () => {
  const url = await emptyDatabase()
  await migrateDatabase(url, migrations('CREATE TABLE a ()', 'CREATE TABLE b ()'))
  const older = migrateDatabase(url, migrations('CREATE TABLE a ()'))
  await expect(older).rejects.toThrow(DatabaseRefused)
  await expect(older).rejects.toThrow(`this database needs a newer version of Larder, and this is Larder`)
})

test('a newer database names the version it needs', async () => {
  const url = await emptyDatabase()
  const steps = ['CREATE TABLE a ()', 'CREATE TABLE b ()', 'CREATE TABLE c ()']
  await migrateDatabase(url, migrations(...steps))
  const { version } = JSON.parse(readFileSync('package.json', 'utf8'))
  const rows = await query(url, 'SELECT DISTINCT larder_version FROM larder_migrations')
  expect(rows).toEqual([{ larder_version: version }])
  await query(
    url,
    `UPDATE larder_migrations SET larder_version = '12.34.5' WHERE name = '0002_step';
    UPDATE larder_migrations SET larder_version = '12.1.0' WHERE name = '0001_step'`,
  )
  await expect(migrateDatabase(url, migrations('CREATE TABLE a ()'))).rejects.toThrow(
    `DATABASE_URL: this database needs Larder 12.34.5 or newer, and this is Larder ${version}. Nothing was changed. Start that version. Or restore a backup from before the update into an empty database.`,
  )
})

test('a database from before 1.0.0, which did not note its version, is updated', async () => {
  const url = await emptyDatabase()
  await query(
    url,
    `CREATE TABLE larder_migrations (name text PRIMARY KEY, applied_at timestamptz DEFAULT now() NOT NULL);
    CREATE TABLE a (); INSERT INTO larder_migrations (name) VALUES ('0000_step')`,
  )
  const more = migrations('CREATE TABLE a ()', 'CREATE TABLE b ()')
  expect(await migrateDatabase(url, more)).toEqual({ applied: ['0001_step'] })
})

test("refuses another program's database, and changes nothing", async () => {
  const url = await emptyDatabase()
  await query(url, 'CREATE TABLE orders ()')
  await expect(migrateDatabase(url)).rejects.toThrow(
    'DATABASE_URL: the database belongs to another program (it has a table orders). Create an empty one for Larder.',
  )
  expect(await tablesOf(url)).toEqual(['orders'])
})

test("an extension's tables don't count as another program's", async () => {
  const url = await emptyDatabase()
  await query(url, 'CREATE TABLE member (); ALTER EXTENSION plpgsql ADD TABLE member')
  expect(await migrateDatabase(url)).toEqual({ applied: ALL })
})

test('the oldest supported version is 15', () => {
  expect(() => requireVersion(15)).not.toThrow()
  expect(() => requireVersion(14)).toThrow(
    new DatabaseRefused('DATABASE_URL: this is PostgreSQL 14. Larder needs version 15 or newer.'),
  )
})

/** The same database with other values in its URL. */
function changed(url: string, values: Partial<URL>): string {
  return Object.assign(new URL(url), values).href
}

test('one sentence says why a database cannot be used, and what to do', async () => {
  const url = await emptyDatabase()
  const refusal = (values: Partial<URL>) => migrateDatabase(changed(url, values)).catch((error) => error)
  const port = await closedPort()
  expect(await refusal({ port })).toEqual(
    new DatabaseRefused(
      `DATABASE_URL: Larder cannot reach PostgreSQL at 127.0.0.1:${port} (connect ECONNREFUSED 127.0.0.1:${port}). Start it, or correct the URL.`,
    ),
  )
  expect(await refusal({ password: 'wrong' })).toEqual(
    new DatabaseRefused(
      'DATABASE_URL: PostgreSQL rejects the user or the password (password authentication failed for user "postgres"). Correct the URL.',
    ),
  )
  expect(await refusal({ pathname: 'nowhere' })).toEqual(
    new DatabaseRefused(
      'DATABASE_URL: this database does not exist (database "nowhere" does not exist). Create it, or correct the URL.',
    ),
  )
  expect(await refusal({ search: '?options=-c%20default_transaction_read_only%3Don' })).toEqual(
    new DatabaseRefused(
      'DATABASE_URL: PostgreSQL is read-only (cannot execute CREATE TABLE in a read-only transaction). Use its primary server.',
    ),
  )
})

test('a user without the right to create tables gets a sentence that says so', async () => {
  const url = await emptyDatabase()
  const role = `guest_${process.pid}`
  await query(url, `CREATE ROLE ${role} LOGIN PASSWORD 'x'`)
  onTestFinished(async () => void (await query(url, `DROP ROLE ${role}`)))
  await expect(migrateDatabase(changed(url, { username: role, password: 'x' }))).rejects.toThrow(
    'DATABASE_URL: the user must own the database (permission denied for schema public).',
  )
})

test('a database with another encoding is refused', async () => {
  const url = await emptyDatabase("ENCODING 'SQL_ASCII'")
  await expect(migrateDatabase(url)).rejects.toThrow(
    "DATABASE_URL: the database's encoding is SQL_ASCII. Larder needs UTF8.",
  )
})
