import type { prices as english } from '../en/prices.ts'
import type { Shape } from '../room.ts'

export const prices = {
  // 3 × mermelada a 2,99 $ = 8,97 $
  forAll: ({ count, price }: { count: string; price: string }) => `${count} por ${price}`,
  atPrice: ({ count, price }: { count: string; price: string }) => `${count} a ${price}`,
  // 2,99 $ la unidad
  each: ({ price }: { price: string }) => `${price} la unidad`,
  per: ({ price, unit }: { price: string; unit: string }) => `${price} por ${unit}`,
  forAllOfIt: ({ price }: { price: string }) => `${price} por todo`,
  question: ({ text }: { text: string }) => `¿${text}?`,
} satisfies Shape<typeof english>
