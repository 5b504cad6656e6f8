import { createHmac, randomBytes } from 'node:crypto'
import type { Services } from '#app/services.ts'
import { sha256 } from '../hash.ts'

export type TokenKind = 'link' | 'invite'

const BYTES = 24
const LENGTH = (BYTES / 3) * 4
const TOKEN = new RegExp(`^[A-Za-z0-9_-]{${LENGTH}}$`)

export const newSecret = () => randomBytes(BYTES).toString('base64url')

export const isSecret = (text: string | undefined): text is string => text !== undefined && TOKEN.test(text)

/** Tells browsers with the same link apart. Another link's key of the same browser looks unrelated. */
export const guestKey = (secret: string | undefined, linkId: string): string | null =>
  isSecret(secret) ? sha256(JSON.stringify([linkId, secret])) : null

/** Derived from the row's id: the owner can see the address again, but nobody can read it from the database. */
function tokenOf({ linkKey }: Pick<Services, 'linkKey'>, kind: TokenKind, id: string): string {
  return createHmac('sha256', linkKey)
    .update(`${kind}:${id}`)
    .digest()
    .subarray(0, BYTES)
    .toString('base64url')
}

export const hashFor = (services: Pick<Services, 'linkKey'>, kind: TokenKind, id: string) =>
  sha256(tokenOf(services, kind, id))

export function hashOf(token: string | undefined): string | undefined {
  return isSecret(token) ? sha256(token) : undefined
}

/** Undefined if the key was lost, for example after a restore on another machine: the address still works. */
export function shownToken(
  services: Pick<Services, 'linkKey'>,
  kind: TokenKind,
  { id, hash }: { id: string; hash: string },
): string | undefined {
  return hashFor(services, kind, id) === hash ? tokenOf(services, kind, id) : undefined
}
