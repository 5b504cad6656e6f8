import { and, asc, eq, inArray, isNotNull, isNull, or } from 'drizzle-orm'
import { findList, isOwnerless, type List, ownedBy, type User } from '#app/domain/access/access.ts'
import { aislesIn } from '#app/domain/aisles/order.ts'
import { sortingOf } from '#app/domain/aisles/sorting.ts'
import { chunks } from '#app/domain/batches.ts'
import { effectsOf } from '#app/domain/history/things.ts'
import { toDecimal, totalOf } from '#app/domain/items/amounts.ts'
import type { Item } from '#app/domain/items/findItem.ts'
import { byField } from '#app/domain/items/itemFields.ts'
import { currencyOf } from '#app/domain/locale/currencies.ts'
import { type Memory, memoriesOf } from '#app/domain/memory/memories.ts'
import { linesOf, ownTripsOf } from '#app/domain/trips/trips.ts'
import type { Services } from '#app/services.ts'
import { live, withDeleted } from '#db/database.ts'
import { changes, invites, listLinks, listMembers, lists, receipts, users } from '#db/schema.ts'
import { accountJson } from './exportAccount.ts'
import { iso, itemsOf, listsOf, ORDER_CREATED } from './exportRows.ts'

export type ReceiptNames = Map<string, string>

const CHANGES_PER_QUERY = 1_000

export async function* dataJson(services: Services, user: User, names: ReceiptNames): AsyncGenerator<string> {
  const head = { exportedAt: iso(Date.now()), account: await accountJson(services, user) }
  yield JSON.stringify(head, null, 2).slice(0, -2)
  yield* arrayJson('lists', ownLists(services, user, names))
  yield* arrayJson('sharedWithYou', sharedWith(services, user))
  yield* arrayJson('remembered', (await memoriesOf(services.db, user)).map(memoryJson))
  yield* arrayJson('trips', tripsWithLines(services, user, names))
  yield* arrayJson('changes', changesOf(services, user))
  yield '\n}\n'
}

async function* tripsWithLines(services: Services, user: User, names: ReceiptNames) {
  for (const trip of await ownTripsOf(services, user)) {
    const { id, listId, listName, store, boughtOn, currency, paidMinor, estimateMinor } = trip
    const photos = await services.db
      .select({ id: receipts.id })
      .from(receipts)
      .where(and(eq(receipts.tripId, id), withDeleted(receipts)))
      .all()
    yield {
      _id: id,
      list: listId,
      listName,
      store,
      boughtOn,
      currency,
      paid: paidMinor === null ? null : priceOf(paidMinor, currency),
      estimate: priceOf(estimateMinor, currency),
      createdAt: iso(trip.createdAt),
      deletedAt: iso(trip.deletedAt),
      receipt: photos.flatMap((photo) => names.get(photo.id) ?? [])[0] ?? null,
      items: (await linesOf(services, trip)).map((line) => ({
        name: line.name,
        quantity: line.quantityMilli / 1000,
        unit: line.unit,
        price: priceOf(line.priceMinor, currency),
        priceFor: line.priceFor,
        amount: priceOf(line.amountMinor, currency),
        priceGuessed: line.priceGuessed,
      })),
    }
  }
}

async function* arrayJson(name: string, rows: AsyncIterable<object> | object[]) {
  yield `,\n  "${name}": [`
  let separator = '\n'
  for await (const row of rows) {
    yield separator + JSON.stringify(row)
    separator = ',\n'
  }
  yield '\n  ]'
}

async function* ownLists(services: Services, user: User, names: ReceiptNames) {
  for (const list of await listsOf(services, user)) {
    yield {
      ...(await listJson(services, list, await itemsOf(services, list))),
      ...(await receiptNames(services, list, names)),
      ...(await sharingOf(services, list)),
    }
  }
}

const priceOf = (price: number, currency: string) => Number(toDecimal(price, currencyOf(currency).decimals))

function memoryJson({ name, unit, uses, lastUsedAt, ...memory }: Memory) {
  const { priceCents, priceFor, priceQuantityMilli, currency } = memory
  const quantity = priceQuantityMilli !== null && { priceQuantity: priceQuantityMilli / 1000 }
  const price = priceCents !== null && {
    price: priceOf(priceCents, currency),
    currency,
    priceFor,
    ...quantity,
  }
  return { name, unit, uses, lastUsedAt: iso(lastUsedAt), ...price }
}

async function* changesOf({ db }: Services, user: User) {
  for (let offset = 0; ; offset += CHANGES_PER_QUERY) {
    const rows = await db
      .select({ change: changes })
      .from(changes)
      .innerJoin(lists, and(eq(lists.id, changes.listId), withDeleted(lists)))
      .leftJoin(listMembers, and(eq(listMembers.listId, lists.id), eq(listMembers.userId, user.id)))
      .where(
        and(
          eq(changes.actorId, user.id),
          or(ownedBy(user.id), and(isNotNull(listMembers.userId), isNull(lists.deletedAt))),
        ),
      )
      .orderBy(asc(changes.createdAt), asc(changes.id))
      .limit(CHANGES_PER_QUERY)
      .offset(offset)
      .all()
    for (const { change } of rows) {
      const { id, listId, kind, createdAt, undoneAt } = change
      const items = await effectsOf(db, id)
      yield { _id: id, list: listId, kind, at: iso(createdAt), undoneAt: iso(undoneAt), items }
    }
    if (rows.length < CHANGES_PER_QUERY) return
  }
}

async function receiptNames({ db }: Services, list: List, names: ReceiptNames) {
  const rows = await db
    .select()
    .from(receipts)
    .where(and(eq(receipts.listId, list.id), withDeleted(receipts)))
    .all()
  const nameOf = ({ id }: { id: string }) => names.get(id) ?? []
  return {
    receipt: rows.filter(({ deletedAt }) => deletedAt === null).flatMap(nameOf)[0] ?? null,
    deletedReceipts: rows.filter(({ deletedAt }) => deletedAt !== null).flatMap(nameOf),
  }
}

async function sharingOf({ db }: Services, { id }: List) {
  const members = await db
    .select({ name: users.name, role: listMembers.role, since: listMembers.createdAt })
    .from(listMembers)
    .innerJoin(users, eq(users.id, listMembers.userId))
    .where(eq(listMembers.listId, id))
    .orderBy(asc(listMembers.createdAt), asc(listMembers.userId))
    .all()
  const links = await db
    .select()
    .from(listLinks)
    .where(eq(listLinks.listId, id))
    .orderBy(asc(listLinks.createdAt), asc(listLinks.id))
    .all()
  const invitations = await db
    .select()
    .from(invites)
    .where(eq(invites.listId, id))
    .orderBy(asc(invites.createdAt), asc(invites.id))
    .all()
  return {
    members: members.map(({ since, ...member }) => ({ ...member, since: iso(since) })),
    links: links.map(({ label, role, createdAt, expiresAt, revokedAt }) => ({
      label,
      role,
      createdAt: iso(createdAt),
      expiresAt: iso(expiresAt),
      revokedAt: iso(revokedAt),
    })),
    invitations: invitations.map(({ role, allLists, createdAt, expiresAt, usedBy }) => ({
      role,
      allLists,
      createdAt: iso(createdAt),
      expiresAt: iso(expiresAt),
      accepted: usedBy !== null,
    })),
  }
}

/** The lists of others. Each is looked up when its turn comes: by then the user may have been removed from it. */
async function* sharedWith(services: Services, user: User) {
  const { db } = services
  const shared = await db
    .select({ id: lists.id, owner: users.name, since: listMembers.createdAt })
    .from(listMembers)
    .innerJoin(lists, and(eq(lists.id, listMembers.listId), live(lists)))
    .innerJoin(users, eq(users.id, lists.createdBy))
    .where(eq(listMembers.userId, user.id))
    .orderBy(...ORDER_CREATED)
    .all()
  for (const { id, owner, since } of shared) {
    const list = await findList(db, user, id, 'see')
    if (!list) continue
    const { rows, currency } = await itemsOf(services, list)
    const json = await listJson(services, list, { rows: rows.filter(isLive), currency })
    yield { ...json, owner: isOwnerless(list) ? null : owner, role: list.role, since: iso(since) }
  }
}

const isLive = ({ deletedAt }: Item) => deletedAt === null

async function namesIn({ db }: Services, rows: Item[]): Promise<Map<string, string>> {
  const ids = new Set(rows.flatMap(({ addedBy, completedBy }) => [addedBy ?? [], completedBy ?? []].flat()))
  const names = new Map<string, string>()
  for await (const some of chunks([...ids])) {
    const found = await db
      .select({ id: users.id, name: users.name })
      .from(users)
      .where(inArray(users.id, some))
      .all()
    for (const { id, name } of found) names.set(id, name)
  }
  return names
}

type Items = Awaited<ReturnType<typeof itemsOf>>

async function listJson(services: Services, list: List, { rows, currency }: Items) {
  const names = await namesIn(services, rows)
  const { aisles, categoryOf } = await sortingOf(services.db, list.id)
  const liveRows = rows.filter(isLive)
  return {
    _id: list.id,
    name: list.name,
    currency,
    createdAt: iso(list.createdAt),
    ...(list.deletedAt !== null && { deletedAt: iso(list.deletedAt) }),
    total: toDecimal(totalOf(liveRows), currencyOf(currency).decimals),
    aisles: aislesIn(aisles),
    items: rows.map((item) => ({
      _id: item.id,
      ...byField(item),
      category: categoryOf(item.name),
      quantity: item.quantityMilli / 1000,
      price: priceOf(item.priceCents, currency),
      priceGuessed: item.priceGuessed,
      priceRemembered: item.priceRemembered,
      completed: item.completed,
      createdAt: iso(item.createdAt),
      updatedAt: iso(item.updatedAt),
      addedBy: names.get(item.addedBy ?? '') ?? null,
      ...(item.guestName !== null && { addedByGuest: item.guestName }),
      completedBy: names.get(item.completedBy ?? '') ?? null,
      ...(item.completedGuest !== null && { completedByGuest: item.completedGuest }),
      ...(item.deletedAt !== null && { deletedAt: iso(item.deletedAt) }),
    })),
  }
}
