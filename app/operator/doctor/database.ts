import { existsSync, statSync } from 'node:fs'
import type { Config } from '#app/config/config.server.ts'
import { linkKeyOf } from '#app/start/linkKey.server.ts'
import { sqliteVersion } from '#db/sqlite/client.ts'
import { InvalidCopy, inspectCopy } from '#db/sqlite/copy.ts'
import { lastApplied, NewerDatabase, refuseNewer } from '#db/sqlite/migrate.ts'
import { openUntrusted } from '#db/sqlite/origin.ts'
import { databasePath } from '../access.ts'
import { schemaAge, schemaChange } from '../check.ts'
import { countsOf } from '../manifest.ts'
import { asStored, leavingNoTrace, type Stored, storedIn } from '../stored.ts'
import { type Finding, fail, ok, type Quote, warn } from './findings.ts'
import type { LinkKey } from './server.ts'

const CHECK = 'database'
/** Reading all of a larger one takes more than a few seconds. */
const MAX_READ = 200_000_000

export function checkSqlite(config: Config, quote: Quote): Finding[] {
  const file = databasePath(config)
  if (!existsSync(file)) {
    return [ok(CHECK, `SQLite ${sqliteVersion()}. There is no data yet in ${config.DATA_DIR}.`)]
  }
  try {
    return leavingNoTrace(file, () => inspect(file))
  } catch (error) {
    return [fail(CHECK, explain(file, error, quote))]
  }
}

function inspect(file: string): Finding[] {
  const change = schemaChange(file)
  const state = stateOf(file)
  if (state.schema === 0) return [fail(CHECK, `${file} is not of Larder. Set DATA_DIR to another folder.`)]
  const findings = [ok(CHECK, `SQLite ${sqliteVersion()}, ${contentsOf(file)}.`)]
  if (schemaAge(state.schema) === 'older') {
    findings.push(ok(CHECK, 'It is from an older version of Larder; the next start updates it.'))
  }
  if (change) {
    findings.push(
      warn(
        CHECK,
        `It is not as Larder created it: ${change}. Undo this, because backups with it can't be restored.`,
      ),
    )
  }
  if (state.journal !== 'wal') {
    findings.push(
      warn(CHECK, `Its journal mode is ${state.journal}, not wal. The next start of Larder corrects it.`),
    )
  }
  return findings
}

function stateOf(file: string) {
  const connection = openUntrusted(file)
  try {
    refuseNewer(connection, file)
    return {
      schema: lastApplied(connection),
      journal: String(connection.pragma('journal_mode', { simple: true })),
    }
  } finally {
    connection.close()
  }
}

function contentsOf(file: string): string {
  const { size } = statSync(file)
  const megabytes = `${Math.ceil(size / 1e6)} MB`
  if (size > MAX_READ) return `${megabytes}, too large to read all of it here: run npm run larder -- check`
  const { keys, ...counts } = inspectCopy(file)
  return `${megabytes}, intact: ${countsOf({ ...counts, receipts: keys.length }, ', ')}`
}

const EXPLANATIONS: [codes: RegExp, explanation: string][] = [
  [/^SQLITE_(?:CORRUPT|NOTADB)/, 'is damaged. Stop Larder and restore the newest backup'],
  [/^SQLITE_BUSY/, 'is locked by another program. Stop that program'],
  [
    /^(?:SQLITE_(?:CANTOPEN|READONLY|IOERR|PERM)|EACCES)/,
    "can't be read by this user. Run this command as Larder's user",
  ],
]

function explain(file: string, error: unknown, quote: Quote): string {
  if (error instanceof NewerDatabase) return error.message
  if (error instanceof InvalidCopy) {
    return `${file}: ${quote(error)}. Stop Larder and restore the newest backup.`
  }
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  const [, explanation = "can't be read. Run npm run larder -- check"] =
    EXPLANATIONS.find(([codes]) => codes.test(code)) ?? []
  return `${file} ${explanation} (${quote(error)}).`
}

export interface DatabaseCheck {
  findings: Finding[]
  linkKey: LinkKey
  /** Undefined if the database can't be read. */
  stored: Stored | undefined
  /** How much PostgreSQL's clock is ahead, in milliseconds. */
  clockAhead?: number
}

export async function checkDatabase(config: Config, quote: Quote): Promise<DatabaseCheck> {
  if (config.DATABASE_URL) return checkPostgres(config, quote)
  const stored = await storedIn(config).catch(() => undefined)
  return { findings: checkSqlite(config, quote), linkKey: readableKey(config), stored }
}

/** An invalid one is reported with the data folder. */
function readableKey({ DATA_DIR }: Config): LinkKey {
  try {
    return linkKeyOf(DATA_DIR) ?? 'none'
  } catch {
    return 'unreadable'
  }
}

const SLOW = 50

async function checkPostgres({ DATABASE_URL }: Config, quote: Quote): Promise<DatabaseCheck> {
  try {
    const { inspectServer } = await import('#db/postgres/migrate.ts')
    const { version, schema, linkKey, roundTrip, clockAhead, ...found } = await inspectServer(DATABASE_URL)
    const took = `${roundTrip.toFixed(1)} ms away`
    const findings = [ok(CHECK, `PostgreSQL ${quote(version)}, ${took}.${SCHEMAS[schema] ?? ''}`)]
    if (roundTrip > SLOW) {
      findings.push(
        warn(CHECK, `PostgreSQL is ${took}, and each page asks several times. Run it close to Larder.`),
      )
    }
    return { findings, linkKey: linkKey ?? 'none', clockAhead, stored: asStored(found) }
  } catch (error) {
    return { findings: [fail(CHECK, `${quote(error)}.`)], linkKey: 'unreadable', stored: undefined }
  }
}

const SCHEMAS: Record<string, string> = {
  older: ' Its data is from an older version of Larder; the next start updates it.',
  none: ' It is empty: the next start prepares it.',
}
