import { isMeasure, type PriceFor, type Unit } from '#app/domain/items/amounts.ts'
import { MAX_NAME_LENGTH, MAX_NOTE_LENGTH } from '#app/domain/limitsAndLifetimes.ts'
import { type Currency, DOLLAR } from '#app/domain/locale/currency.ts'
import { isShort } from '#app/domain/text.ts'
import {
  afterSpoon,
  containerIn,
  hasContent,
  milliOf,
  type NumberFound,
  nameAfter,
  numberIn,
  type Size,
  sizeIn,
  type UnitFound,
  unitIn,
  withoutEnd,
  wordMeans,
} from './readAmounts.ts'
import { type PriceFound, priceAtEnd, withPriceLast } from './readPrice.ts'
import {
  ABOUT,
  ALONE,
  ARTICLE,
  BRANDS,
  DOZEN,
  HALF_MORE,
  JOINER,
  MULTIPACK,
  NUMBERED,
  PARTITIVE,
} from './vocabulary.ts'

// Reads a line of a shopping list. Pure: browsers preview with it.

export interface ReadItem {
  name: string
  quantityMilli: number
  hasQuantity: boolean
  unit: Unit
  priceCents: number | undefined
  priceFor: PriceFor
  /** The line says so, with 'each', 'for' or an 'x'. */
  statesPriceFor: boolean
  /** Empty for none. */
  note: string
  /** Of an item from another list: nobody has confirmed its price. */
  priceGuessed?: boolean
  priceRemembered?: boolean
}

/** Counts that things are sold in: a bare price behind '12 eggs' is for all of them. */
const PACKS = [6, 8, 10, 12, 15, 16, 18, 20, 24, 30].map((count) => count * 1000)
/** '12x eggs', 'eggs x12': the price is for one. */
const HAS_TIMES = /\d\s?[x×*](?=\s|\p{L})|(?:^|[^\p{L}])[x×*]\s?\d/iu

interface Read {
  milli: number
  unit: Unit
  isStated: boolean
  name: string
  size?: string | undefined
  /** '6 x 1.5 l': a price is for all of it. */
  isMultiplied?: boolean
}

const one = (name: string): Read => ({ milli: 1000, unit: '', isStated: false, name })

const much = (milli: number | undefined, unit: Unit, name: string, size?: string): Read | undefined =>
  milli === undefined ? undefined : { milli, unit, isStated: true, name, size }

/** A line it can't read becomes the name, so nothing is lost. */
export function readLine(line: string, currency: Currency = DOLLAR): ReadItem {
  const { text, note } = splitNote(line)
  return { ...(understand(text, currency) ?? itemOf(one(text))), note }
}

/** 'milk // the blue one' */
export function splitNote(line: string): { text: string; note: string } {
  const [marked, text = '', note = ''] = /^(.*?\S)\s+\/\/\s+(\S.*)$/u.exec(line) ?? []
  if (!marked || !hasContent(text)) return { text: line, note: '' }
  return { text, note: [...note].slice(0, MAX_NOTE_LENGTH).join('').trim() }
}

export function understand(written: string, currency: Currency): ReadItem | undefined {
  const line = withBarePriceLast(withPriceLast(written, currency), currency)
  const price = priceAtEnd(line, currency)
  const priced = price && amountAndName(price.rest, price)
  if (priced && (price.isSure || priced.isStated)) {
    const isTimes = priced.unit === '' && !priced.isMultiplied && HAS_TIMES.test(price.rest)
    return named(priced, { ...price, priceFor: price.priceFor ?? (isTimes ? 'one' : undefined) })
  }
  const bare = behindAmount(line, currency)
  if (bare) return bare
  const read = amountAndName(line)
  // 'milk 1.99 x3'
  const inside = read.isStated ? priceAtEnd(read.name, currency) : undefined
  return inside?.isSure && hasContent(inside.rest)
    ? named({ ...read, name: inside.rest }, inside)
    : named(read)
}

/** '3.99 salad': nobody buys 3.99 of something without a unit. */
const BARE_PRICE = /^([1-9]\d{0,3}[.,]\d\d)\s+(?=\p{L})/u

function withBarePriceLast(text: string, currency: Currency): string {
  const [all, price] = BARE_PRICE.exec(text) ?? []
  if (!all || currency.decimals !== 2 || priceAtEnd(text, currency)) return text
  const rest = text.slice(all.length)
  const isAmount = unitIn(rest) || wordMeans(rest, 'other') || wordMeans(rest, 'spoon')
  return isAmount ? text : `${rest} ${price}`
}

const WHOLE_LAST = /(\p{L}{3,}|\d\p{L}{2,})\s([1-9]\d{0,5})$/u

/** '10 apples 3', '2 kg rice 4': with an amount in front, a whole number at the end is a price. */
function behindAmount(text: string, currency: Currency): ReadItem | undefined {
  const [all = '', word = '', digits = ''] = WHOLE_LAST.exec(text.slice(-40)) ?? []
  const isPrice = currency.decimals === 0 ? digits.length > 1 : digits.length < 3
  if (!all || !isPrice || NUMBERED.test(word) || BRANDS.test(text)) return undefined
  const first = leading(text.slice(0, -digits.length).trimEnd())
  if (!first || first === 'unknown' || !first.isStated) return undefined
  const cents = Number(digits) * 10 ** currency.decimals
  return named(first, {
    cents,
    priceFor: undefined,
    perUnit: undefined,
    rest: '',
    isSure: true,
    isJoined: false,
  })
}

function named(read: Read, price?: PriceFound): ReadItem | undefined {
  const text = read.name.replace(/\s+/g, ' ').replace(/^[\s,;:]+/, '')
  const name = withoutEnd(text, /(?:\s[-–—]|[\s,;:])$/)
  return hasContent(name) ? itemOf({ ...read, name }, price) : undefined
}

function itemOf({ milli, unit, isStated, name, isMultiplied }: Read, price?: PriceFound): ReadItem {
  const itsUnit = (!isStated && price?.perUnit) || unit
  const isPack = itsUnit === '' && PACKS.includes(milli)
  const usual = price && (isPack || isMeasure(itsUnit) || isMultiplied) ? 'all' : 'one'
  return {
    name: isShort(name) ? name : `${[...name].slice(0, MAX_NAME_LENGTH - 1).join('')}…`,
    quantityMilli: milli,
    hasQuantity: isStated,
    unit: itsUnit,
    priceCents: price?.cents,
    priceFor: price?.priceFor ?? usual,
    statesPriceFor: price?.priceFor !== undefined,
    note: '',
  }
}

function amountAndName(text: string, price?: PriceFound): Read {
  const isBrand = BRANDS.test(text)
  const first = isBrand ? undefined : leading(text)
  if (first === 'unknown') return one(text)
  const last = () => trailing(first?.name ?? text, price)
  if (!first)
    return last() ?? (isBrand ? undefined : alone(text)) ?? one(isBrand ? text : withoutPartitive(text))
  if (first.isStated && !isMeasure(first.unit)) return first
  const found = last()
  if (!found || !first.isStated) return found ?? first
  // '1.5 l water x6': the count at the end is of the size in front.
  return isMeasure(found.unit) ? first : { ...found, name: `${found.name} ${first.size}` }
}

function withoutPartitive(text: string): string {
  const rest = text.replace(PARTITIVE, '')
  return hasContent(rest) ? rest : text
}

const TIMES_FIRST = /^[x×]\s?(?=[\d½¼¾])/i
const TIMES = /^\s?[x×*](?=\s|\d|\p{L}{3})\s?(?!-)/iu
/** A name begins here; a plain number would be a second count. */
const NAME_START = /^(?:[^\s\d&+/.,:;=-]|\d+[\p{L}%-])/u

/** The amount in front of a name; 'unknown' if it is in a unit that isn't one here. */
function leading(whole: string): Read | 'unknown' | undefined {
  const text = whole.replace(ABOUT, '').replace(TIMES_FIRST, '')
  const isMarked = TIMES_FIRST.test(whole)
  const afterArticle = text.replace(ARTICLE, '')
  // 'a 2 kg bag of potatoes'
  if (afterArticle !== text && /^\d/.test(afterArticle)) return leading(afterArticle)
  const number = numberIn(text)
  if (!number) return undefined
  const { rest, isStated } = number
  const name = rest.replace(/^-(?=(?:oz|lb|k?g|m?l|ounce|pound)s?\b)/i, '').trimStart()
  if (isMarked) return much(milliOf(number.value(true)), '', name)
  if (/^%/.test(name)) return undefined
  const times = isStated && TIMES.exec(rest)
  const body = times ? rest.slice(times[0].length) : name
  if (!times) {
    const spoon = afterSpoon(name)
    if (spoon !== undefined)
      return hasContent(nameAfter(spoon)) ? one(nameAfter(spoon)) : counted(number, name)
    if (/^fl\.? ?oz/i.test(name) || wordMeans(name, 'other')) return 'unknown'
  }
  const size = isStated && sizeIn(body)
  if (size) return sized(number, size, { isMultiplied: Boolean(times) })
  const word = unitIn(body)
  if (word && isMeasure(word.unit) && !times) return measured(number, word)
  if (word && !isMeasure(word.unit) && hasContent(word.rest)) return contained(number, word)
  const isGlued = !times && name === rest && /\d$/.test(number.text)
  if (isGlued || !(NAME_START.test(body) || BRANDS.test(body))) return undefined
  return isStated ? counted(number, body) : one(withoutPartitive(body))
}

function counted(number: NumberFound, text: string): Read | undefined {
  const isDigits = /\d$/.test(number.text) && number.value(true) % 12 !== 0
  // '2 De Cecco', but 'una docena de huevos'
  const name = isDigits ? text.replace(/^(?:(?:de|of)\s+|d['’])(?=\p{Ll})/u, '') : nameAfter(text)
  return much(milliOf(number.value(true)), '', name)
}

/** '2 kg potatoes', '400 g can chickpeas', 'kilo y medio de peras' */
function measured(number: NumberFound, { word, rest, ...measure }: UnitFound): Read | 'unknown' | undefined {
  if (!hasContent(rest)) return 'unknown'
  const size = `${number.text} ${word}`
  const container = containerIn(rest.replace(/^-\s?/, ''))
  if (container && /^\d/.test(number.text)) {
    return much(1000, container.unit, `${nameAfter(container.rest)} ${size}`)
  }
  const more = HALF_MORE.exec(rest)?.[0] ?? ''
  const value = number.value(measure.milli === 1) + (more ? 0.5 : 0)
  return much(milliOf(value, measure.milli), measure.unit, nameAfter(rest.slice(more.length)), size)
}

const OF_SIZE = /^(?:of|à|a|de|d['’]|von|zu|je|with|mit)\s+(?=\d)/i

function contained(number: NumberFound, { unit, rest }: UnitFound): Read | undefined {
  const size = sizeIn(rest.replace(OF_SIZE, ''))
  return size ? sized(number, size, { unit }) : much(milliOf(number.value(true)), unit, nameAfter(rest))
}

/** '2 x 400 g can chickpeas': the size goes behind the name. */
function sized(
  number: NumberFound,
  size: Size,
  { unit, isMultiplied = false }: { unit?: Unit; isMultiplied?: boolean },
): Read | undefined {
  const container = unit ? undefined : containerIn(size.rest)
  const name = nameAfter((container ?? size).rest)
  const its = unit ?? container?.unit ?? ''
  const read = hasContent(name) && much(milliOf(number.value(true)), its, `${name} ${size.text}`)
  return read ? { ...read, isMultiplied } : undefined
}

/** A container without a number: 'Bund Petersilie', 'bottle of wine', 'kilo y medio de peras'. */
function alone(text: string): Read | undefined {
  const word = unitIn(text)
  if (!word || word.word.length < 3) return undefined
  const more = HALF_MORE.exec(word.rest)?.[0] ?? ''
  const name = nameAfter(word.rest.slice(more.length))
  const isAlone = more || ALONE.test(word.word) || JOINER.test(word.rest)
  return isAlone && hasContent(name) ? much(milliOf(more ? 1.5 : 1, word.milli), word.unit, name) : undefined
}

const MAX_SEARCHED = 60
const SEPARATOR = /\s*[,:;]\s+|\s+[-–—=]\s+|\s+|(?=\()/g
/** In place of the name, which is in front. No line has it: cleanLine removes control characters. */
export const NAME = '\u0001'

/** 'bananas 6', but not 'Mehl 405' or 'tea bags 80'. */
const FEW = /^(?:[1-9]|[12]\d|30)$/
const ONE_WORD = /^\p{L}{3,}$/u

/** The amount behind a name. A price behind it makes even a plain number one: 'eggs 12 for 3.50'. */
function trailing(text: string, price?: PriceFound): Read | undefined {
  const start = Math.max(0, text.length - MAX_SEARCHED)
  for (const { index, 0: separator } of text.slice(start).matchAll(SEPARATOR)) {
    const name = text.slice(0, start + index)
    const amount = text.slice(start + index + separator.length)
    const isCount = FEW.test(amount) && ONE_WORD.test(name) && !NUMBERED.test(name)
    const isMarked = isCount || /\S/.test(separator) || price?.isJoined
    const isName = hasContent(name) && `${name} `.replace(ARTICLE, '') !== ''
    const read = isName ? amountIn(amount, Boolean(isMarked)) : undefined
    if (read) return { ...read, name: read.name.replace(NAME, () => name) }
  }
  return undefined
}

/** Other plain numbers stay in the name, unless a mark or brackets set them apart. */
function amountIn(text: string, isMarked: boolean): Read | undefined {
  const amount = /^\(([^()]+)\)$/.exec(text)?.[1]?.trim() ?? text
  if (MULTIPACK.test(amount)) return undefined
  const isDozen = DOZEN.test(amount.replace(/^.*\s/, ''))
  if (ARTICLE.test(amount) && !isDozen) return undefined
  const isPlain = numberIn(`${amount} `)?.rest.trim() === ''
  if (isPlain && !isDozen && !isMarked && amount === text) return undefined
  const read = leading(`${amount} ${NAME}`)
  return read && read !== 'unknown' && read.name.startsWith(NAME) ? read : undefined
}
