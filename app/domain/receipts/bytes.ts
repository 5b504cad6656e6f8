/** A row without its name: numbers, ids and index entries. Migration 0004 repeats it. */
const ROW_BYTES = 200
export const mostItemsIn = (bytes: number) => Math.max(0, Math.floor(bytes / ROW_BYTES))

export const CHANGE_BYTES = 320
export const EFFECT_BYTES = 90

export function bytesOf(...names: string[]): number {
  return names.reduce((sum, name) => sum + Buffer.byteLength(name) + ROW_BYTES, 0)
}

export function bytesOfEffect({ before, after }: { before: string | null; after: string | null }): number {
  return EFFECT_BYTES + Buffer.byteLength(before ?? '') + Buffer.byteLength(after ?? '')
}
