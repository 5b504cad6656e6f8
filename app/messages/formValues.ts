import { type Priced, SMALL_UNITS, toDecimal, type Unit } from '#app/domain/items/amounts.ts'
import { quantity } from './format.ts'

export function formValues(item: Priced & { name: string; unit: Unit }) {
  const { name, quantityMilli, unit, priceCents, priceFor } = item
  const small = quantityMilli < 1000 ? SMALL_UNITS[unit] : undefined
  return {
    name,
    quantity: small ? String(quantityMilli) : quantity(quantityMilli),
    unit: small ?? unit,
    price: toDecimal(priceCents, 2),
    priceFor,
  }
}

export type FormValues = ReturnType<typeof formValues>
