import type { List } from '#app/domain/access/access.ts'
import { DomainError } from '#app/domain/errors.ts'
import { currencyOf } from '#app/words/currencies.ts'
import { parsePrice } from './amounts.ts'

type OfList = Pick<List, 'currency'>

/** Throws unless it's a price in the list's currency. */
export function typedPrice(list: OfList, text: string): number {
  const price = readPrice(list, text)
  if (price !== undefined) return price
  const code = currencyOf(list.currency).decimals === 0 ? 'price-not-whole' : 'price-invalid'
  throw new DomainError(code, {}, { fields: { price: { code, params: {} } } })
}

export const readPrice = ({ currency }: OfList, text: string): number | undefined =>
  parsePrice(text, currencyOf(currency).decimals)
