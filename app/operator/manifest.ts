import { z } from 'zod/v4'
import { isKey } from '#app/ports/storage/storage.ts'

export const DATABASE = 'larder.db'
export const MANIFEST = 'manifest.json'
export const RECEIPTS = 'receipts/'

export const Manifest = z.object({
  format: z.literal('larder-backup'),
  formatVersion: z.number().int(),
  larderVersion: z.string(),
  createdAt: z.string().datetime(),
  /** The `when` of the newest migration applied to the database. */
  schema: z.number().int(),
  contents: z.object({ users: z.number(), lists: z.number(), items: z.number(), receipts: z.number() }),
  files: z.array(z.object({ name: z.string(), bytes: z.number().int(), sha256: z.string() })),
  missing: z.array(z.string()),
})
export type Manifest = z.infer<typeof Manifest>

export const FORMAT_VERSION = 1

/** Names become paths, so no others are ever written. */
export function isExpectedName(name: string): boolean {
  const isReceipt = name.startsWith(RECEIPTS) && isKey(name.slice(RECEIPTS.length)) && !name.endsWith('.part')
  return isReceipt || name === DATABASE
}

export const plural = (count: number, noun: string) => `${count} ${noun}${count === 1 ? '' : 's'}`

export function countsOf({ users, lists, items, receipts }: Manifest['contents'], last = ' and '): string {
  const counts = [plural(users, 'user'), plural(lists, 'list'), plural(items, 'item')]
  return counts.join(', ') + last + plural(receipts, 'receipt')
}
