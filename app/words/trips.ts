import type { Corrected } from '#app/domain/history/changes.ts'
import { currencyOf } from '#app/domain/locale/currencies.ts'
import { history } from './en/history.ts'
import { trips } from './en/trips.ts'
import { money } from './format.ts'
import { type Reader, wordsOf } from './reader.ts'
import { cut } from './text.ts'

interface Finished extends Corrected {
  itemCount: number
}

export const paidText = (reader: Reader, { paidMinor, currency }: Omit<Corrected, 'store'>) =>
  paidMinor === null ? '' : money(reader, paidMinor, currencyOf(currency))

/** '$ 26.80 at Lidl', or what is known of it. */
export function paidAt(reader: Reader, trip: Corrected): string {
  const paid = paidText(reader, trip)
  const store = cut(trip.store)
  return paid && store ? wordsOf(reader, trips).at({ paid, store }) : paid || store
}

/** '13 items, $ 26.80' */
export const itemsAndPaid = (reader: Reader, { itemCount }: Pick<Finished, 'itemCount'>, paid: string) =>
  [wordsOf(reader, history).items({ n: itemCount }), paid].filter(Boolean).join(', ')

export const finishedText = (reader: Reader, trip: Finished): string =>
  wordsOf(reader, trips).finished({ what: itemsAndPaid(reader, trip, paidAt(reader, trip)) })
