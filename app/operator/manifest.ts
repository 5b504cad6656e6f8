import { z } from 'zod/v4'
import { isKey } from '#app/ports/storage/storage.ts'

export const DATABASE = 'larder.db'
export const MANIFEST = 'manifest.json'
export const RECEIPTS = 'receipts/'

/** A backup's last file: what is in it, and how each file must look. */
export const Manifest = z.object({
  format: z.literal('larder-backup'),
  formatVersion: z.number().int(),
  larderVersion: z.string(),
  createdAt: z.string().datetime(),
  /** The newest migration the database has seen. */
  schema: z.number().int(),
  contents: z.object({ users: z.number(), lists: z.number(), items: z.number(), receipts: z.number() }),
  files: z.array(z.object({ name: z.string(), bytes: z.number().int(), sha256: z.string() })),
  /** Receipts whose files were lost already when the backup was made. */
  missing: z.array(z.string()),
})
export type Manifest = z.infer<typeof Manifest>

export const FORMAT_VERSION = 1

/** Names become paths: only these are ever written. */
export function isExpectedName(name: string): boolean {
  return name === DATABASE || (name.startsWith(RECEIPTS) && isReceiptKey(name.slice(RECEIPTS.length)))
}

function isReceiptKey(key: string): boolean {
  return isKey(key) && !key.endsWith('.part')
}
