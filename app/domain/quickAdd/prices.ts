import type { PriceFor, Unit } from '#app/domain/items/amounts.ts'
import { parsePrice } from '#app/domain/items/amounts.ts'
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

const CURRENCY = String.raw`(?:[$€£]|eur(?:os?)?|usd|gbp|chf|s?fr\.?|dollars?)`
/** Cents. '12 ct' is a count in America. */
const MINOR = String.raw`(?:(?<!\b(?:1?\d|2[04]) ?)cts?\.?|p|¢|c[eé]nt\p{L}*)`
const NUMBER = String.raw`(\d{1,3}(?:[.,'’]\d{3})+[.,]\d{2}|\d{1,7}[.,'’]\d{1,2}|\d{1,7})(?!\d)`
const DASH = '[,.][-–—]+'

const AMOUNT = new RegExp(
  String.raw`(?<![\p{L}\d.,'’/%])(?:${CURRENCY}\s?${NUMBER}(?:${DASH})?|(\d{1,5})€(\d\d)|(\d{1,3})\s?${MINOR}|${NUMBER}((?:${DASH})?\s?${CURRENCY}|${DASH})?)$`,
  'iu',
)

const PER_UNIT = /\s?(?:\/|(?<!\p{L})(?:per|pro|le|la|el|al|a|por|das|the)\s)\s?(100)?\s?(\p{L}+)\.?$/iu
const EACH =
  /\s(?:each|ea\.?|apiece|c\/u|cada(?: un[oa])?|chacune?|(?:(?:pro|la|das|por) )?(?:st(?:ü|ue)ck|stk\.?|pi[èe]ce|unidad))$/iu
const ALL = 'for|für|fuer|por|pour'
const ONE = 'je|à|a|at|zu|each'
const JOINT = new RegExp(String.raw`(?:(=|(?:^|\s)(?:${ALL}))|@|(?:^|\s)(?:${ONE}))$`, 'iu')

const MAX_SEARCHED = 60

export function priceAtEnd(text: string): PriceFound | undefined {
  const start = Math.max(0, text.length - MAX_SEARCHED)
  const found = priceIn(text.slice(start))
  return found && { ...found, rest: text.slice(0, start) + found.rest }
}

function priceIn(text: string): PriceFound | undefined {
  const [inBrackets, before = '', inner = ''] = /^(.*)\(([^()]*)\)$/.exec(text) ?? []
  if (inBrackets) {
    const found = priceIn(inner.trim())
    return found?.rest === '' ? { ...found, rest: before.trim() } : undefined
  }
  const each = EACH.exec(text)
  const per = each ? undefined : PER_UNIT.exec(text)
  const unit = per && measureOf(per[2] ?? '')
  const is100 = per?.[1] !== undefined
  if (is100 && unit?.milli !== 1) return undefined
  const end = (each ?? (unit && per))?.index
  const amountText = text.slice(0, end).trimEnd()
  const match = AMOUNT.exec(amountText)
  if (!match) return undefined
  const [, after, whole, part, minor, plain, currency] = match
  const cents = minor ? Number(minor) : centsOf(whole ? `${whole}.${part}` : (after ?? plain ?? ''))
  if (cents === undefined) return undefined
  const front = amountText.slice(0, match.index).trimEnd()
  const joint = JOINT.exec(front)
  const isPlain = plain !== undefined && currency === undefined
  const isSure = !isPlain || /[.,'’]\d\d$/.test(plain) || /[=@]$/.test(front)
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

const FIRST = new RegExp(
  String.raw`^(?:\d{1,4}\s?(?:@|(?:${ALL}|${ONE})\s)\s?)?(?:${CURRENCY}\s?${NUMBER}|${NUMBER}\s?(?:[$€£]|euros?))\s+(?=\S)`,
  'iu',
)

/** '2 @ $1.50 avocados' and '2€ milk', with the price behind the name. */
export function withPriceLast(text: string): string {
  const [all] = FIRST.exec(text) ?? []
  return all === undefined ? text : `${text.slice(all.length).replace(JOINER, '')} ${all.trim()}`
}

function centsOf(text: string): number | undefined {
  const [, whole = '', part = ''] = /^(.*?)(?:[.,'’](\d{1,2}))?$/.exec(text) ?? []
  return parsePrice(`${whole.replace(/\D/g, '')}.${part.padEnd(2, '0')}`)
}
