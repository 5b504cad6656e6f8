import type { basics as english } from '../en/basics.ts'
import type { Shape } from '../room.ts'
import { count } from './count.ts'

export const basics = {
  months: ['Jan.', 'Feb.', 'März', 'Apr.', 'Mai', 'Juni', 'Juli', 'Aug.', 'Sept.', 'Okt.', 'Nov.', 'Dez.'],
  and: ({ first, last }: { first: string; last: string }) => `${first} und ${last}`,
  others: ({ n }: { n: number }) => `${n} weitere`,
  /** Nominative; 'in 3 Tagen' is a dative. */
  days: ({ n }: { n: number }) => count(n, { one: '1 Tag', other: `${n} Tage` }),
} satisfies Shape<typeof english>
