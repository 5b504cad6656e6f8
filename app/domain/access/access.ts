import { and, eq, gt, isNull, ne, or, type Placeholder, sql } from 'drizzle-orm'
import { TRIPS_TO_LEARN } from '#app/domain/aisles/order.ts'
import type { View } from '#app/domain/aisles/views.ts'
import { DomainError, type ErrorCode } from '#app/domain/errors.ts'
import { type Db, prepared, withDeleted } from '#db/database.ts'
import { aisles, type changes, type items, listLinks, listMembers, lists, listViews } from '#db/schema.ts'
import { hasRight, type Right, type Role } from './rights.ts'

// The only place that decides who may do what with a list.

export type List = typeof lists.$inferSelect

export type RoledList = List & {
  role: Role
  /** As a person with an account has chosen to see it. */
  view?: View | undefined
  /** They haven't, and it has an order of its own. */
  isLearned?: boolean
}

export type Ownership = Pick<List, 'createdBy' | 'offeredTo'>

/** The owner deleted their account, and the editor to whom the list is offered has not accepted it yet. */
export const isOwnerless = ({ createdBy, offeredTo }: Ownership) => createdBy === offeredTo

export const ownerless = eq(lists.offeredTo, lists.createdBy)

export const owned = or(isNull(lists.offeredTo), ne(lists.offeredTo, lists.createdBy))

export const ownedBy = (userId: string | Placeholder) => and(eq(lists.createdBy, userId), owned)

export const offeredWithoutOwnerTo = (userId: string | Placeholder) =>
  and(eq(lists.createdBy, userId), ownerless)

/** Storage is counted for an account's own lists, and apart from them for those it has not accepted. */
export const budgetOf = (list: Ownership) =>
  isOwnerless(list) ? offeredWithoutOwnerTo(list.createdBy) : ownedBy(list.createdBy)

/** A link that is neither revoked nor expired. A prepared query gets `now` when it runs. */
export const liveLink = (now: number | Placeholder<'now'> = sql.placeholder('now')) =>
  and(isNull(listLinks.revokedAt), or(isNull(listLinks.expiresAt), gt(listLinks.expiresAt, now)))

const isLearned = sql<number>`CASE WHEN EXISTS (SELECT 1 FROM ${aisles} WHERE ${aisles.listId} = ${lists.id} AND ${aisles.trips} >= ${TRIPS_TO_LEARN}) THEN 1 ELSE 0 END`

const listForUser = prepared((db) =>
  db
    .select({ list: lists, member: listMembers.role, view: listViews.view, isLearned })
    .from(lists)
    .leftJoin(
      listMembers,
      and(eq(listMembers.listId, lists.id), eq(listMembers.userId, sql.placeholder('userId'))),
    )
    .leftJoin(listViews, and(eq(listViews.listId, lists.id), eq(listViews.userId, sql.placeholder('userId'))))
    .where(and(eq(lists.id, sql.placeholder('id')), withDeleted(lists)))
    .prepare(),
)

const listForGuest = prepared((db) =>
  db
    .select({ list: lists, link: listLinks.role })
    .from(lists)
    .innerJoin(
      listLinks,
      and(eq(listLinks.listId, lists.id), eq(listLinks.id, sql.placeholder('linkId')), liveLink()),
    )
    .where(and(eq(lists.id, sql.placeholder('id')), withDeleted(lists)))
    .prepare(),
)

async function accessTo(db: Db, actor: Actor, id: string): Promise<RoledList | undefined> {
  if (isGuest(actor)) {
    const found = await listForGuest(db).get({ id, linkId: actor.linkId, now: Date.now() })
    return found && { ...found.list, role: `link-${found.link}` }
  }
  const found = await listForUser(db).get({ id, userId: actor.id })
  const role = found && roleOf(found.list, actor, found.member)
  if (!role) return undefined
  return {
    ...found.list,
    role,
    view: found.view ?? undefined,
    isLearned: found.view === null && found.isLearned === 1,
  }
}

export function roleOf(list: List, user: User, member: SharedRole | null): Role | undefined {
  return list.createdBy === user.id && !isOwnerless(list) ? 'owner' : (member ?? undefined)
}

const ERROR_WITHOUT_RIGHT: Record<Exclude<Right, 'see'>, 'members-only' | 'view-only' | 'owner-only'> = {
  seeAll: 'members-only',
  edit: 'view-only',
  editAll: 'view-only',
  own: 'owner-only',
}

export function requireRight(role: Role, right: Right): void {
  if (right === 'see' || hasRight(role, right)) return
  throw new DomainError(role === 'link-editor' ? 'members-only' : ERROR_WITHOUT_RIGHT[right])
}

const MISSING_RIGHTS: ReadonlySet<ErrorCode> = new Set(Object.values(ERROR_WITHOUT_RIGHT))

/** The actor may see the list, but not do this. */
export const isMissingRight = (error: unknown): error is DomainError =>
  error instanceof DomainError && MISSING_RIGHTS.has(error.code)

/** Undefined for strangers, as for an unknown id. Throws if the actor may see the list but not do this. */
export async function findList(db: Db, actor: Actor, id: string, right: Right) {
  const list = await findListOrDeleted(db, actor, id, right)
  return list?.deletedAt === null ? list : undefined
}

export async function findListOrDeleted(db: Db, actor: Actor, id: string, right: Right) {
  const list = await accessTo(db, actor, id)
  if (!list || (list.deletedAt !== null && !hasRight(list.role, 'own'))) return undefined
  requireRight(list.role, right)
  return list
}

/** Everyone on it may learn that it was deleted, and by whom: by its owner. */
export async function findDeletedList(db: Db, actor: Actor, id: string) {
  const list = await accessTo(db, actor, id)
  return list && list.deletedAt !== null ? list : undefined
}

export async function listFor(db: Db, actor: Actor, id: string | undefined, right: Right) {
  return foundBy(actor, id && (await findList(db, actor, id, right)))
}

/** Finds a deleted list, too, which everyone on it may see again after an undo. Show nothing of it. */
export async function listOrDeletedFor(db: Db, actor: Actor, id: string) {
  return foundBy(actor, await accessTo(db, actor, id))
}

function foundBy(actor: Actor, list: RoledList | '' | undefined): RoledList {
  if (list) return list
  const audit = { event: 'access-refused', user: actorIdOf(actor) } as const
  throw new DomainError('list-not-found', {}, { audit })
}

export const ofList = (actor: Actor, id: string | undefined, right: Right) => async (tx: Db) => ({
  list: await listFor(tx, actor, id, right),
})

export interface User {
  id: string
  name: string
  email: string
}

/** Someone without an account who has a link to a list. */
export interface Guest {
  linkId: string
  listId: string
  name: string | null
  /** Of their browser. Without one, nothing counts as theirs. */
  key: string | null
}

export type Actor = User | Guest

export type SharedRole = (typeof listMembers.$inferSelect)['role']

export const isGuest = (actor: Actor): actor is Guest => 'linkId' in actor

/** Anybody can give any name, so guests are told apart by their browser's key. */
export function isBy(
  actor: Actor,
  { actorId, linkId, guestKey }: Pick<typeof changes.$inferSelect, 'actorId' | 'linkId' | 'guestKey'>,
): boolean {
  if (!isGuest(actor)) return actor.id === actorId
  return actor.linkId === linkId && actor.key !== null && actor.key === guestKey
}

/** The people who use a link are one. */
export const linkOrUserIdOf = (actor: Actor) => (isGuest(actor) ? actor.linkId : actor.id)

export const actorIdOf = (actor: Actor) => (isGuest(actor) ? undefined : actor.id)

export function signatureOf(actor: Actor): Pick<typeof items.$inferSelect, 'addedBy' | 'guestName'> {
  return isGuest(actor) ? { addedBy: null, guestName: actor.name } : { addedBy: actor.id, guestName: null }
}
