import { z } from 'zod/v4'
import { isKey } from '#app/ports/storage/storage.ts'

export const DATABASE = 'larder.db'
export const MANIFEST = 'manifest.json'
export const RECEIPTS = 'receipts/'

/** The last file of a backup. It describes the backup's contents and each of its files. */
export const Manifest = z.object({
  format: z.literal('larder-backup'),
  formatVersion: z.number().int(),
  larderVersion: z.string(),
  createdAt: z.string().datetime(),
  /** The `when` of the newest migration applied to the database. */
  schema: z.number().int(),
  contents: z.object({ users: z.number(), lists: z.number(), items: z.number(), receipts: z.number() }),
  files: z.array(z.object({ name: z.string(), bytes: z.number().int(), sha256: z.string() })),
  /** The storage keys of receipts whose files were missing when the backup was made. */
  missing: z.array(z.string()),
})
export type Manifest = z.infer<typeof Manifest>

export const FORMAT_VERSION = 1

/** Names become paths, so no others are ever written. */
export function isExpectedName(name: string): boolean {
  return name === DATABASE || (name.startsWith(RECEIPTS) && isReceiptKey(name.slice(RECEIPTS.length)))
}

function isReceiptKey(key: string): boolean {
  return isKey(key) && !key.endsWith('.part')
}
