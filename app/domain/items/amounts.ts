import { MAX_PRICE_CENTS, MAX_QUANTITY_MILLI } from '#app/domain/limitsAndLifetimes.ts'
import type { Decimals } from '#app/domain/locale/currency.ts'
import { UNITS, type Unit } from '#db/itemUnits.ts'

// Prices are integers of a currency's smallest unit, quantities integer thousandths, so there are no rounding errors.
// Browsers use it too.

export { UNITS, type Unit }

export const PRICES_FOR = ['one', 'all'] as const
export type PriceFor = (typeof PRICES_FOR)[number]

const MEASURES: ReadonlySet<Unit> = new Set<Unit>(['kg', 'l', 'lb', 'oz'])

/** A bare price beside a measure is for all of it. */
export const isMeasure = (unit: Unit) => MEASURES.has(unit)

/** A thousandth of the unit. Forms accept it, too, but it is stored in the larger one. */
export const SMALL_UNITS: Partial<Record<Unit, string>> = { kg: 'g', l: 'ml' }

export const addQuantities = (a: number, b: number) => Math.min(a + b, MAX_QUANTITY_MILLI)

/** A price for all of one quantity, for another quantity: 12 for 2.99 are 18 for 4.49. */
export const scalePrice = (priceCents: number, from: number, to: number) =>
  Math.min(Math.round((priceCents * to) / from), MAX_PRICE_CENTS)

const GROUPED = /^[1-9]\d{0,2}(?:([.,' \u00a0\u202f’])\d{3})(?:\1\d{3})*(?:([.,])(\d+))?$/

/** '1.234,50', '1,234.50' and '1’234.50' have groups. '1.234' may be a decimal as well, and is taken for one. */
function withoutGroups(text: string): string {
  const [, group = '', decimal, fraction] = GROUPED.exec(text) ?? []
  const groups = text.split(group)
  const isUnclear = decimal === undefined && groups.length === 2 && '.,'.includes(group)
  if (group === '' || group === decimal || isUnclear) return text
  const whole = decimal === undefined ? text : text.slice(0, text.lastIndexOf(decimal))
  return whole.replaceAll(group, '') + (decimal === undefined ? '' : `.${fraction}`)
}

function parseDecimal(text: string, decimals: number): number | undefined {
  const match = /^(\d{0,9})(?:[.,](\d+))?$/.exec(withoutGroups(text))
  if (!match) return undefined
  const [, whole = '', fraction = ''] = match
  if (whole + fraction === '' || fraction.length > decimals) return undefined
  return Number(whole || '0') * 10 ** decimals + Number(fraction.padEnd(decimals, '0') || '0')
}

/** Without decimals, '48.350' can only have groups. */
export function parsePrice(text: string, decimals: Decimals = 2): number | undefined {
  const price = parseDecimal(decimals === 0 ? text.replace(ONE_GROUP, '$1$2') : text, decimals)
  return price !== undefined && price <= MAX_PRICE_CENTS ? price : undefined
}

const ONE_GROUP = /^([1-9]\d{0,2})[.,](\d{3})$/

export function parseQuantity(text: string): number | undefined {
  const milli = parseDecimal(text, 3)
  return milli !== undefined && milli > 0 && milli <= MAX_QUANTITY_MILLI ? milli : undefined
}

export interface Priced {
  quantityMilli: number
  priceCents: number
  priceFor: PriceFor
}

export function amountOf({ quantityMilli, priceCents, priceFor }: Priced): bigint {
  if (priceFor === 'all') return BigInt(priceCents)
  const product = quantityMilli * priceCents
  if (product <= Number.MAX_SAFE_INTEGER - 500) return BigInt(Math.floor((product + 500) / 1000))
  return (BigInt(quantityMilli) * BigInt(priceCents) + 500n) / 1000n
}

/** The sum of the rounded amounts, so that the amounts on screen add up. */
export function totalOf(rows: Iterable<Priced>): bigint {
  let total = 0n
  for (const row of rows) total += amountOf(row)
  return total
}

/** An integer with implied decimals as plain text: (123450, 2) → '1234.50'. */
export function toDecimal(value: number | bigint, decimals: number): string {
  if (decimals === 0) return String(value)
  const digits = String(value).padStart(decimals + 1, '0')
  return `${digits.slice(0, -decimals)}.${digits.slice(-decimals)}`
}

interface TypedAmount {
  quantity?: string | undefined
  unit?: string | undefined
}

/** '250' and 'g' become '0.250' and 'kg'. Less than half a gram is no amount. */
export function inStoredUnit<T extends TypedAmount>(typed: T): T {
  const unit = typed.unit && UNITS.find((one) => SMALL_UNITS[one] === typed.unit)
  if (!unit) return typed
  const quantity = typed.quantity?.trim() || '1'
  const small = parseQuantity(quantity)
  return { ...typed, unit, quantity: small ? toDecimal(Math.round(small / 1000), 3) : quantity }
}
