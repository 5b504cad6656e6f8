import { z } from 'zod/v4'
import { AddItem } from '#app/domain/inputs.ts'
import { MAX_ITEMS_AT_ONCE, MAX_PRICE_CENTS, MAX_QUANTITY_MILLI } from '#app/domain/limitsAndLifetimes.ts'
import type { Decimals } from '#app/domain/locale/currency.ts'
import { AiFailure, type Ingredient, type IngredientsResult } from './ai.ts'

/** Sent to the server. Strict servers require every field, so unknown values are null. */
export const ResponseSchema = z.object({
  items: z.array(
    z.object({ name: z.string(), quantity: z.number().nullable(), price: z.number().nullable() }),
  ),
})

const DEFAULT_SERVINGS = 4

const MARKUP = /<[a-z/!?]/i

const scaledInteger = (max: number, min: number, factor: number) =>
  z
    .number()
    .finite()
    .transform((value) => Math.round(value * factor))
    .refine((value) => value >= min && value <= max, 'out of range')

const parsedResponse = (decimals: Decimals) =>
  z.object({
    items: z
      .array(
        z.object({
          name: AddItem.shape.name.refine((name) => !MARKUP.test(name), 'not plain text'),
          quantity: scaledInteger(MAX_QUANTITY_MILLI, 1, 1000).nullable(),
          price: scaledInteger(MAX_PRICE_CENTS, 0, 10 ** decimals).nullable(),
        }),
      )
      .max(MAX_ITEMS_AT_ONCE, `more than ${MAX_ITEMS_AT_ONCE} ingredients`),
  })

/** One invalid item rejects the whole response. No items means that it isn't a dish. */
export function parseResponse(text: string, recipe: string, decimals: Decimals): IngredientsResult {
  const parsed = parsedResponse(decimals).safeParse(extractItems(text))
  if (!parsed.success) {
    const { path, message } = parsed.error.issues[0] ?? { path: [], message: '' }
    throw new AiFailure('invalid-response', `invalid response at ${path.join('.') || 'the root'}: ${message}`)
  }
  const items = parsed.data.items.map(({ name, quantity, price }): Ingredient => {
    return { name, quantityMilli: quantity ?? 1000, priceCents: price ?? 0 }
  })
  return items.length > 0
    ? { dishes: [{ name: recipe, servings: DEFAULT_SERVINGS }], unknown: [], left: [], items }
    : { dishes: [], unknown: [{ name: recipe, near: [] }], left: [], items }
}

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
