import { room } from '../room.ts'

/** Beside an amount, or for one of it. */
export const prices = room('prices', {
  // 3 × jam at $ 2.99 = $ 8.97
  forAll: ({ count, price }: { count: string; price: string }) => `${count} for ${price}`,
  atPrice: ({ count, price }: { count: string; price: string }) => `${count} at ${price}`,
  // $ 2.99 each
  each: ({ price }: { price: string }) => `${price} each`,
  per: ({ price, unit }: { price: string; unit: string }) => `${price} per ${unit}`,
  forAllOfIt: ({ price }: { price: string }) => `${price} for all`,
  question: ({ text }: { text: string }) => `${text}?`,
})
