import type { limits as english } from '../en/limits.ts'
import type { Shape } from '../room.ts'
import { count } from './count.ts'

type Two = { first: string; last: string }

/** 'o' becomes 'u' before a sound of o, as in 8, 80 and 11. */
const soundsLikeO = (word: string) => /^[«"“]?(?:h?[oó]|8|11(?!\d))/i.test(word)

export const limits = {
  or: ({ first, last }: Two) => `${first} ${soundsLikeO(last) ? 'u' : 'o'} ${last}`,
  seconds: ({ n }: { n: number }) => count(n, { one: '1 segundo', other: `${n} segundos` }),
  minutes: ({ n }: { n: number }) => count(n, { one: '1 minuto', other: `${n} minutos` }),
  hours: ({ n }: { n: number }) => count(n, { one: '1 hora', other: `${n} horas` }),
  megabytes: ({ n }: { n: string }) => `${n} MB`,
  gigabytes: ({ n }: { n: string }) => `${n} GB`,
  of: ({ used, limit }: { used: string; limit: string }) => `${used} de ${limit}`,
} satisfies Shape<typeof english>
