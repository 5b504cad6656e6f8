import { randomBytes } from 'node:crypto'
import { and, eq, gt, lt } from 'drizzle-orm'
import type { AtHome, RecipeAnswer } from '#app/protocol/recipeReply.ts'
import type { Services } from '#app/services.ts'
import { flashes } from '#db/schema.ts'
import { deleteSome } from './deleteSome.ts'
import { MINUTE } from './time.ts'

const LIFETIME = MINUTE

export interface Message {
  kind: 'success' | 'error' | 'info'
  text: string
  change?: string
  isUndo?: boolean
  /** What may have been meant instead: a button. */
  alternative?: { label: string; path: string; fields: Record<string, string> }
  atHome?: AtHome
}

export interface Draft {
  values: Record<string, string>
  fields?: Record<string, string>
}

export interface Flash {
  message?: Message
  draft?: Draft
  /** To a question, at its box. */
  answer?: RecipeAnswer
}

/** More than our forms need, and too little to fill the disk. */
const MAX_VALUES = 20
const MAX_NAME = 100
const MAX_VALUE = 1_000

function shorten(draft: Draft): Draft {
  const values = Object.entries(draft.values)
    .slice(0, MAX_VALUES)
    .map(([name, value]) => [name.slice(0, MAX_NAME), value.slice(0, MAX_VALUE)])
  return { ...draft, values: Object.fromEntries(values) }
}

/** Stores the flash and returns the id for the cookie, so that messages can't be forged. */
export async function saveFlash(services: Services, flash: Flash): Promise<string> {
  const id = randomBytes(16).toString('base64url')
  const now = Date.now()
  const stored = flash.draft ? { ...flash, draft: shorten(flash.draft) } : flash
  await services.write(async (tx) => {
    await deleteSome(tx, flashes, [flashes.id], lt(flashes.expiresAt, now))
    const row = { id, body: JSON.stringify(stored), expiresAt: now + LIFETIME }
    await tx.insert(flashes).values(row).run()
  })
  return id
}

export async function findFlash(services: Services, id: string): Promise<Flash | undefined> {
  const row = await services.db
    .select({ body: flashes.body })
    .from(flashes)
    .where(and(eq(flashes.id, id), gt(flashes.expiresAt, Date.now())))
    .get()
  return row && (JSON.parse(row.body) as Flash)
}
