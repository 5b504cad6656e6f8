import type { z } from 'zod/v4'
import type { List as StoredList } from '#app/domain/access/access.ts'
import type { ListedToken } from '#app/domain/accounts/apiTokens.ts'
import type { PastChange } from '#app/domain/history/recentChanges.ts'
import { amountOf, toDecimal } from '#app/domain/items/amounts.ts'
import type { SignedItem } from '#app/domain/items/items.ts'
import type { OpenInvite } from '#app/domain/sharing/invites.ts'
import type { SharedLink } from '#app/domain/sharing/links.ts'
import type { Person } from '#app/domain/sharing/people.ts'
import type { Change, Invite, Item, Link, List, Member, OnList, Token } from './shapes.ts'

interface ListDetails {
  receipt: { id: string } | undefined
  people: Pick<Person, 'id' | 'name' | 'role'>[]
  role: Person['role']
  origin: string
}

export function listResource(
  { id, name, createdAt, createdBy }: Pick<StoredList, 'id' | 'name' | 'createdAt' | 'createdBy'>,
  { receipt, people, role, origin }: ListDetails,
): z.infer<typeof List> {
  const members = people.map(personResource)
  return {
    _id: id,
    name,
    createdAt: new Date(createdAt).toISOString(),
    createdBy,
    owner: { userId: createdBy, name: members.find(({ userId }) => userId === createdBy)?.name ?? '' },
    role,
    members,
    ...(receipt && { receiptImage: `${origin}/receipt/${id}?v=${receipt.id}` }),
  }
}

function personResource({ id, name, role }: Pick<Person, 'id' | 'name' | 'role'>): z.infer<typeof OnList> {
  return { userId: id, name, role }
}

export function memberResource(person: Person, isForOwner: boolean): z.infer<typeof Member> {
  return {
    ...personResource(person),
    createdAt: new Date(person.since).toISOString(),
    ...(isForOwner && person.role !== 'owner' && { always: person.always }),
  }
}

export function inviteResource(
  { id, role, createdAt, expiresAt, token }: OpenInvite,
  origin: string,
): z.infer<typeof Invite> {
  return {
    _id: id,
    role,
    createdAt: new Date(createdAt).toISOString(),
    expiresAt: new Date(expiresAt).toISOString(),
    ...(token && { url: `${origin}/invite/${token}` }),
  }
}

export function linkResource(
  { id, role, label, createdAt, expiresAt, token }: SharedLink,
  origin: string,
): z.infer<typeof Link> {
  return {
    ...{ _id: id, role, label },
    createdAt: new Date(createdAt).toISOString(),
    ...(expiresAt !== null && { expiresAt: new Date(expiresAt).toISOString() }),
    ...(token && { url: `${origin}/s/${token}` }),
  }
}

export function itemResource(
  item: SignedItem & { deletedAt?: number | null },
  parentList: string,
): z.infer<typeof Item> {
  const resource: z.infer<typeof Item> = {
    _id: item.id,
    name: item.name,
    quantity: item.quantityMilli / 1000,
    unit: item.unit,
    price: item.priceCents / 100,
    priceFor: item.priceFor,
    // Below 2 ** 53 cents, so the number is exact.
    amount: Number(amountOf(item)) / 100,
    priceGuessed: item.priceGuessed,
    priceRemembered: item.priceRemembered,
    completed: item.completed,
    parentList,
    createdAt: new Date(item.createdAt).toISOString(),
  }
  if (item.addedBy) resource.addedBy = item.addedBy
  if (item.guestName) resource.guestName = item.guestName
  if (item.completedBy) resource.completedBy = item.completedBy
  if (item.completedGuest) resource.completedGuest = item.completedGuest
  if (item.deletedAt) resource.deletedAt = new Date(item.deletedAt).toISOString()
  return resource
}

export function changeResource(change: PastChange): z.infer<typeof Change> {
  const { id, kind, verb, actor, guest, createdAt, undoneAt, count } = change
  return {
    _id: id,
    kind,
    did: verb,
    ...(actor && { changedBy: actor.id }),
    ...(guest?.name && { guestName: guest.name }),
    createdAt: new Date(createdAt).toISOString(),
    ...(undoneAt && { undoneAt: new Date(undoneAt).toISOString() }),
    items: count,
  }
}

export function tokenResource({ id, name, createdAt, lastUsedAt }: ListedToken): z.infer<typeof Token> {
  return {
    _id: id,
    name,
    createdAt: new Date(createdAt).toISOString(),
    ...(lastUsedAt && { lastUsedAt: new Date(lastUsedAt).toISOString() }),
  }
}

export function moneyNumber(cents: bigint): number {
  return Number(toDecimal(cents, 2))
}
