import { createHash } from 'node:crypto'

/** An id that is the same for the same text. */
export function idFrom(text: string): string {
  const hex = sha256(text)
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20, 32)}`
}

export function sha256(data: string | Uint8Array, encoding: 'hex' | 'base64url' = 'hex'): string {
  return createHash('sha256').update(data).digest(encoding)
}
