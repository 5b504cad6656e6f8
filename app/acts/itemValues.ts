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
