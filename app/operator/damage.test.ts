import { createHash, randomBytes } from 'node:crypto'
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { open } from 'node:fs/promises'
import { join } from 'node:path'
import { setImmediate } from 'node:timers/promises'
import Sqlite from 'better-sqlite3'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { readConfig } from '#app/config/config.server.ts'
import { createLog } from '#app/http/log.ts'
import { diskStorage } from '#app/ports/storage/disk.ts'
import { createServices } from '#app/services.server.ts'
import { migrateDatabase } from '#db/sqlite/migrate.ts'
import { addUser, temporaryFolder } from '#tests/support/services.ts'
import { size } from '#tests/support/size.ts'
import { addFullList, snapshotOfFolder } from '#tests/support/testData.ts'
import { makeBackup } from './backup.ts'
import { OperatorError } from './errors.ts'
import { restoreBackup } from './restore.ts'
import { readTar, type TarFile, TarWriter } from './tar.ts'

const RUNS = size('DAMAGED_BACKUPS', { short: 20, full: 150 })

async function goodArchive(folder: string): Promise<Buffer> {
  const dataDir = join(folder, 'data')
  const services = await createServices(
    readConfig({ DATA_DIR: dataDir, LOG_LEVEL: 'silent' }),
    createLog('silent'),
  )
  await addFullList(services, await addUser(services))
  await makeBackup({ dataDir, storage: services.storage }, join(folder, 'good.tar'))
  await services.close()
  return readFileSync(join(folder, 'good.tar'))
}

const everything = (dataDir: string) => snapshotOfFolder(dataDir, diskStorage(join(dataDir, 'receipts')))

async function restoreError(folder: string, bytes: Uint8Array): Promise<string> {
  const path = join(folder, 'bad.tar')
  writeFileSync(path, bytes)
  try {
    await restoreBackup({ dataDir: join(folder, 'target'), receiptStorage: undefined }, path)
    return ''
  } catch (error) {
    if (error instanceof OperatorError) return error.message
    throw error
  }
}

test('refuses a backup that is cut off at any point', async () => {
  const folder = temporaryFolder()
  const good = await goodArchive(folder)
  await fc.assert(
    fc.asyncProperty(fc.integer({ min: 0, max: good.length - 1 }), async (length) => {
      expect(await restoreError(folder, good.subarray(0, length))).toMatch(/Nothing was changed\.$/)
    }),
    { numRuns: RUNS },
  )
  expect(readdirSync(folder)).not.toContain('target')
})

test('refuses a backup with a changed byte, or restores the same data', async () => {
  const folder = temporaryFolder()
  const good = await goodArchive(folder)
  const saved = await everything(join(folder, 'data'))
  await fc.assert(
    fc.asyncProperty(
      fc.integer({ min: 0, max: good.length - 1 }),
      fc.integer({ min: 1, max: 255 }),
      async (at, change) => {
        const bad = Buffer.from(good)
        bad[at] = (bad[at] ?? 0) ^ change
        const sentence = await restoreError(folder, bad)
        if (sentence) expect(sentence).toMatch(/Nothing was changed\.$/)
        else expect(await everything(join(folder, 'target'))).toEqual(saved)
      },
    ),
    { numRuns: RUNS },
  )
})

test('refuses random data, empty files and text', async () => {
  const folder = temporaryFolder()
  for (const bytes of [Buffer.alloc(0), randomBytes(5000), Buffer.alloc(10_240), Buffer.from('milk\n')]) {
    expect(await restoreError(folder, bytes)).toMatch(/not a Larder backup|incomplete|missing/)
  }
})

test('refuses a device without an end', async () => {
  const target = { dataDir: temporaryFolder(), receiptStorage: undefined }
  await expect(restoreBackup(target, '/dev/zero')).rejects.toThrow(/is not a file/)
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

test('refuses names that lead out of the data folder', async () => {
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
    expect(await restoreError(folder, bytes)).toContain(JSON.stringify(name))
  }
})

test('refuses a duplicate file', async () => {
  const folder = temporaryFolder()
  const bytes = await tarOf(join(folder, 'twice.tar'), ['larder.db', 'one'], ['larder.db', 'two'])
  expect(await restoreError(folder, bytes)).toContain('larder.db twice')
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

test('refuses a file that has the right hash but is not a database', async () => {
  const folder = temporaryFolder()
  const bytes = await crafted(folder, [['larder.db', 'no database']])
  expect(await restoreError(folder, bytes)).toMatch(/database in this backup is damaged/)
  expect(readdirSync(join(folder, 'target'))).toEqual(['larder.lock'])
})

function databaseWith(folder: string, sql: string): Buffer {
  const path = join(folder, 'other.db')
  const database = new Sqlite(path)
  database.exec(sql)
  database.close()
  return readFileSync(path)
}

/** A backup whose database was changed with this SQL. */
async function tampered(folder: string, sql: string) {
  return crafted(folder, [['larder.db', larderWith(folder, sql)]])
}

function larderWith(folder: string, sql: string): Buffer {
  const path = join(folder, `${randomBytes(4).toString('hex')}.db`)
  migrateDatabase(path)
  const database = new Sqlite(path)
  // Allows writes to sqlite_master.
  database.unsafeMode()
  database.exec(`PRAGMA journal_mode=DELETE; PRAGMA writable_schema=ON; ${sql}`)
  database.close()
  return readFileSync(path)
}

test('refuses the databases of other programs and newer versions', async () => {
  const folder = temporaryFolder()
  const other = databaseWith(folder, 'CREATE TABLE photos (id)')
  expect(await restoreError(folder, await crafted(folder, [['larder.db', other]]))).toMatch(
    /not as Larder created it: its record of migrations is missing/,
  )
  const newer = await tampered(
    folder,
    `INSERT INTO __drizzle_migrations (hash, created_at) VALUES ('x', 9e15);
     CREATE TABLE pantry (id TEXT PRIMARY KEY) STRICT`,
  )
  expect(await restoreError(folder, newer)).toMatch(/newer version of Larder/)
  expect(readdirSync(join(folder, 'target'))).toEqual(['larder.lock'])
})

test('refuses a receipt key that is a path', async () => {
  const folder = temporaryFolder()
  const bytes = await tampered(
    folder,
    `INSERT INTO users (id, name, email, password_hash, created_at) VALUES ('u', 'Eve', 'eve@example.org', 'x', 1);
     INSERT INTO lists (id, name, created_by, created_at) VALUES ('l', 'Saturday', 'u', 1);
     INSERT INTO receipts (id, list_id, storage_key, content_type, bytes, width, height, created_at)
     VALUES ('r', 'l', '../../evil', 'image/webp', 1, 1, 1, 1)`,
  )
  expect(await restoreError(folder, bytes)).toMatch(/1 of its 1 receipts are missing/)
})

const changeSql = (name: string, from: string, to: string) =>
  `UPDATE sqlite_master SET sql = replace(sql, '${from}', '${to}') WHERE name = '${name}'`

const renameTo = (name: string, of: string) =>
  `INSERT INTO sqlite_master SELECT type, '${name}', '${name}', rootpage, replace(sql, '${of}', '${name}')
   FROM sqlite_master WHERE name = '${of}'; DELETE FROM sqlite_master WHERE name = '${of}'`

// Earlier versions accepted each of these, or ran their SQL during the check.
// security: foreign-sql
test.each([
  [
    'a trigger',
    'CREATE TRIGGER spy AFTER INSERT ON sessions BEGIN UPDATE users SET password_hash = NULL; END',
    'it has the trigger "spy", which Larder did not create',
  ],
  ['a view', 'CREATE VIEW spy AS SELECT * FROM users', 'it has the view "spy", which Larder did not create'],
  [
    'another index',
    'CREATE INDEX mine ON items (name)',
    'it has the index "mine", which Larder did not create',
  ],
  ['another table', 'CREATE TABLE mine (id)', 'it has the table "mine", which Larder did not create'],
  [
    'a virtual table',
    'CREATE VIRTUAL TABLE mine USING fts5(name)',
    'it has the table "mine", which Larder did not create',
  ],
  [
    'an index that runs SQL during a check',
    'CREATE INDEX mine ON items (abs(-9223372036854775807 - 1))',
    'it has the index "mine", which Larder did not create',
  ],
  [
    'a name with terminal escapes',
    'CREATE TABLE "\u009b31m\u202e" (id)',
    'it has an object that Larder did not create',
  ],
  ['a table missing', 'DROP TABLE outbox', 'its table "outbox" is missing'],
  ['an index missing', 'DROP INDEX sessions_expiry', 'its index "sessions_expiry" is missing'],
  [
    'a constraint that runs SQL during a check',
    `${changeSql('users', 'length(`name`) BETWEEN', 'abs(-9223372036854775807 - 1) BETWEEN')};
     INSERT INTO users (id, name, email, password_hash, created_at) VALUES ('u', 'Eve', 'eve@example.org', 'x', 1)`,
    'its table "users" was changed',
  ],
  [
    'a generated column',
    'ALTER TABLE users ADD COLUMN spy TEXT AS (hex(password_hash))',
    'its table "users" was changed',
  ],
  [
    'a changed constraint',
    changeSql('lists', 'ON DELETE cascade', 'ON DELETE no action'),
    'its table "lists" was changed',
  ],
  ['different whitespace', changeSql('lists', '\t', ' '), 'its table "lists" was changed'],
  [
    'SQL that continues after a NUL',
    "UPDATE sqlite_master SET sql = sql || char(0) || 'more' WHERE name = 'lists'",
    'its table "lists" was changed',
  ],
  [
    'SQL that is a BLOB',
    "UPDATE sqlite_master SET sql = CAST(sql AS BLOB) WHERE name = 'lists'",
    'its table "lists" was changed',
  ],
  [
    'a table without storage',
    "UPDATE sqlite_master SET rootpage = 0 WHERE name = 'lists'",
    'its table "lists" was changed',
  ],
  [
    'a statistics table that is a view',
    `CREATE VIEW spy AS SELECT 'users' AS tbl, NULL AS idx, hex(1) AS stat; ${renameTo('sqlite_stat1', 'spy')}`,
    'it has the view "sqlite_stat1", which Larder did not create',
  ],
  [
    'a statistics table with generated columns',
    `CREATE TABLE spy (tbl, idx, stat AS (hex(1))); ${renameTo('sqlite_stat1', 'spy')}`,
    'it has the table "sqlite_stat1", which Larder did not create',
  ],
  [
    'an object with a huge definition',
    `CREATE TABLE mine (id); ${changeSql('mine', '(id)', `(id /* ${'x'.repeat(2_000_000)} */)`)}`,
    'its schema is too large',
  ],
])('refuses a database with %s before any of its SQL runs', async (_what, sql, reason) => {
  const folder = temporaryFolder()
  const database = larderWith(folder, sql)
  for (const bytes of [await crafted(folder, [['larder.db', database]]), database]) {
    expect(await restoreError(folder, bytes)).toBe(
      `The database in this backup is not as Larder created it: ${reason}. Nothing was changed.`,
    )
    expect(readdirSync(join(folder, 'target'))).toEqual(['larder.lock'])
  }
})

test('refuses a copy of a database that is damaged or of a newer version, which it names', async () => {
  const folder = temporaryFolder()
  const good = larderWith(folder, '')
  const half = good.subarray(0, good.length / 2)
  expect(await restoreError(folder, half)).toMatch(/^The database in this backup is damaged\./)
  const newer = `INSERT INTO __drizzle_migrations (hash, created_at) VALUES ('x', 9e15); PRAGMA user_version=12034005`
  expect(await restoreError(folder, larderWith(folder, newer))).toMatch(
    /^\S+ needs Larder 12\.34\.5 or newer, and this is Larder \S+\. Restore it with that version\. Nothing/,
  )
  expect(readdirSync(join(folder, 'target'))).toEqual(['larder.lock'])
})

test('names the version that a backup needs', async () => {
  const folder = temporaryFolder()
  const bytes = await crafted(folder, [['larder.db', 'x']], { formatVersion: 99, larderVersion: '12.34.5' })
  expect(await restoreError(folder, bytes)).toMatch(/^This backup needs Larder 12\.34\.5 or newer, and /)
})

const RECORD =
  'DROP TABLE __drizzle_migrations; CREATE TABLE __drizzle_migrations (id INTEGER PRIMARY KEY, hash TEXT NOT NULL, created_at INTEGER NOT NULL) STRICT;'

test.each([
  ['with another column', 'ALTER TABLE __drizzle_migrations ADD COLUMN spy TEXT AS (hex(hash))'],
  [
    'that is a view',
    "DROP TABLE __drizzle_migrations; CREATE VIEW __drizzle_migrations AS SELECT 1 AS id, 'x' AS hash, 9e15 AS created_at",
  ],
  ['without rows', 'DELETE FROM __drizzle_migrations'],
  ['with a wrong hash', "UPDATE __drizzle_migrations SET hash = 'x' WHERE id = 2"],
  ['with a wrong time', 'UPDATE __drizzle_migrations SET created_at = created_at + 1 WHERE id = 2'],
  ['with a gap', 'DELETE FROM __drizzle_migrations WHERE id = 2'],
  ['with only unknown rows', `${RECORD} INSERT INTO __drizzle_migrations VALUES (1, 'x', 9e15)`],
])('refuses a record of migrations %s', async (_what, sql) => {
  const folder = temporaryFolder()
  expect(await restoreError(folder, await tampered(folder, sql))).toMatch(
    /^The database in this backup is not as Larder created it: its record of migrations .*\. Nothing was changed\.$/,
  )
})

test('refuses a record that claims an older schema than the tables have', async () => {
  const folder = temporaryFolder()
  const bytes = await tampered(folder, 'DELETE FROM __drizzle_migrations WHERE id > 3')
  expect(await restoreError(folder, bytes)).toMatch(/which Larder did not create|was changed/)
})

/** Changes a field of the header and corrects the checksum. */
function forged(tar: Buffer, at: number, text: string): Buffer {
  const bytes = Buffer.from(tar)
  bytes.write(text, at, 'latin1')
  bytes.fill(' ', 148, 156)
  const sum = bytes.subarray(0, 512).reduce((all, byte) => all + byte, 0)
  bytes.write(`${sum.toString(8).padStart(6, '0')}\0 `, 148)
  return bytes
}

// ASVS 5.2.5
test('refuses links, folders and devices', async () => {
  const folder = temporaryFolder()
  const good = await goodArchive(folder)
  for (const kind of '1234567xgLK') {
    expect(await restoreError(folder, forged(good, 156, kind))).toMatch(/not a Larder backup/)
  }
})

// ASVS 5.2.3
test('refuses invalid sizes and sizes larger than the file', async () => {
  const folder = temporaryFolder()
  const good = await goodArchive(folder)
  for (const size of ['-0000002000', '00000-20000', 'zzzzzzzzzzz', '77777777777', '           ']) {
    expect(await restoreError(folder, forged(good, 124, size))).toMatch(/Nothing was changed\.$/)
  }
  expect(await restoreError(folder, forged(good, 124, '-0000002000'))).toMatch(/not a Larder backup/)
})

// ASVS 5.2.3
test('refuses an oversized manifest without reading it', async () => {
  const folder = temporaryFolder()
  const path = join(folder, 'huge.tar')
  const file = await open(path, 'w')
  await new TarWriter(file).add('manifest.json', 200 * 2 ** 20, Array(200).fill(Buffer.alloc(2 ** 20, '[')))
  await file.close()
  expect(await restoreError(folder, readFileSync(path))).toMatch(/manifest is too long/)
})

test('writes and reads sizes beyond 8 GiB', async () => {
  const path = join(temporaryFolder(), 'large.tar')
  const size = 9 * 2 ** 30
  const file = await open(path, 'w+')
  // The header and one megabyte are written; the rest is a sparse range of the file.
  const enough = new Error('enough')
  async function* start() {
    yield Buffer.alloc(2 ** 20)
    while ((await file.stat()).size < 512) await setImmediate()
    throw enough
  }
  await expect(new TarWriter(file).add('larder.db', size, start())).rejects.toThrow(enough)
  await file.truncate(512 + size + 1024)
  const entries: Partial<TarFile>[] = []
  const reading = readTar(file, async ({ name, size }) => {
    entries.push({ name, size })
    throw enough
  })
  await expect(reading).rejects.toThrow(enough)
  expect(entries).toEqual([{ name: 'larder.db', size }])
  await file.close()
})

test('a file that is shorter than announced is not added', async () => {
  const file = await open(join(temporaryFolder(), 'short.tar'), 'w')
  await expect(new TarWriter(file).add('larder.db', 9, [Buffer.alloc(8)])).rejects.toThrow('Size mismatch')
  await file.close()
})

test('reports a disk that cannot be written or read', async () => {
  const path = join(temporaryFolder(), 'full.tar')
  writeFileSync(path, Buffer.alloc(4096))
  const reader = await open(path, 'r')
  const tar = new TarWriter(reader)
  async function* content() {
    for (let at = 0; at < 64; at += 1) yield Buffer.alloc(2 ** 16)
  }
  const isEbadf = expect.objectContaining({ code: 'EBADF' })
  await expect(tar.add('larder.db', 2 ** 22, content())).rejects.toEqual(isEbadf)
  await expect(tar.add('manifest.json', 1, [Buffer.alloc(1)])).rejects.toEqual(isEbadf)
  await expect(tar.end()).rejects.toEqual(isEbadf)
  await reader.close()
  const writer = await open(path, 'a')
  await expect(readTar(writer, async () => {})).rejects.toEqual(isEbadf)
  await writer.close()
})
