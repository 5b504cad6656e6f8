import { z } from 'zod/v4'
import { code, currency, id, paid } from '#app/domain/inputs.ts'
import { MAX_ITEMS_PER_LIST, MAX_STORE_LENGTH } from '#app/domain/limitsAndLifetimes.ts'
import { cleanLine } from '#app/domain/text.ts'

const store = z
  .string(code('store-too-long'))
  .meta({ maxLength: MAX_STORE_LENGTH })
  .transform(cleanLine)
  .refine((text) => [...text].length <= MAX_STORE_LENGTH, code('store-too-long'))

/** A day that exists. Forms send an empty field for today. */
const day = z
  .string(code('date-invalid'))
  .meta({ format: 'date' })
  .refine((text) => text === '' || isDay(text), code('date-invalid'))

function isDay(text: string): boolean {
  const [year = ''] = /^[12]\d{3}(?=-\d{2}-\d{2}$)/.exec(text) ?? []
  const time = Date.parse(`${text}T00:00:00Z`)
  return year !== '' && !Number.isNaN(time) && new Date(time).toISOString().startsWith(text)
}

const typed = {
  paid: paid.describe('What it cost, with up to two decimals. Left out or null: not known.'),
  store: store.optional(),
  boughtOn: day.optional().describe('YYYY-MM-DD, today if left out. Not in the future.'),
}

export const Finish = z.object({
  items: z
    .array(id, code('id-invalid'))
    .max(MAX_ITEMS_PER_LIST, code('id-invalid'))
    .optional()
    .describe('Ids of ticked items. All of them, if left out.'),
  ...typed,
})

export const CorrectTrip = z.object(typed)

export const Purchase = z.object({ ...typed, id: id.optional(), currency: currency.optional() })

export const Period = z.object({ listID: id.optional(), from: day.optional(), to: day.optional() })

export type TypedTrip = z.infer<typeof CorrectTrip>

const shown = (pattern: RegExp) => z.string().regex(pattern).optional().catch(undefined)

/** In a page's URL, which anybody can edit: what makes no sense counts as left out. */
export const ShownSpending = z.object({
  year: shown(/^[12]\d{3}$/),
  month: shown(/^[12]\d{3}-(?:0[1-9]|1[0-2])$/),
  store: store.optional().catch(undefined),
  page: z.coerce.number().int().min(1).max(10_000).catch(1),
})

export type ShownSpending = z.infer<typeof ShownSpending>
