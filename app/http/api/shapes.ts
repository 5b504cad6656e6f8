import { z } from 'zod/v4'
import type { List as StoredList } from '#app/domain/access/access.ts'
import type { ListedToken } from '#app/domain/accounts/apiTokens.ts'
import { type ErrorCode, FAILURES } from '#app/domain/errors.ts'
import type { PastChange } from '#app/domain/history/recentChanges.ts'
import { amountOf, toDecimal } from '#app/domain/items/amounts.ts'
import type { SignedItem } from '#app/domain/items/items.ts'
import { UNITS } from '#app/domain/items/units.ts'
import type { OpenInvite } from '#app/domain/sharing/invites.ts'
import type { SharedLink } from '#app/domain/sharing/links.ts'
import type { Person } from '#app/domain/sharing/people.ts'

const apiId = z.string().meta({ format: 'uuid' })
const timestamp = z.string().meta({ format: 'date-time' })

export const User = z.object({ userId: apiId, name: z.string() })

const role = z.enum(['owner', 'editor', 'viewer'])
const sharedRole = z.enum(['editor', 'viewer'])

const OnList = User.extend({ role })

export const List = z.object({
  _id: apiId,
  name: z.string(),
  createdAt: timestamp,
  createdBy: apiId.describe('The id of the user who owns the list.'),
  owner: User,
  role: role.describe('Your role.'),
  members: z.array(OnList).describe('Everyone with an account on the list, the owner first.'),
  receiptImage: z
    .string()
    .meta({ format: 'uri' })
    .optional()
    .describe('URL of the receipt image, if there is one. Fetch it with the same token.'),
})

export const Item = z.object({
  _id: apiId,
  name: z.string(),
  quantity: z.number().positive().max(1_000_000),
  unit: z.enum(UNITS).describe('Empty for pieces. Grams are thousandths of kg, milliliters of l.'),
  price: z.number().nonnegative().max(1_000_000),
  priceFor: z.enum(['one', 'all']).describe('What the price is for: one, or all of it.'),
  amount: z.number().nonnegative().describe('The price of all of it: what it adds to the total.'),
  priceGuessed: z
    .boolean()
    .describe(
      'The AI or the cookbook estimated the price, and nobody has confirmed it by an edit with a price.',
    ),
  priceRemembered: z
    .boolean()
    .describe('The price is from last time, and nobody has confirmed it by a tick or an edit with a price.'),
  completed: z.boolean(),
  parentList: apiId.describe('The id of its list.'),
  createdAt: timestamp,
  addedBy: apiId
    .optional()
    .describe('The id of the user who added it. Missing for guests, and for items from before sharing.'),
  guestName: z.string().optional().describe('The name of the guest who added it, if they gave one.'),
  completedBy: apiId.optional().describe('The id of the user who ticked it.'),
  completedGuest: z.string().optional().describe('The name of the guest who ticked it, if they gave one.'),
  deletedAt: timestamp.optional().describe('Only of deleted items.'),
})

export const Change = z.object({
  _id: apiId,
  kind: z.enum(['tick', 'edit', 'add', 'delete', 'clear', 'ai', 'share', 'receipt', 'list']),
  did: z.enum(['added', 'deleted', 'restored', 'ticked', 'unticked', 'edited']),
  changedBy: apiId
    .optional()
    .describe('The id of the user. Missing for guests, and if the account was deleted.'),
  guestName: z.string().optional().describe('The name of the guest, if they gave one.'),
  createdAt: timestamp,
  undoneAt: timestamp.optional(),
  items: z.number().nonnegative().describe('How many things it touched.'),
})

export const Member = OnList.extend({
  createdAt: timestamp.describe('When they joined.'),
  always: z
    .boolean()
    .optional()
    .describe("Whether the owner's new lists are always shared with them. Only the owner sees it."),
})

export const Invite = z.object({
  _id: apiId,
  role: sharedRole,
  createdAt: timestamp,
  expiresAt: timestamp,
  url: z
    .string()
    .meta({ format: 'uri' })
    .optional()
    .describe("The URL to send. Missing if the server's link key was lost; the URL still works."),
})

export const Link = z.object({
  _id: apiId,
  role: sharedRole,
  label: z.string(),
  createdAt: timestamp,
  expiresAt: timestamp.optional().describe('Missing if it never expires.'),
  url: z
    .string()
    .meta({ format: 'uri' })
    .optional()
    .describe("The URL to send. Missing if the server's link key was lost; the URL still works."),
})

export const Token = z.object({
  _id: apiId,
  name: z.string(),
  createdAt: timestamp,
  lastUsedAt: timestamp.optional().describe('Accurate to the minute. Missing until the token is used.'),
})

const codes = Object.keys(FAILURES) as [ErrorCode, ...ErrorCode[]]

export const Failure = z.object({
  msg: z.string().describe('The error message, for people.'),
  code: z.enum(codes).describe('The error code, for programs. The meaning of a code never changes.'),
  fields: z.record(z.string(), z.string()).optional().describe('Error messages by field, for people.'),
})

export const SHAPES = { List, Item, Change, User, Member, Invite, Link, Token, Failure }

export const ChangeId = apiId
  .nullable()
  .describe('The id of the change, to undo it. Null if nothing changed.')

export const Done = z.object({ msg: z.string() })

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
  const { id, kind, deed, actor, guest, createdAt, undoneAt, count } = change
  return {
    _id: id,
    kind,
    did: deed,
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
