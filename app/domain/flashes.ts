import { randomBytes } from 'node:crypto'
import { and, eq, gt, lt } from 'drizzle-orm'
import type { Services } from '#app/services.server.ts'
import { flashes } from '#db/schema.ts'
import type { FieldErrors } from './errors.ts'

/** How long a message may wait for the page it is meant for. */
const LIFE = 60_000

export interface Message {
  kind: 'success' | 'error' | 'info'
  text: string
}

/** What somebody typed into a form that was refused, so that nothing has to be typed twice. */
export interface Draft {
  values: Record<string, string>
  fields?: FieldErrors
}

export interface Flash {
  message?: Message
  draft?: Draft
}

/** Keeps the flash here and returns the id for the cookie: only what the server wrote can be shown. */
export async function keepFlash(services: Services, flash: Flash): Promise<string> {
  const id = randomBytes(16).toString('base64url')
  const now = Date.now()
  await services.write((tx) => {
    tx.delete(flashes).where(lt(flashes.expiresAt, now)).run()
    tx.insert(flashes)
      .values({ id, body: JSON.stringify(flash), expiresAt: now + LIFE })
      .run()
  })
  return id
}

export async function findFlash(services: Services, id: string): Promise<Flash | undefined> {
  const row = services.db
    .select({ body: flashes.body })
    .from(flashes)
    .where(and(eq(flashes.id, id), gt(flashes.expiresAt, Date.now())))
    .get()
  return row && (JSON.parse(row.body) as Flash)
}
