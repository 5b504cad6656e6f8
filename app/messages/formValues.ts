import { type Priced, toDecimal, type Unit } from '#app/domain/items/amounts.ts'
import { quantity } from './format.ts'

export function formValues(item: Priced & { name: string; unit: Unit }) {
  const { name, quantityMilli, unit, priceCents, priceFor } = item
  return { name, quantity: quantity(quantityMilli), unit, price: toDecimal(priceCents, 2), priceFor }
}

export type FormValues = ReturnType<typeof formValues>
