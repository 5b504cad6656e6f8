import { randomBytes } from 'node:crypto'
import { linkSync, readFileSync, unlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { eq } from 'drizzle-orm'
import type { Config } from '#app/config/config.server.ts'
import type { Database } from '#db/database.ts'
import { settings } from '#db/schema.ts'

// The key from which the addresses of links and invitations are derived. Why: docs/decisions/075-sharing.md

const BYTES = 32
const FILE = 'link.key'

export async function loadLinkKey(
  { DATA_DIR, DATABASE_URL }: Config,
  database: Pick<Database, 'db' | 'write'>,
): Promise<Buffer> {
  return DATABASE_URL ? keyInDatabase(database) : keyInFile(join(DATA_DIR, FILE))
}

/** Outside the database, so that nobody can open a list with a copy of the database. */
const keyInFile = (file: string): Buffer => readKey(file) ?? createKey(file)

export const linkKeyOf = (dataDir: string): Buffer | undefined => readKey(join(dataDir, FILE))

function readKey(file: string): Buffer | undefined {
  try {
    const key = Buffer.from(readFileSync(file, 'utf8').trim(), 'hex')
    if (key.length === BYTES) return key
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    throw error
  }
  throw new Error(`${file} must contain ${2 * BYTES} hexadecimal digits`)
}

/** Atomic, and done once even if two processes start at the same time. */
function createKey(file: string): Buffer {
  const draft = `${file}.${process.pid}`
  writeFileSync(draft, `${randomBytes(BYTES).toString('hex')}\n`, { mode: 0o600, flush: true })
  try {
    linkSync(draft, file)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  } finally {
    unlinkSync(draft)
  }
  return keyInFile(file)
}

async function keyInDatabase({ db, write }: Pick<Database, 'db' | 'write'>): Promise<Buffer> {
  const stored = () => db.select().from(settings).where(eq(settings.key, 'link-key')).get()
  if (!(await stored())) {
    const value = randomBytes(BYTES).toString('hex')
    await write((tx) => tx.insert(settings).values({ key: 'link-key', value }).onConflictDoNothing().run())
  }
  return Buffer.from((await stored())?.value ?? '', 'hex')
}
