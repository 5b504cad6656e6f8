import { type Priced, SMALL_UNITS, toDecimal, type Unit } from '#app/domain/items/amounts.ts'
import { type Currency, DOLLAR } from '#app/domain/locale/currency.ts'
import { quantity } from './format.ts'
import type { Reader } from './reader.ts'

type Named = Priced & { name: string; unit: Unit }

/** Without groups, which would be in the way of typing. */
export function formValues(reader: Reader, item: Named, currency: Currency | undefined) {
  const { decimals } = currency ?? DOLLAR
  const { name, quantityMilli, unit, priceCents, priceFor } = item
  const small = quantityMilli < 1000 ? SMALL_UNITS[unit] : undefined
  return {
    name,
    quantity: small ? String(quantityMilli) : quantity(reader, quantityMilli),
    unit: small ?? unit,
    price: toDecimal(priceCents, decimals).replace('.', reader.formats.decimal),
    priceFor,
  }
}

export type FormValues = ReturnType<typeof formValues>
