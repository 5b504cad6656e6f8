import type { basics as english } from '../en/basics.ts'
import type { Shape } from '../room.ts'
import { count } from './count.ts'

type Two = { first: string; last: string }

/** 'e higos', but 'y hielo' */
const soundsLikeI = (word: string) => /^[«"“]?h?[ií](?![aeouáéóú])/i.test(word)

export const basics = {
  months: ['ene', 'feb', 'mar', 'abr', 'may', 'jun', 'jul', 'ago', 'sept', 'oct', 'nov', 'dic'],
  and: ({ first, last }: Two) => `${first} ${soundsLikeI(last) ? 'e' : 'y'} ${last}`,
  others: ({ n }: { n: number }) => `${n} más`,
  days: ({ n }: { n: number }) => count(n, { one: '1 día', other: `${n} días` }),
} satisfies Shape<typeof english>
