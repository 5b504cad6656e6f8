import { room } from '../room.ts'
import { count } from './count.ts'

/** Parts of what `limits.ts` writes. */
export const limits = room('limits', {
  or: ({ first, last }: { first: string; last: string }) => `${first} or ${last}`,
  seconds: ({ n }: { n: number }) => count(n, { one: '1 second', other: `${n} seconds` }),
  minutes: ({ n }: { n: number }) => count(n, { one: '1 minute', other: `${n} minutes` }),
  hours: ({ n }: { n: number }) => count(n, { one: '1 hour', other: `${n} hours` }),
  megabytes: ({ n }: { n: string }) => `${n} MB`,
  gigabytes: ({ n }: { n: string }) => `${n} GB`,
  of: ({ used, limit }: { used: string; limit: string }) => `${used} of ${limit}`,
})
