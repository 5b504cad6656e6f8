import type { Currency } from '#app/domain/locale/currency.ts'
import { sums } from './en/sums.ts'
import { money } from './format.ts'
import { type Reader, wordsOf } from './reader.ts'

interface Counts {
  items: number
  done: number
  totalCents: number | bigint
  currency: Currency | undefined
}

/** '7 of 12 left', 'All done', 'No items yet' */
export function itemsLeft(reader: Reader, { items, done }: Pick<Counts, 'items' | 'done'>): string {
  const words = wordsOf(reader, sums)
  if (items === 0) return words.noItems
  return done === items ? words.allDone : words.left({ left: items - done, items })
}

/** '7 of 12 left · $ 40.10', 'All done · $ 82.30', 'No items yet' */
export function summary(reader: Reader, { totalCents, currency, ...counts }: Counts): string {
  const left = itemsLeft(reader, counts)
  return counts.items === 0 ? left : `${left} · ${money(reader, totalCents, currency)}`
}
