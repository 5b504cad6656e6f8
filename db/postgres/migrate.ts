import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Client } from 'pg'
import { MIGRATIONS } from '#db/migrationsFolder.ts'
import { needsNewer, THIS_VERSION, versionNumber } from '#db/version.ts'
import { clientConfig } from './connection.ts'
import { messageOf } from './errors.ts'
import { DatabaseRefused, refusalFrom } from './refusal.ts'

const OLDEST_VERSION = 15

/** If several processes start at once, one migrates while the others wait. Changes no database that isn't ours. */
export async function migrateDatabase(url: string, folder = join(MIGRATIONS, 'postgres')) {
  return connected(url, async (client) => {
    // Ends with the connection.
    await client.query("SELECT pg_advisory_lock(hashtext('larder migrations'))")
    const { missing } = await migrationsOf(client, folder)
    for (const name of missing) await apply(client, name, readFileSync(join(folder, `${name}.sql`), 'utf8'))
    return { applied: missing }
  })
}

export function schemaOf(url: string, folder = join(MIGRATIONS, 'postgres')) {
  return connected(url, async (client) => {
    const { applied, missing } = await migrationsOf(client, folder)
    if (missing.length === 0) return 'current'
    return applied.length > 0 ? 'older' : 'none'
  })
}

/** For the operator: what a server would find, without changing anything. */
export function inspectServer(url: string, folder = join(MIGRATIONS, 'postgres')) {
  return connected(url, async (client) => {
    const { applied, missing } = await migrationsOf(client, folder)
    const started = performance.now()
    const now = 1000 * Number(await first(client, 'SELECT extract(epoch FROM clock_timestamp())'))
    const roundTrip = performance.now() - started
    const hasData = applied.length > 0
    const settings = hasData ? (await client.query('SELECT key, value FROM settings')).rows : []
    const setting = (key: string): string | undefined => settings.find((row) => row.key === key)?.value
    const linkKey = setting('link-key')
    return {
      version: String(await first(client, "SELECT current_setting('server_version')")),
      schema: missing.length === 0 ? 'current' : hasData ? 'older' : 'none',
      linkKey: linkKey ? Buffer.from(linkKey, 'hex') : undefined,
      registration: setting('registration'),
      receiptKeys: hasData ? await receiptKeysOf(client) : [],
      roundTrip,
      clockAhead: now - Date.now() + roundTrip / 2,
    }
  })
}

async function receiptKeysOf(client: Client): Promise<string[]> {
  const { rows } = await client.query<[string]>({
    text: 'SELECT storage_key FROM receipts',
    rowMode: 'array',
  })
  return rows.map(([key]) => key)
}

async function connected<T>(url: string, work: (client: Client) => Promise<T>): Promise<T> {
  const client = await createClient(url)
  try {
    await client.connect()
    await checkServer(client)
    return await work(client)
  } catch (error) {
    throw refusalFrom(error, url)
  } finally {
    await client.end()
  }
}

async function createClient(url: string): Promise<Client> {
  const { Client } = await import('pg')
  try {
    // An index on a large table takes its time.
    const client = new Client({ ...clientConfig(url), statement_timeout: 0, query_timeout: 0 })
    client.on('error', () => {})
    return client
  } catch (error) {
    // pg reads the certificates named in the URL.
    throw new DatabaseRefused(`DATABASE_URL: Larder cannot use this URL (${messageOf(error)}). Correct it.`)
  }
}

async function checkServer(client: Client) {
  requireVersion(Number(await first(client, "SELECT current_setting('server_version_num')::int / 10000")))
  const encoding = await first(client, "SELECT current_setting('server_encoding')")
  if (encoding !== 'UTF8') {
    throw new DatabaseRefused(`DATABASE_URL: the database's encoding is ${encoding}. Larder needs UTF8.`)
  }
}

export function requireVersion(version: number): void {
  if (version >= OLDEST_VERSION) return
  throw new DatabaseRefused(
    `DATABASE_URL: this is PostgreSQL ${version}. Larder needs version ${OLDEST_VERSION} or newer.`,
  )
}

async function migrationsOf(client: Client, folder: string) {
  const names = readdirSync(folder)
    .filter((file) => file.endsWith('.sql'))
    .map((file) => file.replace('.sql', ''))
    .sort()
  const isOurs = await first(client, "SELECT to_regclass('larder_migrations')")
  if (!isOurs) {
    await refuseOtherTables(client)
    return { applied: [], missing: names }
  }
  // Larder before 1.0.0 didn't have the column.
  const { rows } = await client.query<{ name: string; version: string | null }>(
    "SELECT name, to_jsonb(larder_migrations) ->> 'larder_version' AS version FROM larder_migrations ORDER BY name",
  )
  const newer = rows.filter(({ name }) => !names.includes(name)).at(-1)
  if (newer) throw newerDatabase(versionNumber(newer.version ?? ''))
  const applied = rows.map(({ name }) => name)
  return { applied, missing: names.filter((name) => !applied.includes(name)) }
}

function newerDatabase(version: number | undefined) {
  const needed = needsNewer('this database', version)
  return new DatabaseRefused(
    `DATABASE_URL: ${needed} Nothing was changed. Start that version. Or restore a backup from before the update into an empty database.`,
  )
}

async function refuseOtherTables(client: Client) {
  const other = await first(
    client,
    `SELECT relname FROM pg_class
      WHERE relnamespace = current_schema()::regnamespace AND relkind IN ('r', 'p')
        AND oid NOT IN (SELECT objid FROM pg_depend WHERE classid = 'pg_class'::regclass AND deptype = 'e')`,
  )
  if (other) {
    throw new DatabaseRefused(
      `DATABASE_URL: the database belongs to another program (it has a table ${other}). Create an empty one for Larder.`,
    )
  }
}

async function apply(client: Client, name: string, sql: string) {
  await client.query('BEGIN')
  await client.query(
    'CREATE TABLE IF NOT EXISTS larder_migrations (name text PRIMARY KEY, applied_at timestamptz DEFAULT now() NOT NULL)',
  )
  await client.query('ALTER TABLE larder_migrations ADD COLUMN IF NOT EXISTS larder_version text')
  await client.query(sql)
  await client.query('INSERT INTO larder_migrations (name, larder_version) VALUES ($1, $2)', [
    name,
    THIS_VERSION,
  ])
  await client.query('COMMIT')
}

async function first(client: Client, sql: string): Promise<unknown> {
  const { rows } = await client.query<unknown[]>({ text: sql, rowMode: 'array' })
  return rows[0]?.[0]
}
