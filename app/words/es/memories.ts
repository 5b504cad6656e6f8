import type { memories as english } from '../en/memories.ts'
import type { Shape } from '../room.ts'
import { count } from './count.ts'

export const memories = {
  times: ({ n }: { n: number }) => count(n, { one: 'Una vez', other: `${n} veces` }),
  forAmount: ({ price, amount }: { price: string; amount: string }) => `${price} por ${amount}`,
} satisfies Shape<typeof english>
