import type { PriceFor, Unit } from '#app/domain/items/amounts.ts'
import { currencyOf } from '#app/domain/locale/currencies.ts'
import { measure } from './amounts.ts'
import { memories } from './en/memories.ts'
import { money } from './format.ts'
import { priceForOne } from './prices.ts'
import { type Reader, wordsOf } from './reader.ts'

interface Remembered {
  unit: Unit
  uses: number
  priceCents: number | null
  currency: string
  priceFor: PriceFor | null
  priceQuantityMilli: number | null
}

export function memory(reader: Reader, { uses, ...item }: Remembered): string {
  return [wordsOf(reader, memories).times({ n: uses }), lastPrice(reader, item)].filter(Boolean).join(' · ')
}

function lastPrice(reader: Reader, item: Omit<Remembered, 'uses'>): string {
  const { unit, priceCents, priceFor, priceQuantityMilli } = item
  if (!priceCents) return ''
  const currency = currencyOf(item.currency)
  if (priceFor !== 'all') return priceForOne(reader, { priceCents, unit }, currency)
  const price = money(reader, priceCents, currency)
  if (!priceQuantityMilli) return price
  const amount = measure(reader, { quantityMilli: priceQuantityMilli, unit })
  return wordsOf(reader, memories).forAmount({ price, amount })
}
