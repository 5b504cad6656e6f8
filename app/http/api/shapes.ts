import { z } from 'zod/v4'
import { CATEGORIES } from '#app/domain/aisles/categories.ts'
import { type ErrorCode, FAILURES } from '#app/domain/errors.ts'
import { id } from '#app/domain/inputs.ts'
import { PRICES_FOR, UNITS } from '#app/domain/items/amounts.ts'
import { eachField, type FieldName } from '#app/domain/items/itemFields.ts'

const apiId = z.string().meta({ format: 'uuid' })
const timestamp = z.string().meta({ format: 'date-time' })

export const User = z.object({ userId: apiId, name: z.string() })

const role = z.enum(['owner', 'editor', 'viewer'])
const sharedRole = z.enum(['editor', 'viewer'])

export const PersonOnList = User.extend({ role })

export const List = z.object({
  _id: apiId,
  name: z.string(),
  currency: z.string().describe('The ISO 4217 code of its prices, such as EUR.'),
  createdAt: timestamp,
  createdBy: apiId.describe(
    'The id of the user who owns the list. If the owner deleted their account: of the editor to whom it is offered.',
  ),
  owner: User,
  role: role.describe('Your role.'),
  members: z.array(PersonOnList).describe('Everyone with an account on the list, the owner first.'),
  receiptImage: z
    .string()
    .meta({ format: 'uri' })
    .optional()
    .describe('URL of the receipt image, if there is one. Fetch it with the same token.'),
})

export const Item = z.object({
  _id: apiId,
  ...eachField<Record<FieldName, z.ZodString>>(() => z.string()),
  quantity: z.number().positive().max(1_000_000),
  unit: z.enum(UNITS).describe('Empty for pieces. Grams are thousandths of kg, milliliters of l.'),
  price: z.number().nonnegative().max(100_000_000).describe("In the list's currency."),
  priceFor: z.enum(PRICES_FOR).describe('What the price is for: one, or all of it.'),
  amount: z.number().nonnegative().describe('The price of all of it: what it adds to the total.'),
  priceGuessed: z
    .boolean()
    .describe(
      'The AI or the cookbook estimated the price, and nobody has confirmed it by an edit with a price.',
    ),
  priceRemembered: z
    .boolean()
    .describe('The price is from last time, and nobody has confirmed it by a tick or an edit with a price.'),
  category: z
    .enum(CATEGORIES)
    .describe(
      'Where it is in a shop: as somebody chose for its name on this list, or as Larder knows the word.',
    ),
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

export const Items = z.object({ item: z.array(Item), total: z.number().nonnegative() })

export const Change = z.object({
  _id: apiId,
  kind: z.enum([
    'tick',
    'edit',
    'add',
    'delete',
    'clear',
    'ai',
    'share',
    'receipt',
    'list',
    'finish',
    'trip',
    'move',
    'usual',
    'order',
  ]),
  did: z.enum(['added', 'deleted', 'restored', 'ticked', 'unticked', 'edited']),
  changedBy: apiId
    .optional()
    .describe('The id of the user. Missing for guests, and if the account was deleted.'),
  guestName: z.string().optional().describe('The name of the guest, if they gave one.'),
  createdAt: timestamp,
  undoneAt: timestamp.optional(),
  items: z.number().nonnegative().describe('How many things it touched.'),
})

const date = z.string().meta({ format: 'date' })
const sum = z.number().nonnegative()

export const ListedTrip = z.object({
  _id: apiId,
  listID: apiId.optional().describe('Missing if the list is gone, or if there was none.'),
  listName: z.string().describe("The list's name when it was finished. Empty if there was none."),
  finishedBy: apiId.optional().describe('The id of the user.'),
  store: z.string(),
  paid: sum.optional().describe('Missing if nobody knows.'),
  estimate: sum.describe('The sum of its lines.'),
  currency: z.string().describe('An ISO 4217 code, such as EUR.'),
  boughtOn: date,
  itemCount: z.number().nonnegative(),
  receiptImage: z.string().meta({ format: 'uri' }).optional(),
  createdAt: timestamp,
})

export const TripLine = z.object({
  name: z.string(),
  quantity: z.number().positive(),
  unit: z.enum(UNITS),
  price: sum,
  priceFor: z.enum(PRICES_FOR),
  amount: sum,
  priceGuessed: z.boolean().describe('Nobody had confirmed the price.'),
})

export const Trip = ListedTrip.extend({ items: z.array(TripLine) })

export const Good = z.object({
  name: z.string(),
  unit: z.enum(UNITS),
  quantity: z.number().positive().describe('As it was bought last.'),
  note: z.string().optional(),
  times: z.number().positive().describe('On how many days it was bought.'),
  lastOn: date,
  due: z.boolean().describe('Bought three times or more, and about as long ago as usual.'),
})

export const Aisle = z.object({
  category: z.enum(CATEGORIES),
  position: z.number().positive().describe('Its place in the shop, from 1.'),
  trips: z.number().nonnegative().describe('From how many trips it was learned. The order counts after two.'),
  pinned: z.boolean().describe('Whether somebody moved it. Then it keeps its place.'),
})

export const Month = z.object({
  month: z.string().meta({ pattern: '^\\d{4}-\\d{2}$' }),
  currency: z.string(),
  paid: sum,
  trips: z.number().positive(),
  unknown: z.number().nonnegative().describe('How many trips have no sum.'),
  estimate: sum.describe('Of the trips without a sum alone.'),
})

export const Member = PersonOnList.extend({
  createdAt: timestamp.describe('When they joined.'),
  always: z
    .boolean()
    .optional()
    .describe(
      'Whether the owner asked them into their household, where all lists are shared with them, new ones too. Only the owner sees it.',
    ),
  alwaysAccepted: z
    .boolean()
    .optional()
    .describe('Whether they accepted that. Until then, nothing changes for them.'),
})

export const Offer = z.object({
  listID: apiId,
  name: z.string(),
  offeredBy: User.optional().describe('Missing if the owner deleted their account.'),
  offeredAt: timestamp,
})

export const Sharer = User.extend({
  role: sharedRole.describe('Your role on their lists that are new to you.'),
  accepted: z.boolean().describe('Whether you accepted. Until then, nothing changes for you.'),
})

const urlToSend = z
  .string()
  .meta({ format: 'uri' })
  .optional()
  .describe("The URL to send. Missing if the server's link key was lost; the URL still works.")

export const Invite = z.object({
  _id: apiId,
  role: sharedRole,
  allLists: z
    .boolean()
    .describe("Whether it is to its owner's household: also to all other lists of theirs, and to new ones."),
  createdAt: timestamp,
  expiresAt: timestamp,
  url: urlToSend,
})

export const Link = z.object({
  _id: apiId,
  role: sharedRole,
  label: z.string(),
  createdAt: timestamp,
  expiresAt: timestamp.optional().describe('Missing if it never expires.'),
  url: urlToSend,
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

export const SHAPES = { List, Item, Change, Trip, User, Member, Offer, Sharer, Invite, Link, Token, Failure }

export const ChangeId = apiId
  .nullable()
  .describe('The id of the change, to undo it. Null if nothing changed.')

export const Done = z.object({ msg: z.string() })
export const DoneChange = Done.extend({ change: ChangeId })

const listId = id.describe("The list's _id.")
export const OfList = z.object({ id: listId })
export const OnList = z.object({ listID: listId })
