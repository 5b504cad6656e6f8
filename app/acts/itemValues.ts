import { money } from '#app/messages/format.ts'

/** The fields of an item's form, as typed. */
export interface ItemValues {
  name: string
  quantity: string
  unit: string
  price: string
  priceFor: string
}

export function valuesIn({ name, quantity, unit, price, priceFor }: ItemValues): ItemValues {
  return { name, quantity, unit, price, priceFor }
}

/** 'Milk, 2 kg, $ 1.20' */
export function valuesText({ name, quantity, unit, price }: Omit<ItemValues, 'priceFor'>): string {
  const amount = [quantity, unit].filter(Boolean).join(' ')
  const cents = Math.round(Number(price.replace(',', '.')) * 100)
  return [name, amount, Number.isFinite(cents) ? money(cents) : price].filter(Boolean).join(', ')
}
