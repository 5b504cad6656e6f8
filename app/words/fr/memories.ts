import type { memories as english } from '../en/memories.ts'
import type { Shape } from '../room.ts'

export const memories = {
  times: ({ n }: { n: number }) => `${n} fois`,
  forAmount: ({ price, amount }: { price: string; amount: string }) => `${price} pour ${amount}`,
} satisfies Shape<typeof english>
