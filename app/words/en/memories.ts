import { room } from '../room.ts'
import { count } from './count.ts'

export const memories = room('memories', {
  times: ({ n }: { n: number }) => count(n, { one: 'Once', other: `${n} times` }),
  forAmount: ({ price, amount }: { price: string; amount: string }) => `${price} for ${amount}`,
})
