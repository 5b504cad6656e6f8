import { z } from 'zod/v4'
import { toDecimal } from '#app/domain/amounts.ts'
import { type ErrorCode, FAILURES } from '#app/domain/errors.ts'
import type { ListedItem } from '#app/domain/items.ts'
import type { List as StoredList } from '#app/domain/lists.ts'

// What our things are called outside, and how they get there.

const outsideId = z.string().meta({ format: 'uuid' })
const moment = z.string().meta({ format: 'date-time' })

export const List = z.object({
  _id: outsideId,
  name: z.string(),
  createdAt: moment,
  createdBy: outsideId.describe('The id of the user whose list it is.'),
  receiptImage: z
    .string()
    .meta({ format: 'uri' })
    .optional()
    .describe('Where the picture of the receipt is, if there is one. It can be fetched with the same token.'),
})

export const Item = z.object({
  _id: outsideId,
  name: z.string(),
  quantity: z.number().positive().max(1_000_000),
  price: z.number().nonnegative().max(1_000_000),
  completed: z.boolean(),
  parentList: outsideId.describe('The id of the list it is on.'),
  createdAt: moment,
})

export const User = z.object({ userId: outsideId, name: z.string() })

const codes = Object.keys(FAILURES) as [ErrorCode, ...ErrorCode[]]

export const Failure = z.object({
  msg: z.string().describe('What went wrong, for people.'),
  code: z.enum(codes).describe('What went wrong, for programs. Codes never change their meaning.'),
  fields: z.record(z.string(), z.string()).optional().describe('What is wrong with which field, for people.'),
})

/** The named ones, for the description. */
export const SHAPES = { List, Item, User, Failure }

export const Done = z.object({ msg: z.string() })

type Receipt = { id: string } | undefined

export function listOutside(
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

export function itemOutside(item: ListedItem, parentList: string): z.infer<typeof Item> {
  return {
    _id: item.id,
    name: item.name,
    quantity: item.quantityMilli / 1000,
    price: item.priceCents / 100,
    completed: item.completed,
    parentList,
    createdAt: new Date(item.createdAt).toISOString(),
  }
}

export function moneyOutside(cents: bigint): number {
  return Number(toDecimal(cents, 2))
}
