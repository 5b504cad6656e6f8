import { z } from 'zod'
import { parsePrice, parseQuantity } from './amounts.ts'
import { isId } from './ids.ts'

// One schema per input, shared by forms and the API. Forms send strings, JSON may send numbers.

// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what must go
const CONTROL = /[\u0000-\u001f\u007f\u0085\u2028\u2029]+/g

/** One line of clean text as people see it: no control characters, no broken surrogates. */
export function cleanLine(text: string): string {
  return text.toWellFormed().normalize('NFC').replace(CONTROL, ' ').replace(/\s+/g, ' ').trim()
}

function isShort(text: string): boolean {
  return [...text].length <= 200
}

const name = (what: string) =>
  z
    .string({ required_error: `Please give ${what} a name.`, invalid_type_error: 'The name must be text.' })
    .transform(cleanLine)
    .refine((text) => text.length > 0, `Please give ${what} a name.`)
    .refine(isShort, 'A name can have 200 characters at the most.')

const decimal = (parse: (text: string) => number | undefined, sentence: string) =>
  z
    .union([z.string(), z.number()], { errorMap: () => ({ message: sentence }) })
    .transform((value, context) => {
      const text = String(value).trim()
      if (text === '') return undefined
      const parsed = parse(text)
      if (parsed !== undefined) return parsed
      context.addIssue({ code: 'custom', message: sentence })
      return z.NEVER
    })
    .optional()

export const quantity = decimal(
  parseQuantity,
  'The quantity must be a number above 0, up to 1,000,000, with three decimals at the most.',
)
export const price = decimal(
  parsePrice,
  'The price must be a number from 0 to 1,000,000.00, with two decimals at the most.',
)

const id = z.string().refine(isId, 'This id cannot be read.')
/** When the person meant it, by the server's clock as the browser reckons it. */
const at = z.coerce.number().int().positive().max(8.64e15).optional().catch(undefined)
/** A checked checkbox arrives as 'on'; an unchecked one does not arrive. */
const checked = z
  .union([z.boolean(), z.enum(['on', 'true', 'false', ''])])
  .optional()
  .transform((value) => value === true || value === 'on' || value === 'true')

export const AddList = z.object({ id: id.optional(), name: name('the list') })

export const AddItem = z.object({
  id: id.optional(),
  name: name('the item'),
  quantity: quantity.transform((milli) => milli ?? 1000),
  price: price.transform((cents) => cents ?? 0),
  completed: checked,
  at,
})

export const EditItem = z.object({
  name: name('the item'),
  quantity,
  price,
  /** What the editor saw: the item's updatedAt when the dialog was opened. */
  seen: z.coerce.number().int().optional().catch(undefined),
})

export const SetCompleted = z.object({ completed: checked, id, at })
