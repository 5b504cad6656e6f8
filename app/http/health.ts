import { statfs, unlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import type { RequestHandler } from 'express'
import type { Services } from '#app/services.server.ts'

const NEEDED_BYTES = 32 * 1024 * 1024
/** The probe writes, and anybody may ask: nobody can make the disk work by asking often. */
const VALID_FOR = 1_000

/** The process answers. */
export const live: RequestHandler = (_req, res) => {
  res.set('Cache-Control', 'no-store').type('text/plain').send('ok\n')
}

interface Readiness {
  database: boolean
  disk: boolean
}

/** People can be served: the database takes a write, and the disk has room for more. */
export function ready(services: Services): RequestHandler {
  let known: Promise<Readiness> | undefined
  let askedAt = 0
  return async (_req, res) => {
    if (!known || Date.now() - askedAt > VALID_FOR) {
      askedAt = Date.now()
      known = probe(services)
    }
    const readiness = await known
    const good = readiness.database && readiness.disk
    res
      .set('Cache-Control', 'no-store')
      .status(good ? 200 : 503)
      .json(readiness)
  }
}

async function probe(services: Services): Promise<Readiness> {
  const [database, disk] = await Promise.all([takesWrites(services), hasRoom(services)])
  return { database, disk }
}

async function takesWrites(services: Services): Promise<boolean> {
  try {
    // A key of its own, so that the probe really goes to the disk and disturbs nothing.
    await services.write((tx) =>
      tx.run(sql`INSERT INTO rate_limits (key, window, count) VALUES ('readyz', 0, 1)
        ON CONFLICT DO UPDATE SET count = (count + 1) % 1000`),
    )
    return true
  } catch (error) {
    services.log.error({ err: error }, 'the database takes no writes')
    return false
  }
}

async function hasRoom({ config, log }: Services): Promise<boolean> {
  try {
    // SQLite's files are open already; receipts need new ones.
    const file = join(config.DATA_DIR, '.readyz')
    await writeFile(file, '')
    await unlink(file)
    const { bavail, bsize } = await statfs(config.DATA_DIR)
    return bavail * bsize >= NEEDED_BYTES
  } catch (error) {
    log.error({ err: error }, 'the data folder cannot be written')
    return false
  }
}
