import { z } from 'zod/v4'
import { parseQuantity } from './amounts.ts'
import type { PlainCode } from './errors.ts'
import { cleanLine, id, isShort, MAX_NAME } from './inputs.ts'

// Reads text shared by another app as a list of items. Pure.

/** The same limit as for a recipe. */
export const MAX_SHARED = 200

export interface SharedItem {
  /** The shared line. Parsing it again gives the same item. */
  line: string
  name: string
  quantityMilli: number
  /** Ticked in the other app. */
  done: boolean
}

const URL_ONLY = /^https?:\/\/\S+$/i
const BULLET = /^(?:[-*+•‣◦·–—]|\d{1,3}[.)])\s+/
const CHECKBOX = /^(?:\[([ xX]?)\]|([☐□▢◻])|([☑☒✓✔✅]))\s*/
const COUNT = /^(\d{1,6}(?:[.,]\d{1,3})?)\s*(?:[x×]\s+|\s)(?=\p{L})(.+)$/iu
/** A line of dashes is not an item. */
const HAS_CONTENT = /[\p{L}\p{N}\p{So}]/u
/** '500 g flour' doesn't mean 500 pieces. */
const UNIT =
  /^(?:[kdm]?g|[dcm]?l|[cm]?m|oz|lbs?|pt|qt|tsp|tbsp|(?:gram|(?:kilo)?gramme|kilo|lit(?:re|er)|pint|quart|gallon|pound|ounce|cup|teaspoon|tablespoon|inch|minute|hour|day)s?)(?![\p{L}\p{N}])/iu

/** The title, usually that of a web page, is used only if there is nothing else. */
export function sharedTextFrom(params: URLSearchParams): string {
  const text = [params.get('text'), params.get('url')].filter(Boolean).join('\n')
  return linesOf(text).length > 0 ? text : (params.get('title') ?? '')
}

/** The items, up to the limit, and how many more there are. */
export function parseSharedText(text: string): { items: SharedItem[]; more: number } {
  const items = linesOf(text).map(parseSharedLine)
  return { items: items.slice(0, MAX_SHARED), more: Math.max(0, items.length - MAX_SHARED) }
}

function linesOf(text: string): string[] {
  const lines = text.split(/[\r\n\u2028\u2029]+/).map(cleanLine)
  return lines.filter((line) => !URL_ONLY.test(line) && isItem(parseSharedLine(line)))
}

function isItem({ name }: SharedItem): boolean {
  return HAS_CONTENT.test(name)
}

export function parseSharedLine(line: string): SharedItem {
  const rest = line.replace(BULLET, '')
  const [box = '', letter = '', , ticked] = CHECKBOX.exec(rest) ?? []
  const { name, quantityMilli } = splitCount(rest.slice(box.length).trim())
  return { line, name: shorten(name), quantityMilli, done: Boolean(ticked) || letter.trim() !== '' }
}

/** Only clear counts: '2 Milk', '2x Milk', '2 × Milk'. */
function splitCount(text: string) {
  const [, number = '', name = ''] = COUNT.exec(text) ?? []
  const quantityMilli = UNIT.test(name) ? undefined : parseQuantity(number)
  return quantityMilli === undefined ? { name: text, quantityMilli: 1000 } : { name, quantityMilli }
}

function shorten(name: string): string {
  const characters = [...name]
  return characters.length <= MAX_NAME ? name : `${characters.slice(0, MAX_NAME - 1).join('')}…`
}

export const AddShared = z.object({
  /** Identifies the request, and the list if it is a new one. */
  id,
  listID: z.string().optional(),
  newList: z
    .string()
    .transform(cleanLine)
    .refine(isShort, 'name-too-long' satisfies PlainCode)
    .optional(),
  /** The shared lines, parsed here as they were for the page. */
  lines: z
    .array(z.string())
    .min(1, 'lines-required' satisfies PlainCode)
    .max(MAX_SHARED, 'too-many-lines' satisfies PlainCode)
    // Piped, so that the number is checked before the lines are parsed.
    .pipe(
      z.array(
        z
          .string()
          .transform((line) => parseSharedLine(cleanLine(line)))
          .refine(isItem, 'line-empty' satisfies PlainCode),
      ),
    ),
})
