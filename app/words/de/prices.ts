import type { prices as english } from '../en/prices.ts'
import type { Shape } from '../room.ts'

export const prices = {
  // 3 × Marmelade zu 2,99 $ = 8,97 $
  forAll: ({ count, price }: { count: string; price: string }) => `${count} für ${price}`,
  atPrice: ({ count, price }: { count: string; price: string }) => `${count} zu ${price}`,
  // 2,99 $ pro Stück
  each: ({ price }: { price: string }) => `${price} pro Stück`,
  per: ({ price, unit }: { price: string; unit: string }) => `${price} pro ${unit}`,
  forAllOfIt: ({ price }: { price: string }) => `${price} für alles`,
  question: ({ text }: { text: string }) => `${text}?`,
} satisfies Shape<typeof english>
