import { isMeasure, SMALL_UNITS, type Unit } from '#app/domain/items/amounts.ts'
import { units } from './en/units.ts'
import { quantity } from './format.ts'
import { type Reader, wordsOf } from './reader.ts'

interface Amount {
  quantityMilli: number
  unit: Unit
}

export function unitName(reader: Reader, unit: Unit, n = 1): string {
  const words: Partial<Record<Unit, (amount: { n: number }) => string>> = wordsOf(reader, units)
  return words[unit]?.({ n }) ?? unit
}

export function measure(reader: Reader, { quantityMilli, unit }: Amount): string {
  const small = SMALL_UNITS[unit]
  if (small && quantityMilli < 1000) return `${quantityMilli} ${small}`
  if (unit === '') return quantity(reader, quantityMilli)
  return `${quantity(reader, quantityMilli)} ${unitName(reader, unit, quantityMilli / 1000)}`
}

/** '$ 18.90/kg' */
export const pricePer = (reader: Reader, unit: Unit, price: string): string =>
  isMeasure(unit) ? `${price}/${unitName(reader, unit)}` : price

export interface Counted extends Amount {
  name: string
}

/** '2 kg potatoes', '3 × milk', and for one 'eggs' or, with `one`, '1 × eggs' */
export function countOf(reader: Reader, item: Counted, one = ''): string {
  const { name, quantityMilli, unit } = item
  if (unit !== '') return wordsOf(reader, units).amountOf({ amount: measure(reader, item), name })
  return quantityMilli === 1000 ? one + name : `${quantity(reader, quantityMilli)} × ${name}`
}

export function plainText(
  reader: Reader,
  name: string,
  items: (Counted & { note: string; completed: boolean })[],
): string {
  const open = items.filter(({ completed }) => !completed)
  const lines = (open.length > 0 ? open : items).map(
    (item) => `- ${countOf(reader, item)}${item.note && ` (${item.note})`}`,
  )
  return [name, ...lines].join('\n')
}
