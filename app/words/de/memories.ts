import type { memories as english } from '../en/memories.ts'
import type { Shape } from '../room.ts'
import { count } from './count.ts'

export const memories = {
  times: ({ n }: { n: number }) => count(n, { one: 'Einmal', other: `${n}-mal` }),
  forAmount: ({ price, amount }: { price: string; amount: string }) => `${price} für ${amount}`,
} satisfies Shape<typeof english>
