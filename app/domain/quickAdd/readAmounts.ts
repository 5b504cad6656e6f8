import { isMeasure, type PriceFor, parsePrice, type Unit } from '#app/domain/items/amounts.ts'
import type { Currency } from '#app/domain/items/currency.ts'
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

export interface PriceFound {
  cents: number
  priceFor: PriceFor | undefined
  perUnit: Unit | undefined
  rest: string
  /** 'for 5' alone may mean five people. */
  isSure: boolean
  /** '@ 5', 'for 5': a number in front of it is a count. */
  isJoined: boolean
}

/** Understood on every list, beside its own. */
const CURRENCIES = String.raw`\p{Sc}|eur(?:os?)?|usd|gbp|chf|s?fr\.?|dollars?`
/** Cents. '12 ct' is a count in America. */
const MINOR = String.raw`(?!(?:1?\d|2[04]) ?ct)(\d{1,3})\s?(?:cts?\.?|p|¢|c[eé]nt\p{L}*)`
const WITH_CENTS = String.raw`(\d{1,3}(?:[.,'’]\d{3})+[.,]\d{2}|\d{1,7}[.,'’]\d{1,2}|\d{1,7})(?!\d)`
const WHOLE = String.raw`(\d{1,3}(?:[.,'’]\d{3})+|\d{1,9})(?!\d)`
const DASH = '[,.][-–—]+'

interface Patterns {
  atEnd: RegExp
  atStart: RegExp
}

const patterns = new Map<string, Patterns>()

function patternsFor({ symbol, decimals }: Currency): Patterns {
  const key = `${decimals} ${symbol}`
  const known = patterns.get(key)
  if (known) return known
  const own = symbol.replace(/[$./]/g, String.raw`\$&`)
  const sum = decimals === 0 ? WHOLE : WITH_CENTS
  // In Paraguay, 'Gs.' is as usual as the symbol. Behind a number, it is grams, as 'L' is liters.
  const before = `(?:${own}|${CURRENCIES}${symbol === '₲' ? String.raw`|gs\.?` : ''})`
  const after = `(?:${symbol.length > 1 || /\P{L}/u.test(symbol) ? `${own}|` : ''}${CURRENCIES})`
  const found = {
    atEnd: new RegExp(
      String.raw`(^|[^\p{L}\d.,'’/%])(?:${before}\s?${sum}(?:${DASH})?|(\d{1,5})€(\d\d)|${MINOR}|${sum}((?:${DASH})?\s?${after}|${DASH})?)$`,
      'iu',
    ),
    atStart: new RegExp(
      String.raw`^(?:\d{1,4}\s?(?:@|(?:${ALL}|${ONE})\s)\s?)?(?:${before}\s?${sum}|${sum}\s?(?:\p{Sc}|euros?))\s+(?=\S)`,
      'iu',
    ),
  }
  patterns.set(key, found)
  return found
}

// What may not stand before is matched, too: Safari before 16.4 can't load scripts that look behind.
const PER_UNIT = /(?:\s?\/|(^|[^\p{L}])(?:per|pro|le|la|el|al|a|por|das|the)\s)\s?(100)?\s?(\p{L}+)\.?$/iu
const EACH =
  /\s(?:each|ea\.?|apiece|c\/u|cada(?: un[oa])?|chacune?|(?:(?:pro|la|das|por) )?(?:st(?:ü|ue)ck|stk\.?|pi[èe]ce|unidad))$/iu
const ALL = 'for|für|fuer|por|pour'
const ONE = 'je|à|a|at|zu|each'
const JOINT = new RegExp(String.raw`(?:(=|(?:^|\s)(?:${ALL}))|@|(?:^|\s)(?:${ONE}))$`, 'iu')

const MAX_SEARCHED = 60

export function priceAtEnd(text: string, currency: Currency): PriceFound | undefined {
  const start = Math.max(0, text.length - MAX_SEARCHED)
  const found = priceIn(text.slice(start), currency)
  return found && { ...found, rest: text.slice(0, start) + found.rest }
}

function priceIn(text: string, currency: Currency): PriceFound | undefined {
  const [inBrackets, before = '', inner = ''] = /^(.*)\(([^()]*)\)$/.exec(text) ?? []
  if (inBrackets) {
    const found = priceIn(inner.trim(), currency)
    return found?.rest === '' ? { ...found, rest: before.trim() } : undefined
  }
  const each = EACH.exec(text)
  const per = each ? undefined : PER_UNIT.exec(text)
  const [, beforePer = '', hundred, measure = ''] = per ?? []
  const unit = per && measureOf(measure)
  const is100 = hundred !== undefined
  if (is100 && unit?.milli !== 1) return undefined
  const end = each?.index ?? (unit && per ? per.index + beforePer.length : undefined)
  const amountText = text.slice(0, end).trimEnd()
  const match = patternsFor(currency).atEnd.exec(amountText)
  if (!match) return undefined
  const [, beforePrice = '', after, whole, part, minor, plain, sign] = match
  const isInCents = minor !== undefined || whole !== undefined
  if (isInCents && currency.decimals === 0) return undefined
  const sum = whole ? `${whole}.${part}` : (after ?? plain ?? '')
  const cents = minor ? Number(minor) : amountOf(sum, currency)
  if (cents === undefined) return undefined
  const front = amountText.slice(0, match.index + beforePrice.length).trimEnd()
  const joint = JOINT.exec(front)
  const isPlain = plain !== undefined && sign === undefined
  const isSure = !isPlain || /[.,'’]\d\d\d?$/.test(plain) || /[=@]$/.test(front)
  if (!isSure && !joint && end === undefined) return undefined
  return {
    cents: is100 ? cents * 10 : cents,
    priceFor: end === undefined && joint?.[1] ? 'all' : end !== undefined || joint ? 'one' : undefined,
    perUnit: unit?.unit || undefined,
    rest: front.slice(0, joint?.index).replace(/[\s,;:~(\-–—=]+$/u, ''),
    isSure,
    isJoined: joint !== null,
  }
}

/** '2 @ $1.50 avocados' and '2€ milk', with the price behind the name. */
export function withPriceLast(text: string, currency: Currency): string {
  const [all] = patternsFor(currency).atStart.exec(text) ?? []
  return all === undefined ? text : `${text.slice(all.length).replace(JOINER, '')} ${all.trim()}`
}

function amountOf(text: string, currency: Currency): number | undefined {
  if (currency.decimals === 0) return parsePrice(text.replace(/\D/g, ''), 0)
  const [, whole = '', part = ''] = /^(.*?)(?:[.,'’](\d{1,2}))?$/.exec(text) ?? []
  return parsePrice(`${whole.replace(/\D/g, '')}.${part.padEnd(2, '0')}`)
}
