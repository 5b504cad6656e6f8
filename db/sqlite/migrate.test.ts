import { spawn } from 'node:child_process'
import { once } from 'node:events'
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  truncateSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { basename, dirname, join } from 'node:path'
import Sqlite from 'better-sqlite3'
import { build } from 'esbuild'
import { expect, onTestFinished, test } from 'vitest'
import { temporaryFolder } from '#tests/support/services.ts'
import { versionNumber } from '../version.ts'
import { migrateDatabase, NewerDatabase } from './migrate.ts'

/** A folder with these migrations, in this order. */
function migrations(...statements: string[]): string {
  const folder = temporaryFolder()
  mkdirSync(join(folder, 'meta'))
  const entries = statements.map((sql, at) => {
    writeFileSync(join(folder, `000${at}_step.sql`), sql)
    return { idx: at, version: '6', when: at + 1, tag: `000${at}_step`, breakpoints: true }
  })
  writeFileSync(join(folder, 'meta/_journal.json'), JSON.stringify({ entries }))
  return folder
}

const FIRST =
  "CREATE TABLE shelf (name TEXT) STRICT;--> statement-breakpoint\nINSERT INTO shelf VALUES ('flour')"
const SECOND = 'ALTER TABLE shelf ADD COLUMN price INTEGER'
const MINUTES_LONG =
  'INSERT INTO shelf (name) WITH RECURSIVE n(i) AS (VALUES (1) UNION ALL SELECT i + 1 FROM n) SELECT i FROM n LIMIT 500000000'

function larder() {
  return join(temporaryFolder(), 'deeper', 'larder.db')
}

function read(file: string, sql: string) {
  const database = new Sqlite(file, { readonly: true })
  try {
    return database.prepare(sql).all()
  } finally {
    database.close()
  }
}

test('creates a new database and its folder, without a copy', () => {
  const file = larder()
  expect(migrateDatabase(file, migrations(FIRST, SECOND))).toEqual({ applied: ['0000_step', '0001_step'] })
  expect(read(file, 'SELECT * FROM shelf')).toEqual([{ name: 'flour', price: null }])
})

test('leaves an up-to-date database unchanged', () => {
  const file = larder()
  const folder = migrations(FIRST)
  migrateDatabase(file, folder)
  expect(migrateDatabase(file, folder)).toEqual({ applied: [] })
})

test('copies the database before changing it', () => {
  const file = larder()
  migrateDatabase(file, migrations(FIRST))
  const { applied, copy = '' } = migrateDatabase(file, migrations(FIRST, SECOND))
  expect(applied).toEqual(['0001_step'])
  expect(copy).toBe(`${file}.before-0001_step`)
  expect(read(copy, 'SELECT * FROM shelf')).toEqual([{ name: 'flour' }])
})

test('other users of the machine cannot read the copy, whatever the umask is', () => {
  const file = larder()
  migrateDatabase(file, migrations(FIRST))
  const umask = process.umask(0o022)
  onTestFinished(() => void process.umask(umask))
  const { copy = '' } = migrateDatabase(file, migrations(FIRST, SECOND))
  expect(statSync(copy).mode & 0o777).toBe(0o600)
})

const copiesOf = (file: string) =>
  readdirSync(dirname(file)).filter((name) => name.startsWith('larder.db.before'))

const steps = (count: number) =>
  Array.from({ length: count }, (_, at) => `CREATE TABLE t${at} (id INTEGER) STRICT`)

test('keeps the newest three copies, and files with other names', () => {
  const file = larder()
  migrateDatabase(file, migrations(FIRST))
  writeFileSync(`${file}.before-the-party`, '')
  const copies = [2, 3, 4, 5].map((count) => {
    const { copy = '' } = migrateDatabase(file, migrations(FIRST, ...steps(5).slice(0, count - 1)))
    utimesSync(copy, count, count)
    return basename(copy)
  })
  expect(copiesOf(file).sort()).toEqual([...copies.slice(1), 'larder.db.before-the-party'])
})

test('the copy just made stays, however old the clock says it is', () => {
  const file = larder()
  migrateDatabase(file, migrations(FIRST))
  const later = Date.now() / 1000 + 1e6
  for (const name of ['0007_a', '0008_b', '0009_c']) {
    writeFileSync(`${file}.before-${name}`, '')
    utimesSync(`${file}.before-${name}`, later, later)
  }
  const { copy = '' } = migrateDatabase(file, migrations(FIRST, SECOND))
  expect(copiesOf(file)).toHaveLength(3)
  expect(read(copy, 'SELECT * FROM shelf')).toEqual([{ name: 'flour' }])
})

test('half a copy of a killed start is deleted and does not count', () => {
  const file = larder()
  migrateDatabase(file, migrations(FIRST))
  const halves = ['0001_step.part', '0001_step.part-journal', '0000_old.part']
  for (const half of halves) writeFileSync(`${file}.before-${half}`, 'SQLite format 3')
  expect(() => migrateDatabase(file, migrations())).toThrow(/restore -- FILE/)
  migrateDatabase(file, migrations(FIRST, SECOND))
  expect(copiesOf(file)).toEqual(['larder.db.before-0001_step'])
})

test('refuses the database of a newer version without changing it, and names that version', () => {
  const file = larder()
  migrateDatabase(file, migrations(FIRST, SECOND))
  const before = readFileSync(file)
  const older = () => migrateDatabase(file, migrations(FIRST))
  expect(older).toThrow(NewerDatabase)
  expect(older).toThrow(`The database ${file} needs a newer version of Larder, and this is Larder`)
  expect(readFileSync(file)).toEqual(before)
  writtenBy(file, 12_034_005)
  expect(older).toThrow(`The database ${file} needs Larder 12.34.5 or newer, and this is Larder`)
})

function writtenBy(file: string, version: number) {
  const database = new Sqlite(file)
  database.pragma(`user_version=${version}`)
  database.close()
}

test('a migrated database says which version its schema needs, and so does a copy of it', () => {
  const file = larder()
  migrateDatabase(file, migrations(FIRST))
  const { version } = JSON.parse(readFileSync('package.json', 'utf8'))
  const made = versionNumber(version)
  expect(made).toBeGreaterThanOrEqual(1_000_000)
  expect(read(file, 'PRAGMA user_version')).toEqual([{ user_version: made }])
  writtenBy(file, 1)
  migrateDatabase(file, migrations(FIRST))
  expect(read(file, 'PRAGMA user_version')).toEqual([{ user_version: 1 }])
  const { copy = '' } = migrateDatabase(file, migrations(FIRST, SECOND))
  expect(read(copy, 'PRAGMA user_version')).toEqual([{ user_version: 1 }])
  expect(read(file, 'PRAGMA user_version')).toEqual([{ user_version: made }])
})

test('a version that is too old names the newest copy that it can open', () => {
  const file = larder()
  const folders = [1, 2, 3, 4].map((count) => migrations(FIRST, ...steps(3).slice(0, count - 1)))
  const copies = folders.map((folder, at) => {
    const { copy = '' } = migrateDatabase(file, folder)
    if (copy) utimesSync(copy, at, at)
    return copy
  })
  const command = (copy?: string) => `: DATA_DIR=${dirname(file)} npm run restore -- ${copy}`
  const opening = (at: number) => () => migrateDatabase(file, folders[at])
  expect(opening(2)).toThrow(command(copies[3]))
  expect(opening(1)).toThrow(command(copies[2]))
  expect(opening(0)).toThrow(command(copies[1]))
  truncateSync(copies[3] ?? '', 50)
  expect(opening(2)).toThrow(command(copies[2]))
})

test('the command to go back fits a shell, containers and services', () => {
  const file = join(temporaryFolder(), "Ada's data", 'larder.db')
  const folder = migrations(FIRST)
  migrateDatabase(file, folder)
  const { copy } = migrateDatabase(file, migrations(FIRST, SECOND))
  const [path, data] = [copy, dirname(file)].map((path) => `'${path?.replace("Ada's", "Ada'\\''s")}'`)
  expect(() => migrateDatabase(file, folder)).toThrow(
    `: DATA_DIR=${data} npm run restore -- ${path} (in a container or as a service: larder restore ${path})`,
  )
})

test('a failed migration rolls back all migrations of this start', () => {
  const file = larder()
  migrateDatabase(file, migrations(FIRST))
  const broken = migrations(FIRST, SECOND, 'INSERT INTO nowhere VALUES (1)')
  expect(() => migrateDatabase(file, broken)).toThrow('nowhere')
  expect(read(file, 'SELECT * FROM shelf')).toEqual([{ name: 'flour' }])
  expect(migrateDatabase(file, migrations(FIRST, SECOND)).applied).toEqual(['0001_step'])
})

const HOUSE = `CREATE TABLE house (id INTEGER PRIMARY KEY) STRICT;--> statement-breakpoint
CREATE TABLE shelf (house INTEGER REFERENCES house(id) ON DELETE CASCADE) STRICT;--> statement-breakpoint
INSERT INTO house VALUES (1);--> statement-breakpoint
INSERT INTO shelf VALUES (1)`

test('recreating a table keeps the rows that refer to it', () => {
  const file = larder()
  migrateDatabase(file, migrations(HOUSE))
  const recreate = `CREATE TABLE new_house (id INTEGER PRIMARY KEY, name TEXT) STRICT;--> statement-breakpoint
    INSERT INTO new_house SELECT id, NULL FROM house;--> statement-breakpoint
    DROP TABLE house;--> statement-breakpoint
    ALTER TABLE new_house RENAME TO house`
  migrateDatabase(file, migrations(HOUSE, recreate))
  expect(read(file, 'SELECT * FROM shelf')).toEqual([{ house: 1 }])
})

test('a migration that leaves dangling references is rolled back', () => {
  const file = larder()
  migrateDatabase(file, migrations(HOUSE))
  expect(() => migrateDatabase(file, migrations(HOUSE, 'DELETE FROM house'))).toThrow(
    /rows that do not exist/,
  )
  expect(read(file, 'SELECT * FROM house')).toEqual([{ id: 1 }])
})

test('a process killed during a migration leaves the database as it was', async () => {
  const file = larder()
  migrateDatabase(file, migrations(FIRST))
  // Inside the repository, so that the program finds node_modules.
  const program = join(process.cwd(), '.cache', 'migrate.test.mjs')
  await build({
    stdin: {
      contents: `import { migrateDatabase } from './db/sqlite/migrate.ts'; migrateDatabase(...process.argv.slice(2))`,
      resolveDir: process.cwd(),
    },
    outfile: program,
    bundle: true,
    platform: 'node',
    format: 'esm',
    external: ['better-sqlite3'],
    logLevel: 'silent',
  })
  const child = spawn(process.execPath, [program, file, migrations(FIRST, SECOND, MINUTES_LONG)])
  const exited = once(child, 'exit')
  await expect.poll(() => existsSync(`${file}.before-0001_step`), { timeout: 20_000 }).toBe(true)
  await expect.poll(() => isLocked(file), { timeout: 20_000 }).toBe(true)
  child.kill('SIGKILL')
  expect(await exited).toEqual([null, 'SIGKILL'])
  expect(read(file, 'SELECT * FROM shelf')).toEqual([{ name: 'flour' }])
  expect(migrateDatabase(file, migrations(FIRST, SECOND)).applied).toEqual(['0001_step'])
}, 30_000)

/** Whether another process is in a write transaction. */
function isLocked(file: string): boolean {
  const database = new Sqlite(file, { timeout: 0 })
  try {
    database.exec('BEGIN IMMEDIATE; ROLLBACK')
    return false
  } catch {
    return true
  } finally {
    database.close()
  }
}
