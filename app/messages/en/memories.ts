import type { PriceFor, Unit } from '#app/domain/items/amounts.ts'
import { money } from '../format.ts'
import { measure } from './units.ts'

interface Remembered {
  unit: Unit
  uses: number
  priceCents: number | null
  priceFor: PriceFor | null
  priceQuantityMilli: number | null
}

export function memory({ uses, ...item }: Remembered): string {
  return [uses === 1 ? 'Once' : `${uses} times`, lastPrice(item)].filter(Boolean).join(' · ')
}

function lastPrice({ unit, priceCents, priceFor, priceQuantityMilli }: Omit<Remembered, 'uses'>): string {
  if (!priceCents) return ''
  if (priceFor !== 'all') return `${money(priceCents)} ${unit === '' ? 'each' : `per ${unit}`}`
  if (!priceQuantityMilli) return money(priceCents)
  return `${money(priceCents)} for ${measure({ quantityMilli: priceQuantityMilli, unit })}`
}
