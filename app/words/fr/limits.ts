import type { limits as english } from '../en/limits.ts'
import type { Shape } from '../room.ts'
import { count } from './count.ts'

export const limits = {
  or: ({ first, last }: { first: string; last: string }) => `${first} ou ${last}`,
  seconds: ({ n }: { n: number }) => count(n, { one: `${n} seconde`, other: `${n} secondes` }),
  minutes: ({ n }: { n: number }) => count(n, { one: `${n} minute`, other: `${n} minutes` }),
  hours: ({ n }: { n: number }) => count(n, { one: `${n} heure`, other: `${n} heures` }),
  megabytes: ({ n }: { n: string }) => `${n}\u00a0Mo`,
  gigabytes: ({ n }: { n: string }) => `${n}\u00a0Go`,
  of: ({ used, limit }: { used: string; limit: string }) => `${used} sur ${limit}`,
} satisfies Shape<typeof english>
