import pg from 'pg'
import { onTestFinished } from 'vitest'
import { migrateDatabase } from '#db/postgres/migrate.ts'

// Databases on the test server: see postgresSetup.ts.

export function databaseUrl(name: string): string {
  const url = new URL(process.env.TEST_POSTGRES ?? '')
  url.pathname = name
  return url.href
}

/** Connects for one or more statements and returns the rows of the last. */
export async function query(url: string, sql: string): Promise<Record<string, unknown>[]> {
  const client = new pg.Client(url)
  await client.connect()
  try {
    const results = [await client.query(sql)].flat()
    return results.at(-1)?.rows ?? []
  } finally {
    await client.end()
  }
}

const onServer = (sql: string) => query(process.env.TEST_POSTGRES ?? '', sql)

/** A migrated database. Its copies are faster than migrations. */
export async function createTemplate(): Promise<void> {
  const name = `larder_test_${process.pid}`
  process.env.TEST_POSTGRES_TEMPLATE = name
  await onServer(`CREATE DATABASE ${name}`)
  await migrateDatabase(databaseUrl(name))
}

/** And its copies. */
export async function dropTemplate(): Promise<void> {
  const template = process.env.TEST_POSTGRES_TEMPLATE
  const rows = await onServer(`SELECT datname FROM pg_database WHERE datname ~ '^${template}(_|$)'`)
  for (const { datname } of rows) await dropDatabase(String(datname))
}

let created = 0
/** For the next test in this process. */
const unused: TestDatabase[] = []

interface TestDatabase {
  name: string
  /** Stays connected: a new connection would have to read about every table first. */
  cleaner: pg.Client
}

/** A database with the current schema, used by nobody else until the test ends. */
export async function testDatabase(): Promise<string> {
  const database = unused.pop() ?? (await createTestDatabase())
  onTestFinished(async () => {
    await database.cleaner.query(DELETE_ALL)
    unused.push(database)
  })
  return databaseUrl(database.name)
}

async function createTestDatabase(): Promise<TestDatabase> {
  const name = await createDatabase(process.env.TEST_POSTGRES_TEMPLATE)
  const cleaner = new pg.Client(databaseUrl(name))
  // After the last test, the server ends it.
  cleaner.on('error', () => {})
  await cleaner.connect()
  return { name, cleaner }
}

/** Emptying a database is faster than making another one. */
const DELETE_ALL = `
  DO $$ DECLARE name text; BEGIN
    FOR name IN SELECT relname FROM pg_class
      WHERE relnamespace = 'public'::regnamespace AND relkind = 'r' AND relname NOT LIKE 'larder\\_%'
    LOOP EXECUTE format('DELETE FROM %I', name); END LOOP;
  END $$`

/** A database without tables. */
export async function emptyDatabase(options = ''): Promise<string> {
  const name = await createDatabase(`template0 ${options}`)
  onTestFinished(() => dropDatabase(name))
  return databaseUrl(name)
}

async function createDatabase(from: string | undefined): Promise<string> {
  created += 1
  const name = `${process.env.TEST_POSTGRES_TEMPLATE}_${process.pid}_${created}`
  await onServer(`CREATE DATABASE ${name} TEMPLATE ${from}`)
  return name
}

async function dropDatabase(name: string) {
  await onServer(`DROP DATABASE ${name} WITH (FORCE)`)
}
