import { currencyOf } from '#app/domain/locale/currencies.ts'
import type { Trip } from '#app/domain/trips/tripRows.ts'
import { spending } from './en/spending.ts'
import { spendingLabels } from './en/spendingLabels.ts'
import { calendarDay, money } from './format.ts'
import { type Reader, wordsOf } from './reader.ts'

type Priced = Pick<Trip, 'paidMinor' | 'estimateMinor' | 'currency'>

/** '$ 26.80', or 'about $ 24.00' if nobody knows, or 'Not known' if nothing had a price. */
export function tripSum(reader: Reader, { paidMinor, estimateMinor, currency }: Priced): string {
  const sum = money(reader, paidMinor ?? estimateMinor, currencyOf(currency))
  if (paidMinor !== null) return sum
  return estimateMinor === 0
    ? wordsOf(reader, spendingLabels).notKnown
    : wordsOf(reader, spending).about({ sum })
}

/** 'Lidl, Nov 25, 2026, $ 26.80' */
export function tripName(
  reader: Reader,
  { store, listName, boughtOn, ...priced }: Priced & Pick<Trip, 'store' | 'listName' | 'boughtOn'>,
): string {
  const place = store || listName || wordsOf(reader, spendingLabels).purchase
  return [place, calendarDay(reader, boughtOn), tripSum(reader, priced)].join(' · ')
}
