import type { prices as english } from '../en/prices.ts'
import type { Shape } from '../room.ts'

export const prices = {
  // 3 × confiture à 2,99 $ = 8,97 $
  forAll: ({ count, price }: { count: string; price: string }) => `${count} pour ${price}`,
  atPrice: ({ count, price }: { count: string; price: string }) => `${count} à ${price}`,
  // 2,99 $ l'unité
  each: ({ price }: { price: string }) => `${price} l'unité`,
  per: ({ price, unit }: { price: string; unit: string }) => `${price}/${unit}`,
  forAllOfIt: ({ price }: { price: string }) => `${price} le tout`,
  question: ({ text }: { text: string }) => `${text}\u202f?`,
} satisfies Shape<typeof english>
