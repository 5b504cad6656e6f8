import type { limits as english } from '../en/limits.ts'
import type { Shape } from '../room.ts'
import { count } from './count.ts'

export const limits = {
  or: ({ first, last }: { first: string; last: string }) => `${first} oder ${last}`,
  seconds: ({ n }: { n: number }) => count(n, { one: '1 Sekunde', other: `${n} Sekunden` }),
  minutes: ({ n }: { n: number }) => count(n, { one: '1 Minute', other: `${n} Minuten` }),
  hours: ({ n }: { n: number }) => count(n, { one: '1 Stunde', other: `${n} Stunden` }),
  megabytes: ({ n }: { n: string }) => `${n} MB`,
  gigabytes: ({ n }: { n: string }) => `${n} GB`,
  of: ({ used, limit }: { used: string; limit: string }) => `${used} von ${limit}`,
} satisfies Shape<typeof english>
