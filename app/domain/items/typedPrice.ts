import type { List } from '#app/domain/access/access.ts'
import { DomainError } from '#app/domain/errors.ts'
import { currencyOf } from '#app/domain/locale/currencies.ts'
import { parsePrice } from './amounts.ts'

/** In cents, or as typed: see inputs.ts. */
export type TypedPrice = number | string

type OfList = Pick<List, 'currency'>

export function typedPrice(list: OfList, typed: TypedPrice): number {
  const price = readPrice(list, typed)
  if (price !== undefined) return price
  const code = currencyOf(list.currency).decimals === 0 ? 'price-not-whole' : 'price-invalid'
  throw new DomainError(code, {}, { fields: { price: { code, params: {} } } })
}

export function readPrice({ currency }: OfList, typed: TypedPrice): number | undefined {
  const { decimals } = currencyOf(currency)
  if (typeof typed === 'string') return parsePrice(typed, decimals)
  if (decimals === 2) return typed
  return typed % 100 === 0 ? typed / 100 : undefined
}
