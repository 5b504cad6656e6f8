import { z } from 'zod/v4'
import { AddItem } from '#app/domain/inputs.ts'
import { MAX_ITEMS_AT_ONCE, MAX_PRICE_CENTS, MAX_QUANTITY_MILLI } from '#app/domain/limitsAndLifetimes.ts'
import type { Decimals } from '#app/domain/locale/currency.ts'
import { AiFailure, type Ingredient, type IngredientsResult } from './ai.ts'

export const MAX_DISHES = 10

/** Sent to the server. Strict servers require every field, so unknown values are null. */
export const ResponseSchema = z.object({
  dishes: z.array(z.object({ name: z.string(), servings: z.number().nullable() })),
  unknown: z.array(z.string()),
  items: z.array(
    z.object({
      name: z.string(),
      quantity: z.number().nullable(),
      price: z.number().nullable(),
      keeps: z.boolean().nullable(),
    }),
  ),
})

const DEFAULT_SERVINGS = 4
const MAX_SERVINGS = 50

const MARKUP = /<[a-z/!?]/i

const scaledInteger = (max: number, min: number, factor: number) =>
  z
    .number()
    .finite()
    .transform((value) => Math.round(value * factor))
    .refine((value) => value >= min && value <= max, 'out of range')

const plainText = AddItem.shape.name.refine((name) => !MARKUP.test(name), 'not plain text')

/** Many models answer with the items alone, whatever the schema says. */
const parsedResponse = (decimals: Decimals) =>
  z.object({
    dishes: z
      .array(z.object({ name: plainText, servings: z.number().finite().nullish() }))
      .max(MAX_DISHES, `more than ${MAX_DISHES} dishes`)
      .nullish(),
    unknown: z.array(plainText).max(MAX_DISHES, `more than ${MAX_DISHES} unknown dishes`).nullish(),
    items: z
      .array(
        z.object({
          name: plainText,
          quantity: scaledInteger(MAX_QUANTITY_MILLI, 1, 1000).nullable(),
          price: scaledInteger(MAX_PRICE_CENTS, 0, 10 ** decimals).nullable(),
          keeps: z.boolean().nullish(),
        }),
      )
      .max(MAX_ITEMS_AT_ONCE, `more than ${MAX_ITEMS_AT_ONCE} ingredients`),
  })

export type Response = Omit<IngredientsResult, 'left'>

/** One invalid item rejects the whole response. No items means that nothing can be cooked. */
export function parseResponse(text: string, decimals: Decimals): Response {
  const parsed = parsedResponse(decimals).safeParse(extractItems(text))
  if (!parsed.success) {
    const { path, message } = parsed.error.issues[0] ?? { path: [], message: '' }
    throw new AiFailure('invalid-response', `invalid response at ${path.join('.') || 'the root'}: ${message}`)
  }
  const { dishes, unknown } = parsed.data
  const items = parsed.data.items.map(({ name, quantity, price, keeps }): Ingredient => {
    return { name, quantityMilli: quantity ?? 1000, priceCents: price ?? 0, ...(keeps && { keeps }) }
  })
  return {
    dishes: (items.length > 0 && dishes ? dishes : []).map(({ name, servings }) => ({
      name,
      servings: wholeServings(servings ?? DEFAULT_SERVINGS),
    })),
    unknown: (unknown ?? []).map((name) => ({ name, near: [] })),
    items,
  }
}

const wholeServings = (servings: number) => Math.min(MAX_SERVINGS, Math.max(1, Math.round(servings)))

function extractItems(text: string): unknown {
  const endOfReasoning = text.lastIndexOf('</think>')
  const response = endOfReasoning < 0 ? text : text.slice(endOfReasoning)
  const start = response.search(/[[{]/)
  const end = Math.max(response.lastIndexOf(']'), response.lastIndexOf('}')) + 1
  if (start < 0 || end <= start) throw new AiFailure('invalid-response', 'the response contains no JSON')
  try {
    const value: unknown = JSON.parse(response.slice(start, end))
    return Array.isArray(value) ? { items: value } : value
  } catch {
    throw new AiFailure('invalid-response', 'the response contains malformed JSON')
  }
}
