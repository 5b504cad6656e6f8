import { z } from 'zod/v4'
import { MAX_PRICE_CENTS, MAX_QUANTITY_MILLI } from '#app/domain/amounts.ts'
import { AddItem } from '#app/domain/inputs.ts'
import { AiFailure, type Answer, type Ingredient } from './ai.ts'

// What a model answers is data from a stranger.

export const MAX_INGREDIENTS = 200

/** What the model is asked for. Strict servers want every field required, so "unknown" is null. */
export const Asked = z.object({
  items: z.array(
    z.object({ name: z.string(), quantity: z.number().nullable(), price: z.number().nullable() }),
  ),
})

const MARKUP = /<[a-z/!?]/i

const whole = (max: number, min: number, factor: number) =>
  z
    .number()
    .finite()
    .transform((value) => Math.round(value * factor))
    .refine((value) => value >= min && value <= max, 'out of range')

const Checked = z.object({
  items: z
    .array(
      z.object({
        name: AddItem.shape.name.refine((name) => !MARKUP.test(name), 'not plain text'),
        quantity: whole(MAX_QUANTITY_MILLI, 1, 1000).nullable(),
        price: whole(MAX_PRICE_CENTS, 0, 100).nullable(),
      }),
    )
    .max(MAX_INGREDIENTS, `more than ${MAX_INGREDIENTS} ingredients`),
})

/** All of the answer holds, or none of it is used. No ingredients means: this is no dish. */
export function readAnswer(text: string): Answer {
  const parsed = Checked.safeParse(itemsIn(text))
  if (!parsed.success) {
    const { path, message } = parsed.error.issues[0] ?? { path: [], message: '' }
    throw new AiFailure('unusable', `the answer does not hold at ${path.join('.') || 'its root'}: ${message}`)
  }
  const items = parsed.data.items.map(({ name, quantity, price }): Ingredient => {
    return { name, quantityMilli: quantity ?? 1000, priceCents: price ?? 0 }
  })
  return items.length > 0 ? { found: true, items } : { found: false, nearest: [] }
}

/** Models like to think aloud, to fence their JSON, to chat around it, or to leave the outer object away. */
function itemsIn(text: string): unknown {
  const thought = text.lastIndexOf('</think>')
  const said = thought < 0 ? text : text.slice(thought)
  const start = said.search(/[[{]/)
  const end = Math.max(said.lastIndexOf(']'), said.lastIndexOf('}')) + 1
  if (start < 0 || end <= start) throw new AiFailure('unusable', 'the answer holds no JSON')
  try {
    const value: unknown = JSON.parse(said.slice(start, end))
    return Array.isArray(value) ? { items: value } : value
  } catch {
    throw new AiFailure('unusable', 'the answer holds no readable JSON')
  }
}
