import { and, count, eq, inArray, isNull } from 'drizzle-orm'
import type { SQLiteColumn, SQLiteTable } from 'drizzle-orm/sqlite-core'
import { liveLink } from '#app/domain/access/access.ts'
import { chunks } from '#app/domain/batches.ts'
import {
  MAX_INVITES_PER_LIST,
  MAX_LINKS_PER_LIST,
  MAX_MEMBERS_PER_LIST,
  MAX_SHARED_LISTS_PER_USER,
} from '#app/domain/limitsAndLifetimes.ts'
import { type Db, withDeleted } from '#db/database.ts'
import { companions, invites, listLinks, listMembers, lists, users } from '#db/schema.ts'
import type { Removed } from './endAllSharing.ts'
import { waits } from './invites.ts'
import { type ChangedList, isMember } from './people.ts'

export interface Snapshot extends Removed {
  /** Each list's. With another owner, nothing comes back. */
  owners: Record<string, string>
}

/** Returns the lists that are shared again. */
export async function restoreSharing(tx: Db, snapshot: Snapshot): Promise<ChangedList[]> {
  const now = Date.now()
  const kept = await keptLists(tx, snapshot)
  const people = await existingPeople(tx, peopleIn(snapshot))
  const stays = ({ listId }: { listId: string }) => kept.has(listId)
  const isAhead = ({ expiresAt }: { expiresAt: number | null }) => expiresAt === null || expiresAt > now

  const members = snapshot.members
    .filter((member) => stays(member) && people.has(member.userId))
    .map(({ addedBy, ...member }) => ({
      ...member,
      addedBy: addedBy && people.has(addedBy) ? addedBy : null,
    }))
  const onLists = await withRoom(tx, members, ({ listId }) => listId, {
    column: listMembers.listId,
    max: MAX_MEMBERS_PER_LIST,
  })
  const joining = await withRoom(tx, onLists, ({ userId }) => userId, {
    column: listMembers.userId,
    max: MAX_SHARED_LISTS_PER_USER,
  })
  await insertAll(tx, listMembers, joining)

  const links = snapshot.links.filter((link) => stays(link) && isAhead(link))
  const ofLinks = { column: listLinks.listId, max: MAX_LINKS_PER_LIST, where: liveLink(now) }
  await insertAll(tx, listLinks, await withRoom(tx, links, ({ listId }) => listId, ofLinks))

  const waiting = snapshot.invites.filter((one) => stays(one) && isAhead(one) && people.has(one.createdBy))
  const ofInvites = { column: invites.listId, max: MAX_INVITES_PER_LIST, where: waits(now) }
  await insertAll(tx, invites, await withRoom(tx, waiting, ({ listId }) => listId, ofInvites))

  const always = snapshot.companions.filter((one) => people.has(one.userId) && people.has(one.otherId))
  const ofCompanions = { column: companions.userId, max: MAX_MEMBERS_PER_LIST }
  await insertAll(tx, companions, await withRoom(tx, always, ({ userId }) => userId, ofCompanions))

  for (const offer of snapshot.offers) if (stays(offer)) await offerAgain(tx, offer)
  return [...kept.values()]
}

/** The lists that exist and have the same owner. */
export async function keptLists(db: Db, { owners }: Pick<Snapshot, 'owners'>) {
  const kept = new Map<string, ChangedList>()
  for await (const some of chunks(Object.keys(owners))) {
    for (const { createdBy, ...list } of await listRows(db, some)) {
      if (owners[list.id] === createdBy) kept.set(list.id, list)
    }
  }
  return kept
}

export const listRows = (db: Db, ids: string[]) =>
  db
    .select({ id: lists.id, revision: lists.revision, createdBy: lists.createdBy })
    .from(lists)
    .where(and(inArray(lists.id, ids), withDeleted(lists)))
    .all()

const peopleIn = ({ members, invites, companions }: Snapshot) => [
  ...members.flatMap(({ userId, addedBy }) => [userId, addedBy ?? []].flat()),
  ...invites.map(({ createdBy }) => createdBy),
  ...companions.flatMap(({ userId, otherId }) => [userId, otherId]),
]

export async function existingPeople(db: Db, ids: string[]): Promise<Map<string, string>> {
  const names = new Map<string, string>()
  for await (const some of chunks([...new Set(ids)])) {
    const found = await db
      .select({ id: users.id, name: users.name })
      .from(users)
      .where(inArray(users.id, some))
      .all()
    for (const { id, name } of found) names.set(id, name)
  }
  return names
}

interface Room {
  column: SQLiteColumn
  max: number
  where?: ReturnType<typeof and>
}

async function withRoom<Row>(tx: Db, rows: Row[], keyOf: (row: Row) => string, { column, max, where }: Room) {
  const counts = new Map<string, number>()
  for await (const some of chunks([...new Set(rows.map(keyOf))])) {
    const counted = await tx
      .select({ key: column, n: count() })
      .from(column.table)
      .where(and(inArray(column, some), where))
      .groupBy(column)
      .all()
    for (const { key, n } of counted) counts.set(String(key), n)
  }
  return rows.filter((row) => {
    const n = counts.get(keyOf(row)) ?? 0
    counts.set(keyOf(row), n + 1)
    return n < max
  })
}

/** Somebody may have joined again in the meantime. */
async function insertAll<T extends SQLiteTable>(tx: Db, table: T, rows: T['$inferInsert'][]) {
  for await (const some of chunks(rows)) await tx.insert(table).values(some).onConflictDoNothing().run()
}

async function offerAgain(tx: Db, { listId, to, at }: Snapshot['offers'][number]) {
  const member = to && (await tx.select().from(listMembers).where(isMember(listId, to)).get())
  if (!member) return
  await tx
    .update(lists)
    .set({ offeredTo: to, offeredAt: at })
    .where(and(eq(lists.id, listId), isNull(lists.offeredTo), withDeleted(lists)))
    .run()
}
