import { and, desc, eq, gt, sql } from 'drizzle-orm'
import { type Actor, type List, listFor, type User } from '#app/domain/access/access.ts'
import { findUser, updateUser } from '#app/domain/accounts/users.ts'
import type { State } from '#app/domain/history/changes.ts'
import { historyOf } from '#app/domain/history/recentChanges.ts'
import { isOfThing } from '#app/domain/history/things.ts'
import { WHAT_TO_BUY } from '#app/domain/items/fieldGroups.ts'
import { MAX_NEWS } from '#app/domain/limitsAndLifetimes.ts'
import type { Services } from '#app/services.ts'
import { type Db, prepared } from '#db/database.ts'
import { changeItems, changes, listLinks, listSeen, users } from '#db/schema.ts'
import { namesOnList } from './namesOnList.ts'

// Which revision of a list each person or link had on the screen, so that the others know what someone in the shop has seen.

export async function noteSeen(
  services: Services,
  actor: Actor,
  { listId, revision }: { listId: string | undefined; revision: number },
): Promise<void> {
  const list = await listFor(services.db, actor, listId, 'see')
  if (!(await namesOnList(services, list))) return
  const seen = Math.max(0, Math.min(Math.trunc(revision), list.revision))
  services.seen.note({ listId: list.id, actor, revision: seen, at: Date.now() })
}

export type SeenBy = Awaited<ReturnType<typeof seenByOf>>[number]

const seenRows = prepared((db) =>
  db
    .select({
      id: listSeen.readerId,
      revision: listSeen.revision,
      at: listSeen.at,
      name: users.name,
      shows: users.showsSeen,
      label: listLinks.label,
      linkId: listSeen.linkId,
      guestName: listSeen.guestName,
    })
    .from(listSeen)
    .leftJoin(users, eq(users.id, listSeen.userId))
    .leftJoin(listLinks, eq(listLinks.id, listSeen.linkId))
    .where(eq(listSeen.listId, sql.placeholder('listId')))
    .orderBy(desc(listSeen.revision), desc(listSeen.at))
    .prepare(),
)

type SeenRow = Awaited<ReturnType<ReturnType<typeof seenRows>['all']>>[number]

export async function seenByOf(db: Db, user: User, { id: listId }: Pick<List, 'id'>) {
  return othersIn(await seenRows(db).all({ listId }), user)
}

/** People first: nobody knows who has a link. */
function othersIn(rows: SeenRow[], { id: userId }: User) {
  return rows
    .filter(({ id, linkId, shows }) => id !== userId && (linkId !== null || shows))
    .map(({ id, name, label, linkId, guestName, revision, at }) => ({
      id,
      name: name ?? label ?? '',
      isGuest: linkId !== null,
      guestName,
      revision,
      at,
    }))
    .sort((a, b) => Number(a.isGuest) - Number(b.isGuest))
}

export type News = Awaited<ReturnType<typeof newsOf>>

/** What somebody else hasn't seen yet, and what this one has missed. */
export async function newsOf(services: Services, user: User, list: Pick<List, 'id' | 'revision'>) {
  const { db } = services
  const rows = await seenRows(db).all({ listId: list.id })
  const others = othersIn(rows, user)
  const [first] = others
  const own = rows.find(({ id }) => id === user.id)
  const seen = [first, own].map((reader) => reader?.revision ?? list.revision)
  const effects = await effectsSince(db, list, Math.min(...seen))
  const unseen = first ? newsIn(byOthers(effects, first)) : []
  const isMissed = own && byOthers(effects, own).some(changesRow)
  return {
    readers: others,
    unseen,
    missed: isMissed ? await changesByOthers(services, user, list, own.revision) : [],
  }
}

const effects = prepared((db) =>
  db
    .select({
      itemId: changeItems.itemId,
      before: changeItems.before,
      after: changeItems.after,
      actorId: changes.actorId,
      linkId: changes.linkId,
      revision: changes.listRevision,
    })
    .from(changes)
    .innerJoin(changeItems, eq(changeItems.changeId, changes.id))
    .where(
      and(
        eq(changes.listId, sql.placeholder('listId')),
        gt(changes.listRevision, sql.placeholder('revision')),
      ),
    )
    // The latest, because one of the two readers may be far behind.
    .orderBy(desc(changes.listRevision))
    .limit(MAX_NEWS)
    .prepare(),
)

async function effectsSince(
  db: Db,
  { id, revision: latest }: Pick<List, 'id' | 'revision'>,
  revision: number,
) {
  if (revision >= latest) return []
  const rows = await effects(db).all({ listId: id, revision })
  const ofItems = rows.filter(isOfThing)
  return ofItems.map((row) => ({
    ...row,
    isNew: row.before === null,
    after: JSON.parse(row.after ?? '{}') as State,
  }))
}

type Effect = Awaited<ReturnType<typeof effectsSince>>[number]

/** Since the reader saw the list. */
const byOthers = (effects: Effect[], reader: { id: string; revision: number }) =>
  effects.filter(
    ({ actorId, linkId, revision }) =>
      actorId !== reader.id && linkId !== reader.id && revision > reader.revision,
  )

/** The items. What was deleted and restored since is as the reader has seen it. */
function newsIn(effects: Effect[]): string[] {
  const deleted = new Set(effects.filter(({ after }) => after.deletedAt).map(({ itemId }) => itemId))
  const isBack = ({ itemId, after }: Effect) => after.deletedAt === null && !deleted.has(itemId)
  const news = effects.filter((one) => one.isNew || isBack(one) || isOtherToBuy(one.after))
  return [...new Set(news.map(({ itemId }) => itemId))]
}

const changesRow = ({ isNew, after }: Effect) =>
  !isNew && (Boolean(after.deletedAt) || after.completed === false || isOtherToBuy(after))

/** A price can be guessed or remembered. */
export const isOtherToBuy = (state: State) => WHAT_TO_BUY.some((column) => state[column] !== undefined)

async function changesByOthers(services: Services, user: User, { id }: Pick<List, 'id'>, after: number) {
  const { changes } = await historyOf(services, user, id, { after })
  return changes.filter(({ actor, undoneAt }) => actor?.id !== user.id && undoneAt === null)
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
