import { randomBytes } from 'node:crypto'
import { and, desc, eq, gt, inArray, lt, notInArray, sql } from 'drizzle-orm'
import type { Services } from '#app/services.ts'
import type { Db } from '#db/database.ts'
import { prepared } from '#db/prepared.ts'
import { sessions, users } from '#db/schema.ts'
import { sha256 } from './hash.ts'
import { DAY, HOUR } from './time.ts'

export const SESSION_IDLE = 14 * DAY
export const SESSION_LONGEST = 90 * DAY
/** More devices than a household has; the oldest is signed out for the next one. */
const MOST_SESSIONS = 100

/** Who acts. Today the owner of lists; later perhaps a member of a household. */
export interface User {
  id: string
  name: string
  email: string
}

export interface Session {
  /** As the database knows it: not what the cookie says. */
  id: string
  user: User
  expiresAt: number
}

/** A cookie's value is 256 random bits; the database knows only its hash. */
function hashOf(cookie: string): string {
  return sha256(cookie)
}

/** Starts a session and returns the value for the cookie. */
export async function startSession(services: Services, userId: string): Promise<string> {
  return services.write((tx) => startSessionIn(tx, userId))
}

/** As a part of a larger unit of work. */
export function startSessionIn(tx: Db, userId: string): string {
  const cookie = randomBytes(32).toString('base64url')
  const now = Date.now()
  tx.delete(sessions).where(lt(sessions.expiresAt, now)).run()
  const newest = tx
    .select({ id: sessions.id })
    .from(sessions)
    .where(eq(sessions.userId, userId))
    .orderBy(desc(sessions.createdAt))
    .limit(MOST_SESSIONS - 1)
  tx.delete(sessions)
    .where(and(eq(sessions.userId, userId), notInArray(sessions.id, newest)))
    .run()
  tx.insert(sessions)
    .values({
      id: hashOf(cookie),
      userId,
      createdAt: now,
      lastSeenAt: now,
      expiresAt: now + SESSION_IDLE,
    })
    .run()
  return cookie
}

export async function userOfSession(services: Services, cookie: string): Promise<User | undefined> {
  return (await findSession(services, cookie))?.user
}

const sessionById = prepared((db) =>
  db
    .select({
      user: { id: users.id, name: users.name, email: users.email },
      createdAt: sessions.createdAt,
      lastSeenAt: sessions.lastSeenAt,
      expiresAt: sessions.expiresAt,
    })
    .from(sessions)
    .innerJoin(users, eq(users.id, sessions.userId))
    .where(eq(sessions.id, sql.placeholder('id')))
    .prepare(),
)

export async function findSession(services: Services, cookie: string): Promise<Session | undefined> {
  const id = hashOf(cookie)
  const found = sessionById(services.db).get({ id })
  const now = Date.now()
  if (!found || found.expiresAt <= now) return undefined
  // Once an hour is enough to know who is idle, and keeps reads from becoming writes.
  if (now - found.lastSeenAt > HOUR) await touch(services, id, found.createdAt, now)
  return { id, user: found.user, expiresAt: found.expiresAt }
}

/**
 * Those of these sessions that go on, and until when. Does not count as use: a page that lies open
 * is not a person.
 */
export async function openSessions(services: Services, ids: string[]): Promise<Map<string, number>> {
  const rows = services.db
    .select({ id: sessions.id, expiresAt: sessions.expiresAt })
    .from(sessions)
    .where(and(inArray(sessions.id, ids), gt(sessions.expiresAt, Date.now())))
    .all()
  return new Map(rows.map(({ id, expiresAt }) => [id, expiresAt]))
}

async function touch(services: Services, id: string, createdAt: number, now: number) {
  const expiresAt = Math.min(now + SESSION_IDLE, createdAt + SESSION_LONGEST)
  try {
    await services.write((tx) =>
      tx.update(sessions).set({ lastSeenAt: now, expiresAt }).where(eq(sessions.id, id)).run(),
    )
  } catch (error) {
    // A full disk must not keep anybody from reading.
    services.log.warn({ err: error }, 'could not note that a session is in use')
  }
}

/** Also its open sockets: they were let in by this session. Answers whose it was, if it went on until now. */
export async function endSession(services: Services, cookie: string): Promise<string | undefined> {
  const ended = await services.write((tx) =>
    tx
      .delete(sessions)
      .where(eq(sessions.id, hashOf(cookie)))
      .returning({ sessionId: sessions.id, userId: sessions.userId })
      .get(),
  )
  if (ended) services.events.endAccess(ended)
  return ended?.userId
}

/** Every session of a user, as a part of a larger unit of work; tell `events.endAccess` after it. */
export function endAllSessionsIn(tx: Db, userId: string): void {
  tx.delete(sessions).where(eq(sessions.userId, userId)).run()
}
