import { amountOf, isMeasure, type Priced } from '#app/domain/items/amounts.ts'
import type { Currency } from '#app/domain/locale/currency.ts'
import { type Counted, countOf, unitName } from './amounts.ts'
import { prices } from './en/prices.ts'
import { money } from './format.ts'
import { type Reader, wordsOf } from './reader.ts'
import { cut, cutTo } from './text.ts'

type Shown = Priced & Counted

/** With an amount and a price, three lines of a phone. */
const MAX_NAME = 80

/** '3 × jam at $ 2.99 = $ 8.97', '2 kg potatoes for $ 3.50' */
export function amountsOf(reader: Reader, { name, ...item }: Shown, currency: Currency | undefined): string {
  const count = countOf(reader, { ...item, name: cutTo(MAX_NAME, name) })
  if (item.priceCents === 0) return count
  const words = wordsOf(reader, prices)
  const price = money(reader, item.priceCents, currency)
  if (item.priceFor === 'all') return words.forAll({ count, price })
  const sum = item.quantityMilli === 1000 ? '' : ` = ${money(reader, amountOf(item), currency)}`
  return words.atPrice({ count, price }) + sum
}

/** '$ 2.99 each', '$ 2.99 per kg' */
export function priceForOne(
  reader: Reader,
  { priceCents, unit }: Pick<Shown, 'priceCents' | 'unit'>,
  currency: Currency,
): string {
  const words = wordsOf(reader, prices)
  const price = money(reader, priceCents, currency)
  return unit === '' ? words.each({ price }) : words.per({ price, unit: unitName(reader, unit) })
}

/** '$ 2.99 each?' if the price was taken for all, '$ 2.99 for all?' if it was taken for one. */
export function otherReading(
  reader: Reader,
  { name, priceCents, priceFor, unit }: Shown,
  currency: Currency,
  isOneOfSeveral = false,
): string {
  const price = money(reader, priceCents, currency)
  const isForOne = priceFor === 'all'
  const { forAllOfIt, question } = wordsOf(reader, prices)
  const text = isForOne
    ? priceForOne(reader, { priceCents, unit: isMeasure(unit) ? unit : '' }, currency)
    : forAllOfIt({ price })
  return (isOneOfSeveral ? `${cut(name)} · ` : '') + question({ text })
}
