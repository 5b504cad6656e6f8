import { and, eq, exists, inArray, or, sql } from 'drizzle-orm'
import { liveLink, type RoledList } from '#app/domain/access/access.ts'
import type { Services } from '#app/services.ts'
import { prepared } from '#db/database.ts'
import { listLinks, listMembers, users } from '#db/schema.ts'

const people = prepared((db) => {
  const listId = sql.placeholder('listId')
  const members = db
    .select({ id: listMembers.userId })
    .from(listMembers)
    .where(eq(listMembers.listId, listId))
  const links = db
    .select({ id: listLinks.id })
    .from(listLinks)
    .where(and(eq(listLinks.listId, listId), liveLink()))
  return db
    .select({ id: users.id, name: users.name, hasLink: sql`${exists(links)}`.mapWith(Boolean) })
    .from(users)
    .where(or(eq(users.id, sql.placeholder('owner')), inArray(users.id, members)))
    .prepare()
})

/** By id. Undefined while the owner is alone with the list, without members and links. */
export async function namesOnList({ db }: Services, list: Pick<RoledList, 'id' | 'createdBy'>) {
  const found = await people(db).all({ listId: list.id, owner: list.createdBy, now: Date.now() })
  const isAlone = found.length === 1 && !found[0]?.hasLink
  return isAlone ? undefined : new Map(found.map(({ id, name }) => [id, name]))
}
