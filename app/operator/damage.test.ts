import { createHash, randomBytes } from 'node:crypto'
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { open } from 'node:fs/promises'
import { join } from 'node:path'
import Sqlite from 'better-sqlite3'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { readConfig } from '#app/config.server.ts'
import { createLog } from '#app/http/log.ts'
import { diskStorage } from '#app/ports/storage/disk.ts'
import { createServices } from '#app/services.server.ts'
import { migrateDatabase } from '#db/migrate.ts'
import { addFullList, everythingIn } from '#tests/support/household.ts'
import { addUser, temporaryFolder } from '#tests/support/services.ts'
import { makeBackup } from './backup.ts'
import { restoreBackup } from './restore.ts'
import { OperatorError } from './sentence.ts'
import { readTar, TarWriter } from './tar.ts'

async function archiveOfHousehold(folder: string): Promise<Buffer> {
  const dataDir = join(folder, 'data')
  const services = createServices(readConfig({ DATA_DIR: dataDir, LOG_LEVEL: 'silent' }), createLog('silent'))
  await addFullList(services, await addUser(services))
  await makeBackup({ dataDir, storage: services.storage }, join(folder, 'good.tar'))
  await services.close()
  return readFileSync(join(folder, 'good.tar'))
}

const everything = (dataDir: string) => everythingIn(dataDir, diskStorage(join(dataDir, 'receipts')))

async function refusal(folder: string, bytes: Uint8Array): Promise<string> {
  const path = join(folder, 'bad.tar')
  writeFileSync(path, bytes)
  try {
    await restoreBackup({ dataDir: join(folder, 'target'), elsewhere: undefined }, path)
    return ''
  } catch (error) {
    if (error instanceof OperatorError) return error.message
    throw error
  }
}

test('wherever a backup is cut off, it is refused', async () => {
  const folder = temporaryFolder()
  const good = await archiveOfHousehold(folder)
  await fc.assert(
    fc.asyncProperty(fc.integer({ min: 0, max: good.length - 1 }), async (length) => {
      expect(await refusal(folder, good.subarray(0, length))).toMatch(/Nothing was changed\.$/)
    }),
    { numRuns: 150 },
  )
  expect(readdirSync(folder)).not.toContain('target')
})

test('a changed byte is noticed, unless it changes nothing', async () => {
  const folder = temporaryFolder()
  const good = await archiveOfHousehold(folder)
  const saved = await everything(join(folder, 'data'))
  await fc.assert(
    fc.asyncProperty(
      fc.integer({ min: 0, max: good.length - 1 }),
      fc.integer({ min: 1, max: 255 }),
      async (at, change) => {
        const bad = Buffer.from(good)
        bad[at] = (bad[at] ?? 0) ^ change
        const sentence = await refusal(folder, bad)
        if (sentence) expect(sentence).toMatch(/Nothing was changed\.$/)
        else expect(await everything(join(folder, 'target'))).toEqual(saved)
      },
    ),
    { numRuns: 150 },
  )
})

test('noise, nothing and a folder are no backups', async () => {
  const folder = temporaryFolder()
  for (const bytes of [Buffer.alloc(0), randomBytes(5000), Buffer.alloc(10_240), Buffer.from('milk\n')]) {
    expect(await refusal(folder, bytes)).toMatch(/no backup|cut off|missing/)
  }
})

const sha256 = (text: string | Buffer) => createHash('sha256').update(text).digest('hex')

async function tarOf(path: string, ...files: [name: string, text: string | Buffer][]) {
  const file = await open(path, 'w')
  const tar = new TarWriter(file)
  for (const [name, text] of files) await tar.add(name, text.length, [Buffer.from(text)])
  await tar.end()
  await file.close()
  return readFileSync(path)
}

test('names that would lead out of the data folder are refused', async () => {
  const folder = temporaryFolder()
  for (const name of [
    '../evil',
    '/etc/evil',
    'receipts/../../evil',
    'receipts/evil.webp',
    'larder.db-wal',
    `receipts/${'a'.repeat(32)}.webp.part`,
  ]) {
    const bytes = await tarOf(join(folder, 'evil.tar'), [name, 'evil'])
    expect(await refusal(folder, bytes)).toContain(JSON.stringify(name))
  }
})

test('a file that is there twice is refused', async () => {
  const folder = temporaryFolder()
  const bytes = await tarOf(join(folder, 'twice.tar'), ['larder.db', 'one'], ['larder.db', 'two'])
  expect(await refusal(folder, bytes)).toContain('larder.db twice')
})

function manifestOf(files: [name: string, text: string | Buffer][], changes = {}): [string, string] {
  const manifest = {
    format: 'larder-backup',
    formatVersion: 1,
    larderVersion: '0',
    createdAt: new Date(0).toISOString(),
    schema: 1,
    contents: { users: 0, lists: 0, items: 0, receipts: 0 },
    files: files.map(([name, text]) => ({ name, bytes: text.length, sha256: sha256(text) })),
    missing: [],
    ...changes,
  }
  return ['manifest.json', JSON.stringify(manifest)]
}

async function crafted(folder: string, files: [name: string, text: string | Buffer][], changes = {}) {
  return tarOf(join(folder, 'crafted.tar'), ...files, manifestOf(files, changes))
}

test('a database that fits its hash and is none is refused', async () => {
  const folder = temporaryFolder()
  const bytes = await crafted(folder, [['larder.db', 'no database']])
  expect(await refusal(folder, bytes)).toMatch(/database in this backup is damaged/)
  expect(readdirSync(join(folder, 'target'))).toEqual(['larder.lock'])
})

function databaseWith(folder: string, sql: string): Buffer {
  const path = join(folder, 'other.db')
  const database = new Sqlite(path)
  database.exec(sql)
  database.close()
  return readFileSync(path)
}

/** A backup whose database is Larder's own, until this SQL was run on it. */
async function tampered(folder: string, sql: string) {
  return crafted(folder, [['larder.db', larderWith(folder, sql)]])
}

function larderWith(folder: string, sql: string): Buffer {
  const path = join(folder, `${randomBytes(4).toString('hex')}.db`)
  migrateDatabase(path)
  const database = new Sqlite(path)
  // Lets the SQL write to sqlite_master itself.
  database.unsafeMode()
  database.exec(`PRAGMA journal_mode=DELETE; PRAGMA writable_schema=ON; ${sql}`)
  database.close()
  return readFileSync(path)
}

test("another program's database, or one of a newer Larder, is refused", async () => {
  const folder = temporaryFolder()
  const foreign = databaseWith(folder, 'CREATE TABLE photos (id)')
  expect(await refusal(folder, await crafted(folder, [['larder.db', foreign]]))).toMatch(
    /not as Larder made it: its record of migrations is missing/,
  )
  const newer = await tampered(
    folder,
    `INSERT INTO __drizzle_migrations (hash, created_at) VALUES ('x', 9e15);
     CREATE TABLE pantry (id TEXT PRIMARY KEY) STRICT`,
  )
  expect(await refusal(folder, newer)).toMatch(/newer Larder/)
  expect(readdirSync(join(folder, 'target'))).toEqual(['larder.lock'])
})

test('a database that wants a receipt by a path instead of a key gets none', async () => {
  const folder = temporaryFolder()
  const bytes = await tampered(
    folder,
    `INSERT INTO users (id, name, email, password_hash, created_at) VALUES ('u', 'Eve', 'eve@example.org', 'x', 1);
     INSERT INTO lists (id, name, created_by, created_at) VALUES ('l', 'Saturday', 'u', 1);
     INSERT INTO receipts VALUES ('r', 'l', '../../evil', 'image/webp', 1, 1, 1, 1)`,
  )
  expect(await refusal(folder, bytes)).toMatch(/lacks 1 of its receipts/)
})

const changeSql = (name: string, from: string, to: string) =>
  `UPDATE sqlite_master SET sql = replace(sql, '${from}', '${to}') WHERE name = '${name}'`

const makeOf = (name: string, of: string) =>
  `INSERT INTO sqlite_master SELECT type, '${name}', '${name}', rootpage, replace(sql, '${of}', '${name}')
   FROM sqlite_master WHERE name = '${of}'; DELETE FROM sqlite_master WHERE name = '${of}'`

// Each of them was accepted once, or let its SQL run while the file was still being examined.
test.each([
  [
    'a trigger',
    'CREATE TRIGGER spy AFTER INSERT ON sessions BEGIN UPDATE users SET password_hash = NULL; END',
    'it has the trigger "spy", which Larder did not make',
  ],
  ['a view', 'CREATE VIEW spy AS SELECT * FROM users', 'it has the view "spy", which Larder did not make'],
  [
    'another index',
    'CREATE INDEX mine ON items (name)',
    'it has the index "mine", which Larder did not make',
  ],
  ['another table', 'CREATE TABLE mine (id)', 'it has the table "mine", which Larder did not make'],
  [
    'a virtual table',
    'CREATE VIRTUAL TABLE mine USING fts5(name)',
    'it has the table "mine", which Larder did not make',
  ],
  [
    'an index that runs SQL when it is checked',
    'CREATE INDEX mine ON items (abs(-9223372036854775807 - 1))',
    'it has the index "mine", which Larder did not make',
  ],
  [
    'a name for the terminal',
    'CREATE TABLE "\u009b31m\u202e" (id)',
    'it has an object that Larder did not make',
  ],
  ['a table missing', 'DROP TABLE outbox', 'its table "outbox" is missing'],
  ['an index missing', 'DROP INDEX sessions_expiry', 'its index "sessions_expiry" is missing'],
  [
    'a check that runs SQL when it is examined',
    `${changeSql('users', 'length(`name`) BETWEEN', 'abs(-9223372036854775807 - 1) BETWEEN')};
     INSERT INTO users (id, name, email, password_hash, created_at) VALUES ('u', 'Eve', 'eve@example.org', 'x', 1)`,
    'its table "users" was changed',
  ],
  [
    'a computed column',
    'ALTER TABLE users ADD COLUMN spy TEXT AS (hex(password_hash))',
    'its table "users" was changed',
  ],
  [
    'a changed rule',
    changeSql('lists', 'ON DELETE cascade', 'ON DELETE no action'),
    'its table "lists" was changed',
  ],
  ['only other white space', changeSql('lists', '\t', ' '), 'its table "lists" was changed'],
  [
    'SQL that goes on after its end',
    "UPDATE sqlite_master SET sql = sql || char(0) || 'more' WHERE name = 'lists'",
    'its table "lists" was changed',
  ],
  [
    'SQL that is no text',
    "UPDATE sqlite_master SET sql = CAST(sql AS BLOB) WHERE name = 'lists'",
    'its table "lists" was changed',
  ],
  [
    'a table that is stored nowhere',
    "UPDATE sqlite_master SET rootpage = 0 WHERE name = 'lists'",
    'its table "lists" was changed',
  ],
  [
    'statistics that are a view',
    `CREATE VIEW spy AS SELECT 'users' AS tbl, NULL AS idx, hex(1) AS stat; ${makeOf('sqlite_stat1', 'spy')}`,
    'it has the view "sqlite_stat1", which Larder did not make',
  ],
  [
    'statistics that are computed',
    `CREATE TABLE spy (tbl, idx, stat AS (hex(1))); ${makeOf('sqlite_stat1', 'spy')}`,
    'it has the table "sqlite_stat1", which Larder did not make',
  ],
  [
    'the text of an object beyond measure',
    `CREATE TABLE mine (id); ${changeSql('mine', '(id)', `(id /* ${'x'.repeat(2_000_000)} */)`)}`,
    'its schema is too large',
  ],
])('a database with %s is refused before anything of it runs', async (_what, sql, reason) => {
  const folder = temporaryFolder()
  expect(await refusal(folder, await tampered(folder, sql))).toBe(
    `The database in this backup is not as Larder made it: ${reason}. Nothing was changed.`,
  )
  expect(readdirSync(join(folder, 'target'))).toEqual(['larder.lock'])
})

const RECORD =
  'DROP TABLE __drizzle_migrations; CREATE TABLE __drizzle_migrations (id INTEGER PRIMARY KEY, hash TEXT NOT NULL, created_at INTEGER NOT NULL) STRICT;'

test.each([
  ['of another shape', 'ALTER TABLE __drizzle_migrations ADD COLUMN spy TEXT AS (hex(hash))'],
  [
    'that is a view',
    "DROP TABLE __drizzle_migrations; CREATE VIEW __drizzle_migrations AS SELECT 1 AS id, 'x' AS hash, 9e15 AS created_at",
  ],
  ['with nothing in it', 'DELETE FROM __drizzle_migrations'],
  ['with a hash of something else', "UPDATE __drizzle_migrations SET hash = 'x' WHERE id = 2"],
  ['with another time', 'UPDATE __drizzle_migrations SET created_at = created_at + 1 WHERE id = 2'],
  ['with a gap', 'DELETE FROM __drizzle_migrations WHERE id = 2'],
  ['with nothing of Larder', `${RECORD} INSERT INTO __drizzle_migrations VALUES (1, 'x', 9e15)`],
])('a record of migrations %s is refused', async (_what, sql) => {
  const folder = temporaryFolder()
  expect(await refusal(folder, await tampered(folder, sql))).toMatch(
    /^The database in this backup is not as Larder made it: its record of migrations .*\. Nothing was changed\.$/,
  )
})

test('a record that claims an older schema than the tables have is refused', async () => {
  const folder = temporaryFolder()
  const bytes = await tampered(folder, 'DELETE FROM __drizzle_migrations WHERE id > 3')
  expect(await refusal(folder, bytes)).toMatch(/which Larder did not make|was changed/)
})

/** The header's own fields changed, and its checksum made right again. */
function forged(tar: Buffer, at: number, text: string): Buffer {
  const bytes = Buffer.from(tar)
  bytes.write(text, at, 'latin1')
  bytes.fill(' ', 148, 156)
  const sum = bytes.subarray(0, 512).reduce((all, byte) => all + byte, 0)
  bytes.write(`${sum.toString(8).padStart(6, '0')}\0 `, 148)
  return bytes
}

test('links, folders and devices in a backup are refused', async () => {
  const folder = temporaryFolder()
  const good = await archiveOfHousehold(folder)
  for (const kind of '1234567xgLK') {
    expect(await refusal(folder, forged(good, 156, kind))).toMatch(/no backup made by Larder/)
  }
})

test('sizes that are none, or larger than the file, are refused', async () => {
  const folder = temporaryFolder()
  const good = await archiveOfHousehold(folder)
  for (const size of ['-0000002000', '00000-20000', 'zzzzzzzzzzz', '77777777777', '           ']) {
    expect(await refusal(folder, forged(good, 124, size))).toMatch(/Nothing was changed\.$/)
  }
  expect(await refusal(folder, forged(good, 124, '-0000002000'))).toMatch(/no backup made by Larder/)
})

test('a list of contents longer than its files can need is not even read', async () => {
  const folder = temporaryFolder()
  const path = join(folder, 'huge.tar')
  const file = await open(path, 'w')
  await new TarWriter(file).add('manifest.json', 200 * 2 ** 20, Array(200).fill(Buffer.alloc(2 ** 20, '[')))
  await file.close()
  expect(await refusal(folder, readFileSync(path))).toMatch(/list of contents is too long/)
})

test('files beyond eight gigabytes keep their size', async () => {
  const path = join(temporaryFolder(), 'large.tar')
  const size = 9 * 2 ** 30
  const file = await open(path, 'w+')
  const tar = new TarWriter(file)
  // Only the header is written; the content is a hole in the file.
  await expect(tar.add('larder.db', size, [])).rejects.toThrow('has 0 bytes')
  await file.truncate(512 + size + 1024)
  const entries = []
  for await (const entry of readTar(file)) entries.push(entry)
  expect(entries).toEqual([{ name: 'larder.db', size, start: 512 }])
  await file.close()
})
