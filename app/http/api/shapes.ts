import { z } from 'zod/v4'
import { toDecimal } from '#app/domain/amounts.ts'
import type { ListedToken } from '#app/domain/apiTokens.ts'
import { type ErrorCode, FAILURES } from '#app/domain/errors.ts'
import type { PastChange } from '#app/domain/history.ts'
import type { ListedItem } from '#app/domain/items.ts'
import type { List as StoredList } from '#app/domain/lists.ts'

// Resources as the API names them.

const apiId = z.string().meta({ format: 'uuid' })
const timestamp = z.string().meta({ format: 'date-time' })

export const List = z.object({
  _id: apiId,
  name: z.string(),
  createdAt: timestamp,
  createdBy: apiId.describe('The id of the user who owns the list.'),
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
  price: z.number().nonnegative().max(1_000_000),
  priceGuessed: z
    .boolean()
    .describe(
      'The AI or the cookbook estimated the price, and nobody has confirmed it by an edit with a price.',
    ),
  completed: z.boolean(),
  parentList: apiId.describe('The id of its list.'),
  createdAt: timestamp,
  deletedAt: timestamp.optional().describe('Only of deleted items.'),
})

export const Change = z.object({
  _id: apiId,
  kind: z.enum(['tick', 'edit', 'add', 'delete', 'clear', 'ai', 'share', 'receipt', 'list']),
  did: z.enum(['added', 'deleted', 'restored', 'ticked', 'unticked', 'edited']),
  changedBy: apiId.optional().describe('The id of the user. Missing if the account was deleted.'),
  createdAt: timestamp,
  undoneAt: timestamp.optional(),
  items: z.number().nonnegative().describe('How many things it touched.'),
})

export const User = z.object({ userId: apiId, name: z.string() })

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

/** Schemas that the description refers to by name. */
export const SHAPES = { List, Item, Change, User, Token, Failure }

/** Of every request that changes a list. */
export const ChangeId = apiId
  .nullable()
  .describe('The id of the change, to undo it. Null if nothing changed.')

export const Done = z.object({ msg: z.string() })

type Receipt = { id: string } | undefined

export function listResource(
  { id, name, createdAt, createdBy }: Pick<StoredList, 'id' | 'name' | 'createdAt' | 'createdBy'>,
  receipt: Receipt,
  origin: string,
): z.infer<typeof List> {
  return {
    _id: id,
    name,
    createdAt: new Date(createdAt).toISOString(),
    createdBy,
    ...(receipt && { receiptImage: `${origin}/receipt/${id}?v=${receipt.id}` }),
  }
}

export function itemResource(
  item: ListedItem & { deletedAt?: number | null },
  parentList: string,
): z.infer<typeof Item> {
  return {
    _id: item.id,
    name: item.name,
    quantity: item.quantityMilli / 1000,
    price: item.priceCents / 100,
    priceGuessed: item.priceGuessed,
    completed: item.completed,
    parentList,
    createdAt: new Date(item.createdAt).toISOString(),
    ...(item.deletedAt && { deletedAt: new Date(item.deletedAt).toISOString() }),
  }
}

export function changeResource(change: PastChange): z.infer<typeof Change> {
  const { id, kind, deed, actor, createdAt, undoneAt, count } = change
  return {
    _id: id,
    kind,
    did: deed,
    ...(actor && { changedBy: actor.id }),
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
