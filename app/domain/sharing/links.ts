import { and, asc, eq, gt, inArray, lt, or, sql } from 'drizzle-orm'
import type { z } from 'zod/v4'
import { type Guest, listFor, liveLink, ofList, type User } from '#app/domain/access/access.ts'
import { inBatches } from '#app/domain/batches.ts'
import { KEEP_DELETED_FOR, MAX_LINKS_PER_LIST } from '#app/domain/limitsAndLifetimes.ts'
import type { Op } from '#app/domain/write.ts'
import type { Services } from '#app/services.ts'
import { type Db, prepared, withDeleted } from '#db/database.ts'
import { listLinks, lists } from '#db/schema.ts'
import type { Caller } from '../audit.ts'
import { DomainError } from '../errors.ts'
import { newId } from '../ids.ts'
import { requireAtMost } from '../requireAtMost.ts'
import { write } from '../write.ts'
import { guestName, type Link } from './inputs.ts'
import { forgetSeenBy, publishMembers } from './people.ts'
import { guestKey, hashFor, hashOf, shownToken } from './tokens.ts'

const SWEPT_AT_ONCE = 200

export type SharedLink = ReturnType<typeof toLink>

export async function linksOf(services: Services, user: User, listId: string | undefined) {
  const list = await listFor(services.db, user, listId, 'own')
  const rows = await services.db
    .select()
    .from(listLinks)
    .where(and(eq(listLinks.listId, list.id), liveLink(Date.now())))
    .orderBy(asc(listLinks.createdAt), asc(listLinks.id))
    .all()
  return rows.map((row) => toLink(services, row))
}

function toLink(services: Services, row: typeof listLinks.$inferSelect) {
  const { id, role, label, createdAt, expiresAt, tokenHash: hash } = row
  return { id, role, label, createdAt, expiresAt, token: shownToken(services, 'link', { id, hash }) }
}

export async function createLink(
  services: Services,
  user: User,
  listId: string | undefined,
  { role, expires, label }: z.infer<typeof Link>,
  { caller, op }: { caller: Caller; op?: Op | undefined },
) {
  const { row } = await write(services, {
    actor: user,
    op,
    find: ofList(user, listId, 'own'),
    async work(tx, { list }) {
      const id = newId()
      const now = Date.now()
      const tokenHash = hashFor(services, 'link', id)
      const expiresAt = expires === undefined ? null : now + expires
      const values = { id, listId: list.id, tokenHash, role, label, expiresAt, createdAt: now }
      const row = await tx.insert(listLinks).values(values).returning().get()
      const working = and(eq(listLinks.listId, list.id), liveLink(Date.now()))
      await requireAtMost(tx, MAX_LINKS_PER_LIST, 'too-many-links', listLinks, working)
      return { result: { row } }
    },
    after: () => services.audit.note(caller, { event: 'link-made', user: user.id }),
  })
  return toLink(services, row)
}

/** Takes effect immediately, on open pages too. No error if the link was already revoked. */
export async function revokeLink(
  services: Services,
  user: User,
  listId: string | undefined,
  linkId: string | undefined,
  caller: Caller,
): Promise<void> {
  await write(services, {
    actor: user,
    find: ofList(user, listId, 'own'),
    async work(tx, { list }) {
      const { changes } = await tx
        .update(listLinks)
        .set({ revokedAt: sql`coalesce(${listLinks.revokedAt}, ${Date.now()})` })
        .where(and(eq(listLinks.listId, list.id), eq(listLinks.id, linkId ?? '')))
        .run()
      if (changes === 0) throw new DomainError('link-not-found')
      await forgetSeenBy(tx, list.id, linkId ?? '')
      return { result: {} }
    },
    after(_, { list }) {
      services.audit.note(caller, { event: 'link-revoked', user: user.id })
      services.events.endAccess({ listId: list.id, linkId: linkId ?? '' })
      publishMembers(services, list)
    },
  })
}

const linkByHash = prepared((db) =>
  db
    .select({ link: listLinks, deletedAt: lists.deletedAt })
    .from(listLinks)
    .innerJoin(lists, and(eq(lists.id, listLinks.listId), withDeleted(lists)))
    .where(and(eq(listLinks.tokenHash, sql.placeholder('hash')), liveLink()))
    .prepare(),
)

/** Undefined if the link is unknown, revoked or expired: the guest can't tell which. */
export async function findGuest(
  { db }: Pick<Services, 'db'>,
  token: string | undefined,
  name?: string,
  secret?: string,
): Promise<(Guest & { expiresAt: number | null }) | undefined> {
  const found = await findLink(db, token)
  if (!found || found.deletedAt !== null) return undefined
  const { linkId, listId, expiresAt } = found
  return { linkId, listId, expiresAt, name: guestName(name), key: guestKey(secret, linkId) }
}

export async function guestFor(
  services: Pick<Services, 'db'>,
  token: string | undefined,
  name?: string,
  secret?: string,
) {
  const guest = await findGuest(services, token, name, secret)
  if (guest) return guest
  throw linkGone()
}

/** A guest of a deleted list, too: see listOrDeletedFor. */
export async function guestOrDeletedFor(db: Db, token: string | undefined) {
  const found = await findLink(db, token)
  if (!found) throw linkGone()
  return { ...found, name: null, key: null }
}

async function findLink(db: Db, token: string | undefined) {
  const hash = hashOf(token)
  const found = hash && (await linkByHash(db).get({ hash, now: Date.now() }))
  if (!found) return undefined
  const { id: linkId, listId, expiresAt } = found.link
  return { linkId, listId, expiresAt, deletedAt: found.deletedAt }
}

const linkGone = () =>
  new DomainError('link-gone', {}, { audit: { event: 'access-refused', reason: 'link' } })

export async function sweepLinks(
  { db, write }: Pick<Services, 'db' | 'write'>,
  now: number,
  signal?: AbortSignal,
) {
  const time = now - KEEP_DELETED_FOR
  const hasEnded = sql`(${or(lt(listLinks.revokedAt, time), lt(listLinks.expiresAt, time))})`
  const linksAfter = (id: string) =>
    db
      .select({ id: listLinks.id, hasEnded: hasEnded.mapWith(Boolean) })
      .from(listLinks)
      .where(gt(listLinks.id, id))
      .orderBy(asc(listLinks.id))
      .limit(SWEPT_AT_ONCE)
      .all()
  for await (const links of inBatches(linksAfter, signal)) {
    const ids = links.filter((link) => link.hasEnded).map(({ id }) => id)
    if (ids.length > 0) await write((tx) => tx.delete(listLinks).where(inArray(listLinks.id, ids)).run())
  }
}
