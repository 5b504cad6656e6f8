import { toDecimal } from '#app/domain/items/amounts.ts'
import type { PriceFor, Unit } from '#app/domain/items/units.ts'
import { quantity } from './format.ts'

interface Fields {
  name: string
  quantityMilli: number
  unit: Unit
  priceCents: number
  priceFor: PriceFor
}

export function formValues({ name, quantityMilli, unit, priceCents, priceFor }: Fields) {
  return { name, quantity: quantity(quantityMilli), unit, price: toDecimal(priceCents, 2), priceFor }
}

export type FormValues = ReturnType<typeof formValues>
