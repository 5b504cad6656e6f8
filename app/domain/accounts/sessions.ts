import { randomBytes } from 'node:crypto'
import { and, desc, eq, gt, inArray, lt, ne, notInArray, sql } from 'drizzle-orm'
import type { User } from '#app/domain/access/access.ts'
import { deleteSome } from '#app/domain/deleteSome.ts'
import { sha256 } from '#app/domain/hash.ts'
import { MAX_SESSIONS_PER_USER, SESSION_IDLE, SESSION_MAX } from '#app/domain/limitsAndLifetimes.ts'
import { HOUR } from '#app/domain/time.ts'
import type { Services } from '#app/services.ts'
import { type Db, prepared } from '#db/database.ts'
import { sessions, users } from '#db/schema.ts'
import { findUser, refuseIfDisabled } from './users.ts'

export type Session = NonNullable<Awaited<ReturnType<typeof findSession>>>

export async function startSession(tx: Db, userId: string): Promise<string> {
  const owner = await findUser(tx, userId)
  if (owner) refuseIfDisabled(owner)
  const cookie = randomBytes(32).toString('base64url')
  const now = Date.now()
  await deleteSome(tx, sessions, [sessions.id], lt(sessions.expiresAt, now))
  const newest = tx
    .select({ id: sessions.id })
    .from(sessions)
    .where(eq(sessions.userId, userId))
    .orderBy(desc(sessions.createdAt))
    .limit(MAX_SESSIONS_PER_USER - 1)
  await tx
    .delete(sessions)
    .where(and(eq(sessions.userId, userId), notInArray(sessions.id, newest)))
    .run()
  await tx
    .insert(sessions)
    .values({ id: sha256(cookie), userId, createdAt: now, lastSeenAt: now, expiresAt: now + SESSION_IDLE })
    .run()
  return cookie
}

export async function userOfSession(services: Services, cookie: string) {
  return (await findSession(services, cookie))?.user
}

const sessionById = prepared((db) =>
  db
    .select({
      user: {
        id: users.id,
        name: users.name,
        email: users.email,
        language: users.language,
        formats: users.formats,
        timeZone: users.timeZone,
        currency: users.currency,
      },
      createdAt: sessions.createdAt,
      lastSeenAt: sessions.lastSeenAt,
      expiresAt: sessions.expiresAt,
    })
    .from(sessions)
    .innerJoin(users, eq(users.id, sessions.userId))
    .where(eq(sessions.id, sql.placeholder('id')))
    .prepare(),
)

export async function findSession(services: Services, cookie: string) {
  const id = sha256(cookie)
  const session = await sessionById(services.db).get({ id })
  const now = Date.now()
  if (!session || session.expiresAt <= now) return undefined
  if (now - session.lastSeenAt > HOUR) await updateLastSeen(services, id, session.createdAt, now)
  return { id, user: session.user, expiresAt: session.expiresAt }
}

export async function openSessions(services: Services, ids: string[]): Promise<Map<string, number>> {
  const rows = await services.db
    .select({ id: sessions.id, expiresAt: sessions.expiresAt })
    .from(sessions)
    .where(and(inArray(sessions.id, ids), gt(sessions.expiresAt, Date.now())))
    .all()
  return new Map(rows.map(({ id, expiresAt }) => [id, expiresAt]))
}

export type SignedIn = Awaited<ReturnType<typeof sessionsOf>>[number]

export async function sessionsOf({ db }: Services, { id }: User, cookie: string) {
  const rows = await db
    .select()
    .from(sessions)
    .where(and(eq(sessions.userId, id), gt(sessions.expiresAt, Date.now())))
    .orderBy(desc(sessions.lastSeenAt))
    .all()
  const present = sha256(cookie)
  return rows
    .map((row) => ({ here: row.id === present, since: row.createdAt, lastSeen: row.lastSeenAt }))
    .sort((a, b) => Number(b.here) - Number(a.here))
}

async function updateLastSeen(services: Services, id: string, createdAt: number, now: number) {
  const expiresAt = Math.min(now + SESSION_IDLE, createdAt + SESSION_MAX)
  await services
    .write((tx) => tx.update(sessions).set({ lastSeenAt: now, expiresAt }).where(eq(sessions.id, id)).run())
    // Reading must work even if the disk is full.
    .catch((error) => services.log.warn({ err: error }, "could not update a session's last use"))
}

export async function endSession(services: Services, cookie: string): Promise<string | undefined> {
  const ended = await services.write((tx) =>
    tx
      .delete(sessions)
      .where(eq(sessions.id, sha256(cookie)))
      .returning({ sessionId: sessions.id, userId: sessions.userId })
      .get(),
  )
  if (ended) services.events.endAccess(ended)
  return ended?.userId
}

export async function endOtherSessions(services: Services, { id }: User, cookie: string): Promise<number> {
  const present = sha256(cookie)
  const { changes } = await services.write((tx) =>
    tx
      .delete(sessions)
      .where(and(eq(sessions.userId, id), ne(sessions.id, present)))
      .run(),
  )
  services.events.endAccess({ userId: id, exceptSessionId: present })
  return changes
}

/** Call `events.endAccess` after the commit. */
export async function endAllSessions(tx: Db, userId: string): Promise<void> {
  await tx.delete(sessions).where(eq(sessions.userId, userId)).run()
}
