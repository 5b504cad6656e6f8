import { SMALL_UNITS, type Unit } from '#app/domain/items/amounts.ts'
import { quantity } from '../format.ts'

const PLURALS: Partial<Record<Unit, string>> = {
  box: 'boxes',
  bunch: 'bunches',
  kg: 'kg',
  l: 'l',
  lb: 'lb',
  oz: 'oz',
}

export function measure({ quantityMilli, unit }: { quantityMilli: number; unit: Unit }): string {
  const small = SMALL_UNITS[unit]
  if (small && quantityMilli < 1000) return `${quantityMilli} ${small}`
  if (unit === '') return quantity(quantityMilli)
  return `${quantity(quantityMilli)} ${quantityMilli <= 1000 ? unit : (PLURALS[unit] ?? `${unit}s`)}`
}

export interface Counted {
  name: string
  quantityMilli: number
  unit: Unit
}

/** '2 kg potatoes', '3 × milk', and for one 'eggs' or, with `one`, '1 × eggs' */
export function countOf(item: Counted, one = ''): string {
  const { name, quantityMilli, unit } = item
  if (unit !== '') return `${measure(item)} ${name}`
  return quantityMilli === 1000 ? one + name : `${quantity(quantityMilli)} × ${name}`
}

export function plainText(name: string, items: (Counted & { completed: boolean })[]): string {
  const open = items.filter(({ completed }) => !completed)
  const lines = (open.length > 0 ? open : items).map((item) => `- ${countOf(item)}`)
  return [name, ...lines].join('\n')
}
