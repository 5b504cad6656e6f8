import { eq, sql } from 'drizzle-orm'
import type { Logger } from 'pino'
import { type Actor, findList, isGuest, linkOrUserIdOf } from '#app/domain/access/access.ts'
import type { ListSeen } from '#app/domain/liveEvents.ts'
import type { Database, Db } from '#db/database.ts'
import { listLinks, listSeen, users } from '#db/schema.ts'
import { SECOND } from '../time.ts'

/** At most one write for each person or link and list in this time. */
const INTERVAL = 10 * SECOND

export type SeenRecorder = ReturnType<typeof createSeenRecorder>

interface Noted {
  listId: string
  actor: Actor
  revision: number
  at: number
}

interface Waiting {
  writtenAt: number
  next?: Noted
  timer?: ReturnType<typeof setTimeout>
}

interface Parts {
  write: Database['write']
  events: { publishSeen(seen: ListSeen): void }
  log: Logger
}

export function createSeenRecorder(parts: Parts) {
  const waitingBy = new Map<string, Waiting>()
  const writing = new Set<Promise<void>>()

  function write(waiting: Waiting) {
    const { next } = waiting
    clearTimeout(waiting.timer)
    if (!next) return
    waiting.next = waiting.timer = undefined
    waiting.writtenAt = Date.now()
    const written = store(parts, next)
      .catch((error) => parts.log.warn({ err: error }, 'could not record who has seen a list'))
      .finally(() => writing.delete(written))
    writing.add(written)
  }

  return {
    note(seen: Noted) {
      const now = Date.now()
      for (const [key, { writtenAt, next }] of waitingBy) {
        if (!next && now - writtenAt > INTERVAL) waitingBy.delete(key)
        else break
      }
      const key = `${seen.listId} ${linkOrUserIdOf(seen.actor)}`
      const waiting: Waiting = waitingBy.get(key) ?? { writtenAt: 0 }
      // Moves to the end: the oldest are first.
      waitingBy.delete(key)
      waitingBy.set(key, waiting)
      if (!waiting.next || waiting.next.revision <= seen.revision) waiting.next = seen
      const wait = waiting.writtenAt + INTERVAL - now
      if (wait <= 0) return write(waiting)
      waiting.timer ??= setTimeout(() => write(waiting), wait).unref()
    },
    async close() {
      for (const waiting of waitingBy.values()) write(waiting)
      await Promise.all(writing)
    },
  }
}

async function store({ write, events }: Parts, { listId, actor, revision, at }: Noted) {
  const seen = await write(async (tx): Promise<ListSeen | undefined> => {
    const list = await findList(tx, actor, listId, 'see')
    const name = list && (await nameShown(tx, actor))
    if (name === undefined) return undefined
    const guestName = isGuest(actor) ? actor.name : null
    const from = isGuest(actor) ? { linkId: actor.linkId } : { userId: actor.id }
    const row = { listId, readerId: linkOrUserIdOf(actor), ...from, guestName, revision, at }
    // Late or repeated: what was seen before stays seen.
    await tx
      .insert(listSeen)
      .values(row)
      .onConflictDoUpdate({
        target: [listSeen.listId, listSeen.readerId],
        set: { guestName, revision, at },
        setWhere: sql`${listSeen.revision} <= ${revision}`,
      })
      .run()
    return { listId, readerId: row.readerId, name, guestName, revision, at }
  })
  if (seen) events.publishSeen(seen)
}

async function nameShown(tx: Db, actor: Actor): Promise<string | undefined> {
  if (isGuest(actor)) {
    const link = await tx.select().from(listLinks).where(eq(listLinks.id, actor.linkId)).get()
    return link?.label
  }
  const user = await tx
    .select({ name: users.name, shows: users.showsSeen })
    .from(users)
    .where(eq(users.id, actor.id))
    .get()
  return user?.shows ? user.name : undefined
}
