import { randomBytes } from 'node:crypto'
import { and, eq, gt, lt } from 'drizzle-orm'
import type { Services } from '#app/services.ts'
import { flashes } from '#db/schema.ts'
import { MINUTE } from './time.ts'

/** How long a message may wait for the page it is meant for. */
const LIFE = MINUTE

export interface Message {
  kind: 'success' | 'error' | 'info'
  text: string
}

/** What somebody typed into a form that was refused, so that nothing has to be typed twice. */
export interface Draft {
  values: Record<string, string>
  /** Messages by field name. */
  fields?: Record<string, string>
}

export interface Flash {
  message?: Message
  draft?: Draft
}

/** More than our forms ask for, and too little to fill the disk. */
const MOST_VALUES = 20
const LONGEST_VALUE = 1_000

function shortened(draft: Draft): Draft {
  const values = Object.entries(draft.values).slice(0, MOST_VALUES)
  return {
    ...draft,
    values: Object.fromEntries(
      values.map(([name, value]) => [name.slice(0, 100), value.slice(0, LONGEST_VALUE)]),
    ),
  }
}

/** Keeps the flash here and returns the id for the cookie: only what the server wrote can be shown. */
export async function keepFlash(services: Services, flash: Flash): Promise<string> {
  const id = randomBytes(16).toString('base64url')
  const now = Date.now()
  const kept = flash.draft ? { ...flash, draft: shortened(flash.draft) } : flash
  await services.write((tx) => {
    tx.delete(flashes).where(lt(flashes.expiresAt, now)).run()
    tx.insert(flashes)
      .values({ id, body: JSON.stringify(kept), expiresAt: now + LIFE })
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
