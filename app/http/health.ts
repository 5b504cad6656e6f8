import { statfs } from 'node:fs/promises'
import { sql } from 'drizzle-orm'
import type { RequestHandler } from 'express'
import type { Services } from '#app/services.server.ts'

const NEEDED_BYTES = 32 * 1024 * 1024

/** The process answers. */
export const live: RequestHandler = (_req, res) => {
  res.set('Cache-Control', 'no-store').type('text/plain').send('ok\n')
}

/** People can be served: the database takes a write, and the disk has room for more. */
export function ready(services: Services): RequestHandler {
  return async (_req, res) => {
    res.set('Cache-Control', 'no-store')
    const [database, disk] = await Promise.all([takesWrites(services), hasRoom(services)])
    res.status(database && disk ? 200 : 503).json({ database, disk })
  }
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
    const { bavail, bsize } = await statfs(config.DATA_DIR)
    return bavail * bsize >= NEEDED_BYTES
  } catch (error) {
    log.error({ err: error }, 'the data folder cannot be read')
    return false
  }
}
