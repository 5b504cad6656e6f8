import { once } from 'node:events'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import Sqlite from 'better-sqlite3'
import { describe, expect, test } from 'vitest'
import { openConnection } from '#db/sqlite/client.ts'
import { migrateDatabase } from '#db/sqlite/migrate.ts'
import { nightly, someOf } from '#tests/support/nightly.ts'
import { runLarder } from '#tests/support/operator.ts'
import { databaseUrl, emptyDatabase, query } from '#tests/support/postgres.ts'
import { temporaryFolder } from '#tests/support/services.ts'
import { testLarder } from '#tests/support/testLarder.ts'

const BASE_URL = 'https://larder.example'

async function setUp() {
  const url = await emptyDatabase()
  const dataDir = temporaryFolder()
  const run = (...words: string[]) =>
    runLarder(dataDir, words, { environment: { DATABASE_URL: url, BASE_URL } })
  return { url, dataDir, run }
}

/** A SQLite database with at least one row in each table. */
function fillSqlite(dataDir: string) {
  const file = join(dataDir, 'larder.db')
  migrateDatabase(file)
  const database = openConnection(file)
  const now = Date.now()
  const hash = 'a'.repeat(64)
  database.exec(`
    INSERT INTO users VALUES ('u1', 'Ada', 'ada@example.org', 'hash', NULL, ${now}, 1, 'de', 'de-CH', 'Europe/Zurich', 'CHF', NULL, 'ada@example.com', ${now}, ${now});
    INSERT INTO users VALUES ('U2', 'Zoë 🥕 ''quoted''', 'zoe@example.org', 'hash', ${now}, ${now}, 0, '', '', '', '', '${hash}', NULL, NULL, NULL);
    INSERT INTO sessions VALUES ('s', 'u1', ${now}, ${now}, ${now});
    INSERT INTO tokens VALUES ('t', 'reset', 'u1', ${now});
    INSERT INTO lists VALUES ('l', 'Weekend', 'u1', ${now}, 7, 300, 400, NULL, ${now}, 349, 'U2', ${now}, 'JPY');
    INSERT INTO trips VALUES ('p', 'l', 'Weekend', 'u1', 'U2', 'Märkte', NULL, 238, 'JPY', '2026-11-28', 1, 220, ${now}, ${now}, NULL);
    INSERT INTO trip_items VALUES ('p', 0, 'Milch', 'milch', 'l', 2000, 119, 'one', 238, 1);
    INSERT INTO receipts VALUES ('r', NULL, 'p', 'key.webp', 'image/webp', 10, 20, 30, ${now}, NULL);
    INSERT INTO goods VALUES ('l', 'milch', 'l', 'Milch', 'die blaue', 2000, 3, '2026-11-28', 7.25);
    INSERT INTO aisles VALUES ('l', 'dairy', 0.375, 3, 0), ('l', 'frozen', 14, 0, 1);
    INSERT INTO categories VALUES ('l', 'paprika', 'produce');
    INSERT INTO list_views VALUES ('l', 'U2', 'aisle');
    INSERT INTO rate_limits VALUES ('k', 5, 3);
    INSERT INTO flashes VALUES ('f', '{}', ${now});
    INSERT INTO outbox VALUES ('o', 'verify', 'ada@example.org', 0, ${now}, ${now}, 'fr');
    INSERT INTO api_tokens VALUES ('a', 'u1', 'Phone', '${hash}', ${now}, NULL);
    INSERT INTO changes VALUES ('c', 'l', 'u1', 'delete', 7, ${now}, NULL, NULL, NULL, 'Anna', '${hash}', 1, 'i', 'd');
    INSERT INTO change_items VALUES ('c', 'i', '{"deletedAt":null}', '{"deletedAt":5}');
    INSERT INTO list_members VALUES ('l', 'U2', 'editor', 'u1', ${now});
    INSERT INTO list_links VALUES ('k', 'l', '${hash}', 'viewer', 'Fridge', NULL, NULL, ${now});
    INSERT INTO invites VALUES ('${hash}', 'n', 'l', 'editor', 'u1', ${now}, NULL, ${now}, 1);
    INSERT INTO companions VALUES ('u1', 'U2', 'editor', ${now});
    INSERT INTO list_seen (list_id, reader_id, link_id, guest_name, revision, at) VALUES ('l', 'k', 'k', 'Zoë', 7, ${now});
    INSERT INTO paused_sharing VALUES ('u1', '{}', ${now});
    INSERT INTO memories VALUES ('u1', 'milch', 'l', 'Milch', 3, ${now}, 119, 'all', 2000, 'EUR', 'milch');
    INSERT INTO operations VALUES ('${hash}', 'u1', 'l', '${hash}', '{"a":1}', 'c', ${now});
    INSERT INTO settings VALUES ('registration', 'closed');`)
  const item = database.prepare(
    `INSERT INTO items VALUES (?, 'l', ?, 1000, 250, ?, 0, ?, ?, ?, NULL, 1, 'u1', NULL, NULL, 'Anna', 'kg', 'all', 1, NULL, 'blau')`,
  )
  // More than one batch.
  for (let n = 0; n < 2_345; n += 1) item.run(`i${n}`, `item\t${n}\n\\`, n % 2, n, now, now)
  database.close()
}

describe('move-to-postgres', () => {
  test('copies every row and leaves SQLite as it is', async () => {
    const { url, dataDir, run } = await setUp()
    fillSqlite(dataDir)
    const { code, output } = await run('move-to-postgres')
    expect(output).toContain(
      'Copied 2 users, 1 list, 2345 items and 1 receipt to PostgreSQL and compared all',
    )
    expect(output).toContain(`The receipt images are still in ${dataDir}/receipts.`)
    expect(code).toBe(0)
    const sqlite = new Sqlite(join(dataDir, 'larder.db'), { readonly: true })
    for (const [table, key] of Object.entries(KEYS)) {
      const expected = sqlite.prepare(`SELECT * FROM ${table} ORDER BY ${key}`).all()
      const moved = await query(url, `SELECT * FROM ${table} ORDER BY ${key}`)
      expect(moved.map(withNumbers)).toEqual(expected)
    }
    sqlite.close()
  })

  test('the addresses of links and invitations can be shown as before', async () => {
    const { url, dataDir, run } = await setUp()
    fillSqlite(dataDir)
    const key = 'ab'.repeat(32)
    writeFileSync(join(dataDir, 'link.key'), `${key}\n`)
    expect((await run('move-to-postgres')).code).toBe(0)
    expect(await query(url, "SELECT value FROM settings WHERE key = 'link-key'")).toEqual([{ value: key }])
  })

  test('accepts a database that a server was only started on, and keeps the key of SQLite', async () => {
    const { url, dataDir, run } = await setUp()
    fillSqlite(dataDir)
    const key = 'ab'.repeat(32)
    writeFileSync(join(dataDir, 'link.key'), `${key}\n`)
    const { server } = await testLarder({ DATABASE_URL: url, BASE_URL })
    const stopped = once(server, 'exit')
    server.kill('SIGTERM')
    await stopped
    expect(await query(url, "SELECT key FROM settings WHERE key = 'link-key'")).toHaveLength(1)
    const { code, output } = await run('move-to-postgres')
    expect(output).toContain('Copied 2 users, 1 list, 2345 items and 1 receipt to PostgreSQL')
    expect(code).toBe(0)
    expect(await query(url, "SELECT value FROM settings WHERE key = 'link-key'")).toEqual([{ value: key }])
  })

  test('refuses a database with data and changes nothing', async () => {
    const { url, dataDir, run } = await setUp()
    fillSqlite(dataDir)
    expect((await run('user', 'add', 'Grace', 'grace@example.org')).code).toBe(0)
    const { code, output } = await run('move-to-postgres')
    expect(output).toBe(
      'DATABASE_URL: the database already has data (in users). Use an empty one. Nothing was changed.\n',
    )
    expect(code).toBe(1)
    expect(await query(url, 'SELECT name FROM users')).toEqual([{ name: 'Grace' }])
  })

  test('after an error, the database is still empty', async () => {
    const { url, dataDir, run } = await setUp()
    fillSqlite(dataDir)
    const database = openConnection(join(dataDir, 'larder.db'))
    // SQLite can store this character, PostgreSQL can't.
    database.prepare("UPDATE items SET name = 'a' || char(0) WHERE id = 'i2344'").run()
    database.close()
    expect((await run('move-to-postgres')).code).not.toBe(0)
    expect(await query(url, 'SELECT name FROM users')).toEqual([])
  })

  test('refuses while a server uses the data folder', async () => {
    const { dataDir, run } = await setUp()
    fillSqlite(dataDir)
    const { lockForServer } = await import('#db/sqlite/dataFolder.ts')
    const lock = lockForServer(dataDir)
    const { code, output } = await run('move-to-postgres')
    lock.release()
    expect(output).toContain('another Larder server is already using')
    expect(code).toBe(1)
  })

  nightly('needs data and DATABASE_URL', async () => {
    const { dataDir, run } = await setUp()
    expect((await run('move-to-postgres')).output).toContain('There is no Larder data in')
    const { output } = await runLarder(dataDir, ['move-to-postgres'])
    expect(output).toBe('Set DATABASE_URL to an empty PostgreSQL database.\n')
  })
})

describe('with DATABASE_URL', () => {
  test('accounts and registration are managed in PostgreSQL', async () => {
    const { dataDir, run } = await setUp()
    expect((await run('user', 'add', 'Ada', 'ada@example.org')).output).toContain(
      `${BASE_URL}/auth/reset-password?`,
    )
    expect((await run('users')).output).toContain('ada@example.org')
    expect((await run('registration', 'closed')).output).toBe('Registration is closed.\n')
    expect((await run('registration')).output).toBe('Registration is closed.\n')
    const other = await runLarder(dataDir, ['users'])
    expect(other.output).toContain('There is no Larder data in')
  })

  test('an empty database has no data to show, and stays empty', async () => {
    const { url, run } = await setUp()
    const { code, output } = await run('users')
    expect(output).toBe('There is no Larder data in the database of DATABASE_URL.\n')
    expect(code).toBe(1)
    expect(await query(url, "SELECT to_regclass('users') AS users")).toEqual([{ users: null }])
  })

  test('the demo can be added', async () => {
    const { run } = await setUp()
    expect((await run('demo')).output).toContain('and log in with')
  })

  test.each(
    someOf([
      ['backup', 'pg_dump --format=custom --file=larder.dump "$DATABASE_URL"'],
      [
        'restore',
        'pg_restore --clean --if-exists --no-owner --single-transaction --dbname="$DATABASE_URL" larder.dump',
      ],
    ]),
  )('%s explains which commands to use', async (command, sentence) => {
    const { run } = await setUp()
    const { code, output } = await run(command, 'larder.tar')
    expect(output).toContain(sentence)
    expect(output).not.toContain('postgres://')
    expect(code).toBe(1)
  })

  nightly('check explains which commands to use, with the bucket', async () => {
    const { url, dataDir } = await setUp()
    const environment = { DATABASE_URL: url, BASE_URL, S3_BUCKET: 'larder', S3_ENDPOINT: 'http://s3.example' }
    const { code, output } = await runLarder(dataDir, ['check'], { environment })
    expect(output).toContain('pg_dump --file=/dev/null "$DATABASE_URL"')
    expect(output).toContain(
      'aws s3 ls --recursive --summarize s3://larder/receipts --endpoint-url http://s3.example',
    )
    expect(code).toBe(1)
  })

  test('an unreachable database is one sentence', async () => {
    const dataDir = temporaryFolder()
    mkdirSync(join(dataDir, 'empty'))
    const environment = { DATABASE_URL: 'postgres://larder@127.0.0.1:1/larder', BASE_URL }
    const { code, output } = await runLarder(dataDir, ['users'], { environment })
    expect(output).toMatch(/^DATABASE_URL: Larder cannot reach PostgreSQL at 127\.0\.0\.1:1 .*\n$/)
    expect(code).toBe(1)
  })

  test('a wrong password is one sentence, without the password', async () => {
    const url = new URL(databaseUrl('postgres'))
    url.password = 'not-the-password'
    const environment = { DATABASE_URL: url.href, BASE_URL }
    const { output } = await runLarder(temporaryFolder(), ['users'], { environment })
    expect(output).toMatch(/^DATABASE_URL: PostgreSQL rejects the user or the password .*\n$/)
    expect(output).not.toContain('not-the-password')
  })
})

const KEYS = {
  users: 'id',
  sessions: 'id',
  tokens: 'hash',
  lists: 'id',
  items: 'id',
  receipts: 'id',
  trips: 'id',
  trip_items: 'position',
  goods: 'name_key',
  aisles: 'category',
  categories: 'name_key',
  list_views: 'user_id',
  rate_limits: 'key',
  flashes: 'id',
  outbox: 'id',
  api_tokens: 'id',
  operations: 'id',
  settings: 'key',
  list_members: 'user_id',
  list_links: 'id',
  invites: 'id',
  companions: 'user_id',
  list_seen: 'reader_id',
  memories: 'name_key',
}

/** pg returns bigint as text. */
function withNumbers(row: Record<string, unknown>) {
  const entries = Object.entries(row).map(([name, value]) => [
    name,
    typeof value === 'string' && /^\d+$/.test(value) && name !== 'id' ? Number(value) : value,
  ])
  return Object.fromEntries(entries)
}
