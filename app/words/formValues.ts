import { SMALL_UNITS, toDecimal } from '#app/domain/items/amounts.ts'
import { byField, type ItemColumns } from '#app/domain/items/itemFields.ts'
import { type Currency, DOLLAR } from '#app/domain/locale/currency.ts'
import { quantity } from './format.ts'
import type { Reader } from './reader.ts'

/** Without groups, which would be in the way of typing. */
export function formValues(reader: Reader, item: ItemColumns, currency: Currency | undefined) {
  const { decimals } = currency ?? DOLLAR
  const { quantityMilli, unit, priceCents } = item
  const small = quantityMilli < 1000 ? SMALL_UNITS[unit] : undefined
  return {
    ...byField(item),
    quantity: small ? String(quantityMilli) : quantity(reader, quantityMilli),
    unit: small ?? unit,
    price: toDecimal(priceCents, decimals).replace('.', reader.formats.decimal),
  }
}

export type FormValues = ReturnType<typeof formValues>
