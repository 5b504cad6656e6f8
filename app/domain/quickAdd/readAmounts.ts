import { isMeasure } from '#app/domain/items/amounts.ts'
import { MAX_QUANTITY_MILLI } from '#app/domain/limitsAndLifetimes.ts'
import {
  ARTICLE,
  DOZEN,
  HALF_MORE,
  JOINER,
  type Measure,
  meaningOf,
  measureOf,
  NOT_CONTAINER,
  numberWord,
  PHRASES,
  SPOONS,
} from './vocabulary.ts'

/** Digits, fractions and '½'. Not '00' or '007'. */
const NUMBER = String.raw`(?:\d{1,3}(?: \d{3})+(?=\s?(?:gr?|ml)(?!\p{L}))|(?:\d{1,6} ?)?[½¼¾⅓⅔⅛]|(?:\d{1,6} )?\d{1,4}\/\d{1,4}|(?!0\d)\d{1,9}(?:[.,'’]\d{1,3}){0,3}|[.,]\d{1,3})(?![.,'’/]?[\d½])`
const ANY = String.raw`(?:(${NUMBER})|(\p{L}+)(?=\s))`
const FIRST = new RegExp(`^${ANY}`, 'u')
const RANGE = new RegExp(String.raw`^\s?(?:[-–—]|(?:to|bis|or|oder|ou|a|à|o)\s)\s?${ANY}`, 'iu')
const GROUPED = /^[1-9]\d{0,2}(?:[.,'’ ]\d{3})+$/

export function milliOf(value: number, each = 1000): number | undefined {
  const milli = Math.round(value * each)
  return milli > 0 && milli <= MAX_QUANTITY_MILLI ? milli : undefined
}

/** `groups`: three digits after a point or a comma are thousands, as in '1.000 g'. */
type Value = (groups: boolean) => number

export interface NumberFound {
  value: Value
  text: string
  rest: string
  /** '2 potatoes' rather than 'a potato'. */
  isStated: boolean
}

export function numberIn(text: string): NumberFound | undefined {
  const found = phraseIn(text) ?? plainNumberIn(text)
  if (!found) return undefined
  const [half, afterHalf] = taken(found.rest, HALF_MORE)
  const [dozen, afterDozen] = taken(afterHalf, DOZEN)
  const [halfDozen, rest] = dozen ? taken(afterDozen, HALF_MORE) : [false, afterDozen]
  const value: Value = (groups) =>
    (found.value(groups) + Number(half) / 2) * (dozen ? 12 : 1) + 6 * Number(halfDozen)
  return half || dozen ? { ...found, value, rest, isStated: true } : found
}

function taken(text: string, pattern: RegExp): [isTaken: boolean, rest: string] {
  const match = pattern.exec(text.trimStart())
  return match ? [true, text.trimStart().slice(match[0].length)] : [false, text]
}

/** 'half a', 'a couple of', 'a' */
function phraseIn(text: string): NumberFound | undefined {
  const [hasArticle, afterArticle] = taken(text, ARTICLE)
  for (const [pattern, number] of PHRASES) {
    for (const start of [text, afterArticle]) {
      const [isTaken, rest] = taken(start, pattern)
      if (isTaken) return { value: () => number, text: '', rest, isStated: true }
    }
  }
  const isOne = hasArticle || DOZEN.test(text)
  return isOne ? { value: () => 1, text: '', rest: afterArticle, isStated: /^one/i.test(text) } : undefined
}

function plainNumberIn(text: string): NumberFound | undefined {
  const [all = '', digits, word] = FIRST.exec(text) ?? []
  const first = valueFrom(digits, word)
  if (!first) return undefined
  const rest = text.slice(all.length)
  const [range = '', lastDigits, lastWord] = RANGE.exec(rest) ?? []
  const last = valueFrom(lastDigits, lastWord)
  if (!last) return { value: first, text: all, rest, isStated: true }
  return {
    value: (groups) => Math.max(first(groups), last(groups)),
    text: all + range,
    rest: rest.slice(range.length),
    isStated: true,
  }
}

function valueFrom(digits: string | undefined, word = ''): Value | undefined {
  const number = digits === undefined ? numberWord(word) : undefined
  if (number) return () => number
  return digits === undefined ? undefined : (groups) => valueIn(digits, groups)
}

const VULGAR = '½¼¾⅓⅔⅛'
const VALUES = [1 / 2, 1 / 4, 3 / 4, 1 / 3, 2 / 3, 1 / 8]

function valueIn(text: string, groups: boolean): number {
  const [, whole = '0', top, bottom] = /^(?:(\d+) )?(\d+)\/(\d+)$/.exec(text) ?? []
  if (top) return Number(whole) + Number(top) / Number(bottom)
  const vulgar = VALUES[VULGAR.indexOf(text.slice(-1))]
  if (vulgar) return Number(text.slice(0, -1)) + vulgar
  return Number(groups && GROUPED.test(text) ? text.replace(/\D/g, '') : text.replace(/[,'’]/g, '.'))
}

export const hasContent = (text: string) => /[^\s\-–—=_*~.,:;#•|+()[\]]/.test(text)

/** As `+` before the `$`, in one pass: that would look again from each place in a run that isn't at the end. */
export function withoutEnd(text: string, part: RegExp): string {
  let end = text.length
  let length = 0
  do {
    end -= length
    length = part.exec(text.slice(Math.max(0, end - 2), end))?.[0].length ?? 0
  } while (length > 0)
  return text.slice(0, end)
}

export interface UnitFound extends Measure {
  word: string
  rest: string
}

export interface Size {
  text: string
  rest: string
}

const SIZE =
  /^(\(?)(\d[\d.,/]*(?:-\d[\d.,]*)?|[½¼¾])[\s-]?(\p{L}+)\.?(?: each| je)?(\)?)(?![\p{L}\d])[\s-]*/iu

export function sizeIn(text: string): Size | undefined {
  const [all = '', open, number = '', word = '', close] = SIZE.exec(text) ?? []
  const measure = measureOf(word)
  if (!measure || !isMeasure(measure.unit) || Boolean(open) !== Boolean(close)) return undefined
  return { text: `${number} ${word}`, rest: text.slice(all.length) }
}

const UNIT_WORD = /^(\p{L}+)(?:[(/](?:s|e?n)\)?|\.)?(?!\.-|[\p{L}\d'’%/-])\s*/u

export function unitIn(text: string): UnitFound | undefined {
  const [all = '', word = ''] = UNIT_WORD.exec(text) ?? []
  const rest = text.slice(all.length)
  const measure = NOT_CONTAINER.test(rest) ? undefined : measureOf(word, rest)
  return measure && { ...measure, rest, word }
}

export const wordMeans = (text: string, meaning: 'spoon' | 'other') =>
  meaningOf(UNIT_WORD.exec(text)?.[1] ?? '')?.unit === meaning

export function afterSpoon(text: string): string | undefined {
  const spoon = SPOONS.exec(text) ?? (wordMeans(text, 'spoon') ? UNIT_WORD.exec(text) : null)
  return spoon ? text.slice(spoon[0].length) : undefined
}

export function containerIn(text: string): UnitFound | undefined {
  const found = unitIn(text.replace(JOINER, ''))
  return found && !isMeasure(found.unit) && hasContent(found.rest) ? found : undefined
}

export const nameAfter = (rest: string) => rest.trimStart().replace(JOINER, '').trim()
