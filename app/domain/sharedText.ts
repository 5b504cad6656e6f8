import { z } from 'zod/v4'
import { parseQuantity } from './amounts.ts'
import type { PlainCode } from './errors.ts'
import { cleanLine, id, isShort } from './inputs.ts'

// What another app shares, read as a list. Pure.

/** As many as a recipe may bring. */
export const MAX_SHARED = 200
const LONGEST = 200

export interface SharedItem {
  /** As it was shared; reading it again gives the same item. */
  line: string
  name: string
  quantityMilli: number
  /** Ticked off where it came from. */
  done: boolean
}

const ADDRESS = /^https?:\/\/\S+$/i
const BULLET = /^(?:[-*+•‣◦·–—]|\d{1,3}[.)])\s+/
const BOX = /^(?:\[([ xX]?)\]|([☐□▢◻])|([☑☒✓✔✅]))\s*/
const COUNT = /^(\d{1,6}(?:[.,]\d{1,3})?)\s*(?:[x×]\s+|\s)(?=\p{L})(.+)$/iu
/** A line of dashes is no item. */
const SAYS_SOMETHING = /[\p{L}\p{N}\p{So}]/u
/** '500 g flour' is not 500 of something. */
const UNIT =
  /^(?:[kdm]?g|[dcm]?l|[cm]?m|oz|lbs?|pt|qt|tsp|tbsp|(?:gram|(?:kilo)?gramme|kilo|lit(?:re|er)|pint|quart|gallon|pound|ounce|cup|teaspoon|tablespoon|inch|minute|hour|day)s?)(?![\p{L}\p{N}])/iu

/** The title of a page that was shared counts only when there is nothing else to read. */
export function sharedText(search: URLSearchParams): string {
  const text = [search.get('text'), search.get('url')].filter(Boolean).join('\n')
  return linesOf(text).length > 0 ? text : (search.get('title') ?? '')
}

export function readShared(text: string): { items: SharedItem[]; more: number } {
  const items = linesOf(text).map(readLine)
  return { items: items.slice(0, MAX_SHARED), more: Math.max(0, items.length - MAX_SHARED) }
}

function linesOf(text: string): string[] {
  const lines = text.split(/[\r\n\u2028\u2029]+/).map(cleanLine)
  return lines.filter((line) => !ADDRESS.test(line) && isItem(readLine(line)))
}

function isItem({ name }: SharedItem): boolean {
  return SAYS_SOMETHING.test(name)
}

export function readLine(line: string): SharedItem {
  const rest = line.replace(BULLET, '')
  const [mark = '', letter = '', , ticked] = BOX.exec(rest) ?? []
  const { name, quantityMilli } = counted(rest.slice(mark.length).trim())
  return { line, name: shortened(name), quantityMilli, done: Boolean(ticked) || letter.trim() !== '' }
}

/** Only what is plainly a count: '2 Milk', '2x Milk', '2 × Milk'. */
function counted(text: string) {
  const [, number = '', name = ''] = COUNT.exec(text) ?? []
  const quantityMilli = UNIT.test(name) ? undefined : parseQuantity(number)
  return quantityMilli === undefined ? { name: text, quantityMilli: 1000 } : { name, quantityMilli }
}

function shortened(name: string): string {
  const letters = [...name]
  return letters.length <= LONGEST ? name : `${letters.slice(0, LONGEST - 1).join('')}…`
}

export const AddShared = z.object({
  /** Of this attempt, and of the list when it is a new one. */
  id,
  listID: z.string().optional(),
  newList: z
    .string()
    .transform(cleanLine)
    .refine(isShort, 'name-too-long' satisfies PlainCode)
    .optional(),
  /** As they were shared; read here as they were read for the page. */
  lines: z
    .array(z.string())
    .min(1, 'lines-required' satisfies PlainCode)
    .max(MAX_SHARED, 'too-many-lines' satisfies PlainCode)
    // Counted before any of them is read.
    .pipe(
      z.array(
        z
          .string()
          .transform((line) => readLine(cleanLine(line)))
          .refine(isItem, 'line-empty' satisfies PlainCode),
      ),
    ),
})
