import { type PriceFor, parsePrice, type Unit } from '#app/domain/items/amounts.ts'
import type { Currency } from '#app/domain/locale/currency.ts'
import { withoutEnd } from './readAmounts.ts'
import { JOINER, measureOf } from './vocabulary.ts'

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

/** 'beer x6 1.2', 'water 6x1.5l 3': nothing but a price follows such a count. */
const COUNT_LAST =
  /(?:^|[^\p{L}\d])(?:[x×*]\s?\d{1,4}|\d{1,3}\s?[x×*]\s?\d[\d.,]{0,5}\s?(?:k?g|[cdm]?l|oz|lb))$/iu

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
  if (!isSure && !joint && end === undefined && !COUNT_LAST.test(front)) return undefined
  return {
    cents: is100 ? cents * 10 : cents,
    priceFor: end === undefined && joint?.[1] ? 'all' : end !== undefined || joint ? 'one' : undefined,
    perUnit: unit?.unit || undefined,
    rest: withoutEnd(front.slice(0, joint?.index), /[\s,;:~(\-–—=]$/),
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
