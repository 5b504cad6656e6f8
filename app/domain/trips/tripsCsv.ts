import { BYTE_ORDER_MARK, csvLine } from '#app/domain/accounts/csv.ts'
import { toDecimal } from '#app/domain/items/amounts.ts'
import { currencyOf } from '#app/domain/locale/currencies.ts'
import type { Trip } from './tripRows.ts'

/** In this order, for programs that count columns. */
const COLUMNS = ['date', 'store', 'list', 'items', 'paid', 'estimate', 'currency']

/** One row each. What nobody knows is empty. */
export function tripsCsv(trips: Trip[]): string {
  return BYTE_ORDER_MARK + [csvLine(COLUMNS), ...trips.map(rowOf)].join('')
}

function rowOf({ boughtOn, store, listName, itemCount, paidMinor, estimateMinor, currency }: Trip): string {
  const { decimals } = currencyOf(currency)
  const paid = paidMinor === null ? '' : toDecimal(paidMinor, decimals)
  return csvLine([boughtOn, store, listName, itemCount, paid, toDecimal(estimateMinor, decimals), currency])
}
