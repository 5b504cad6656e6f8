import { statfs, unlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import type { RequestHandler } from 'express'
import type { Services } from '#app/services.ts'
import { rateLimits } from '#db/schema.ts'
import { sendJson, sendText } from './out/send.ts'

/** With less, the server isn't ready. */
export const MIN_FREE_BYTES = 32 * 1024 * 1024
/** Anyone may request this, so the probe, which writes, runs at most once in this time. */
const CACHE_MS = 1_000

export const live: RequestHandler = (_req, res) => {
  res.setHeader('Cache-Control', 'no-store')
  sendText(res, 200, 'ok\n')
}

export function ready(services: Services): RequestHandler {
  let cached: ReturnType<typeof probe> | undefined
  let probedAt = 0
  return async (_req, res) => {
    if (!cached || Date.now() - probedAt > CACHE_MS) {
      probedAt = Date.now()
      cached = probe(services)
    }
    const { database, disk } = await cached
    res.setHeader('Cache-Control', 'no-store')
    sendJson(res, database && disk ? 200 : 503, { database, disk })
  }
}

async function probe(services: Services) {
  const [database, disk] = await Promise.all([acceptsWrites(services), hasRoom(services)])
  return { database, disk }
}

async function acceptsWrites(services: Services): Promise<boolean> {
  try {
    // Changes the row each time, so that the database really writes to the disk.
    await services.write((tx) =>
      tx
        .insert(rateLimits)
        .values({ key: 'readyz', window: 0, count: 1 })
        .onConflictDoUpdate({
          target: [rateLimits.key, rateLimits.window],
          set: { count: sql`(${rateLimits.count} + 1) % 1000` },
        })
        .run(),
    )
    return true
  } catch (error) {
    services.log.error({ err: error }, 'the database accepts no writes')
    return false
  }
}

async function hasRoom({ config, log }: Services): Promise<boolean> {
  try {
    // SQLite's files are already open; receipts need new ones.
    const file = join(config.DATA_DIR, '.readyz')
    await writeFile(file, '')
    await unlink(file)
    const { bavail, bsize } = await statfs(config.DATA_DIR)
    return bavail * bsize >= MIN_FREE_BYTES
  } catch (error) {
    log.error({ err: error }, 'the data folder is not writable')
    return false
  }
}
