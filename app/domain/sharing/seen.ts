import { and, asc, desc, eq, gt, ne, sql } from 'drizzle-orm'
import { type Actor, type List, listFor, type User } from '#app/domain/access/access.ts'
import { findUser, updateUser } from '#app/domain/accounts/users.ts'
import type { State } from '#app/domain/history/changes.ts'
import { MAX_NEWS } from '#app/domain/limitsAndLifetimes.ts'
import type { Services } from '#app/services.ts'
import { type Db, prepared } from '#db/database.ts'
import { changeItems, changes, listLinks, listSeen, users } from '#db/schema.ts'
import { namesOnList } from './namesOnList.ts'

// Which revision of a list each reader had on the screen, so that the others know what someone in the shop has seen.

export async function noteSeen(
  services: Services,
  reader: Actor,
  { listId, revision }: { listId: string | undefined; revision: number },
): Promise<void> {
  const list = await listFor(services.db, reader, listId, 'see')
  if (!(await namesOnList(services, list))) return
  const seen = Math.max(0, Math.min(Math.trunc(revision), list.revision))
  services.seen.note({ listId: list.id, reader, revision: seen, at: Date.now() })
}

export type Reader = Awaited<ReturnType<typeof readersOf>>[number]

const readers = prepared((db) =>
  db
    .select({
      id: listSeen.readerId,
      revision: listSeen.revision,
      at: listSeen.at,
      name: users.name,
      shows: users.showsSeen,
      label: listLinks.label,
      linkId: listSeen.linkId,
    })
    .from(listSeen)
    .leftJoin(users, eq(users.id, listSeen.userId))
    .leftJoin(listLinks, eq(listLinks.id, listSeen.linkId))
    .where(
      and(eq(listSeen.listId, sql.placeholder('listId')), ne(listSeen.readerId, sql.placeholder('userId'))),
    )
    .orderBy(desc(listSeen.revision), desc(listSeen.at))
    .prepare(),
)

export async function readersOf(db: Db, user: User, { id: listId }: Pick<List, 'id'>) {
  const rows = await readers(db).all({ listId, userId: user.id })
  return rows
    .filter(({ linkId, shows }) => linkId !== null || shows)
    .map(({ id, name, label, linkId, revision, at }) => ({
      id,
      name: name ?? label ?? '',
      isGuest: linkId !== null,
      revision,
      at,
    }))
}

export type News = Awaited<ReturnType<typeof newsOf>>

export async function newsOf({ db }: Services, user: User, list: Pick<List, 'id' | 'revision'>) {
  const readers = await readersOf(db, user, list)
  const [first] = readers
  const isBehind = first !== undefined && first.revision < list.revision
  return { readers, unseen: isBehind ? await newsFor(db, first, list) : [] }
}

const changedSince = prepared((db) =>
  db
    .select({
      itemId: changeItems.itemId,
      before: changeItems.before,
      after: changeItems.after,
      actorId: changes.actorId,
      linkId: changes.linkId,
    })
    .from(changes)
    .innerJoin(changeItems, eq(changeItems.changeId, changes.id))
    .where(
      and(
        eq(changes.listId, sql.placeholder('listId')),
        gt(changes.listRevision, sql.placeholder('revision')),
      ),
    )
    .orderBy(asc(changes.listRevision))
    .limit(MAX_NEWS)
    .prepare(),
)

export async function newsFor(db: Db, reader: Reader, { id: listId }: Pick<List, 'id'>): Promise<string[]> {
  const rows = await changedSince(db).all({ listId, revision: reader.revision })
  const others = rows.filter(({ actorId, linkId }) => actorId !== reader.id && linkId !== reader.id)
  const news = others.filter(({ before, after }) => isNews(before, JSON.parse(after ?? '{}') as State))
  return [...new Set(news.map(({ itemId }) => itemId))]
}

function isNews(before: string | null, after: State): boolean {
  if (before === null || after.deletedAt === null) return true
  return after.name !== undefined || after.quantityMilli !== undefined || after.unit !== undefined
}

export async function showsSeen({ db }: Pick<Services, 'db'>, { id }: User): Promise<boolean> {
  return (await findUser(db, id))?.showsSeen ?? false
}

export async function setShowsSeen({ write }: Pick<Services, 'write'>, { id }: User, shows: boolean) {
  await write(async (tx) => {
    await updateUser(tx, id, { showsSeen: shows })
    if (!shows) await tx.delete(listSeen).where(eq(listSeen.userId, id)).run()
  })
}
