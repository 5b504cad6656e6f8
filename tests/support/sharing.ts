import { createHash, randomBytes } from 'node:crypto'
import { newId } from '#app/domain/ids.ts'
import type { Larder, Person } from './larder.ts'

// Inserts members and links directly into the database of a running server.

type Role = 'editor' | 'viewer'

export function addMember(
  { database }: Larder,
  listId: string,
  { id }: Person,
  role: Role = 'editor',
  since = Date.now(),
): void {
  database
    .prepare('INSERT INTO list_members (list_id, user_id, role, created_at) VALUES (?, ?, ?, ?)')
    .run(listId, id, role, since)
}

/** The other one is on all new lists. */
export function addCompanion({ database }: Larder, { id }: Person, other: Person): void {
  database
    .prepare("INSERT INTO companions (user_id, other_id, role, accepted_at) VALUES (?, ?, 'editor', ?)")
    .run(id, other.id, Date.now())
}

/** Returns the path of the page. */
export function addLink(
  { database }: Larder,
  listId: string,
  role: Role,
  { expiresAt = null, revokedAt = null }: { expiresAt?: number | null; revokedAt?: number | null } = {},
): string {
  const token = randomBytes(24).toString('base64url')
  database
    .prepare(
      `INSERT INTO list_links (id, list_id, token_hash, role, label, expires_at, revoked_at, created_at)
       VALUES (?, ?, ?, ?, '', ?, ?, ?)`,
    )
    .run(
      newId(),
      listId,
      createHash('sha256').update(token).digest('hex'),
      role,
      expiresAt,
      revokedAt,
      Date.now(),
    )
  return `/s/${token}`
}
