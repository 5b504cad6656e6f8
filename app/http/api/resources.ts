import type { z } from 'zod/v4'
import type { List as StoredList, User } from '#app/domain/access/access.ts'
import type { ListedToken } from '#app/domain/accounts/apiTokens.ts'
import type { Sorted } from '#app/domain/aisles/sorting.ts'
import { DomainError } from '#app/domain/errors.ts'
import type { PastChange } from '#app/domain/history/recentChanges.ts'
import { amountOf, toDecimal, totalOf } from '#app/domain/items/amounts.ts'
import { byField } from '#app/domain/items/itemFields.ts'
import type { SignedItem } from '#app/domain/items/items.ts'
import { currencyOf } from '#app/domain/locale/currencies.ts'
import { DEFAULT_CURRENCY } from '#app/domain/locale/currency.ts'
import type { OfferedList } from '#app/domain/sharing/handOver.ts'
import type { OpenInvite } from '#app/domain/sharing/invites.ts'
import type { SharedLink } from '#app/domain/sharing/links.ts'
import { type Person, peopleOfLists } from '#app/domain/sharing/people.ts'
import type { Services } from '#app/services.ts'
import type { Change, Invite, Items, Link, List, Member, Offer, PersonOnList, Token } from './shapes.ts'

interface ListDetails {
  receipt: { id: string } | undefined
  people: Pick<Person, 'id' | 'name' | 'role'>[]
  role: Person['role']
  origin: string
}

/** Answers from before lists had currencies are kept for a while. */
type ShownList = Pick<StoredList, 'id' | 'name' | 'createdAt' | 'createdBy'> & { currency?: string }

export function listResource(
  { id, name, currency = DEFAULT_CURRENCY, createdAt, createdBy }: ShownList,
  { receipt, people, role, origin }: ListDetails,
): z.infer<typeof List> {
  const members = people.map(personResource)
  return {
    _id: id,
    name,
    currency,
    createdAt: iso(createdAt),
    createdBy,
    owner: { userId: createdBy, name: members.find(({ userId }) => userId === createdBy)?.name ?? '' },
    role,
    members,
    ...(receipt && { receiptImage: `${origin}/receipt/${id}?v=${receipt.id}` }),
  }
}

type Context = { services: Services; user: User; origin: string }

export async function describeList(
  { services, user, origin }: Context,
  list: ShownList,
  receipt?: { id: string },
) {
  const { id, name } = user
  const found = (await peopleOfLists(services, [list.id])).get(list.id)
  // A repeated request gets the list it created, even if that was deleted for good in the meantime.
  const people = found ?? [{ id, name, role: 'owner' as const }]
  const role = people.find((person) => person.id === id)?.role
  if (!role) throw new DomainError('list-not-found')
  return listResource(list, { receipt, people, role, origin })
}

function personResource({
  id,
  name,
  role,
}: Pick<Person, 'id' | 'name' | 'role'>): z.infer<typeof PersonOnList> {
  return { userId: id, name, role }
}

export function memberResource(person: Person, isForOwner: boolean): z.infer<typeof Member> {
  return {
    ...personResource(person),
    createdAt: iso(person.since),
    ...(isForOwner &&
      person.role !== 'owner' && { always: person.always, alwaysAccepted: person.alwaysAccepted }),
  }
}

export function offerResource({ listId, name, from, offeredAt }: OfferedList) {
  return {
    listID: listId,
    name,
    offeredAt: iso(offeredAt),
    ...(from && { offeredBy: from }),
  } satisfies z.infer<typeof Offer>
}

export function inviteResource(
  { id, role, allLists, createdAt, expiresAt, token }: OpenInvite,
  origin: string,
) {
  return {
    _id: id,
    role,
    allLists,
    createdAt: iso(createdAt),
    expiresAt: iso(expiresAt),
    ...(token && { url: `${origin}/invite/${token}` }),
  } satisfies z.infer<typeof Invite>
}

export function linkResource({ id, role, label, createdAt, expiresAt, token }: SharedLink, origin: string) {
  return {
    _id: id,
    role,
    label,
    createdAt: iso(createdAt),
    ...(expiresAt !== null && { expiresAt: iso(expiresAt) }),
    ...(token && { url: `${origin}/s/${token}` }),
  } satisfies z.infer<typeof Link>
}

type OfList = Sorted<Pick<StoredList, 'id' | 'currency'>>

export function itemResource(
  item: SignedItem & { deletedAt?: number | null },
  { id: parentList, currency, categoryOf }: OfList,
) {
  const minorUnits = 10 ** currencyOf(currency).decimals
  const { id, quantityMilli, priceCents, priceGuessed, priceRemembered, completed } = item
  const { createdAt, addedBy, guestName, completedBy, completedGuest, deletedAt } = item
  return {
    _id: id,
    ...byField(item),
    quantity: quantityMilli / 1000,
    price: priceCents / minorUnits,
    // Below 2 ** 53 cents, so the number is exact.
    amount: Number(amountOf(item)) / minorUnits,
    priceGuessed,
    priceRemembered,
    category: categoryOf(item.name),
    completed,
    parentList,
    createdAt: iso(createdAt),
    ...(addedBy && { addedBy }),
    ...(guestName && { guestName }),
    ...(completedBy && { completedBy }),
    ...(completedGuest && { completedGuest }),
    ...(deletedAt && { deletedAt: iso(deletedAt) }),
  }
}

/** With the total of the live items, also if the deleted ones are shown. */
export function itemsResource(
  list: OfList,
  items: SignedItem[],
  shown: Parameters<typeof itemResource>[0][] = items,
): z.infer<typeof Items> {
  return {
    item: shown.map((item) => itemResource(item, list)),
    total: Number(toDecimal(totalOf(items), currencyOf(list.currency).decimals)),
  }
}

export function changeResource(change: PastChange): z.infer<typeof Change> {
  const { id, kind, verb, actor, guest, createdAt, undoneAt, count } = change
  return {
    _id: id,
    kind,
    did: verb,
    ...(actor && { changedBy: actor.id }),
    ...(guest?.name && { guestName: guest.name }),
    createdAt: iso(createdAt),
    ...(undoneAt && { undoneAt: iso(undoneAt) }),
    items: count,
  }
}

export function tokenResource({ id, name, createdAt, lastUsedAt }: ListedToken): z.infer<typeof Token> {
  return {
    _id: id,
    name,
    createdAt: iso(createdAt),
    ...(lastUsedAt && { lastUsedAt: iso(lastUsedAt) }),
  }
}

const iso = (time: number) => new Date(time).toISOString()
