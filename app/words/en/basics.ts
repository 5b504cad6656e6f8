import { room } from '../room.ts'
import { count } from './count.ts'

/** Parts of what `format.ts` writes. */
export const basics = room('basics', {
  months: ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'],
  and: ({ first, last }: { first: string; last: string }) => `${first} and ${last}`,
  others: ({ n }: { n: number }) => `${n} others`,
  days: ({ n }: { n: number }) => count(n, { one: '1 day', other: `${n} days` }),
})
