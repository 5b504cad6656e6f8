import type { basics as english } from '../en/basics.ts'
import type { Shape } from '../room.ts'
import { count } from './count.ts'

export const basics = {
  months: ['janv.', 'févr.', 'mars', 'avr.', 'mai', 'juin', 'juil.', 'août', 'sept.', 'oct.', 'nov.', 'déc.'],
  and: ({ first, last }: { first: string; last: string }) => `${first} et ${last}`,
  others: ({ n }: { n: number }) => count(n, { one: `${n} autre`, other: `${n} autres` }),
  days: ({ n }: { n: number }) => count(n, { one: `${n} jour`, other: `${n} jours` }),
} satisfies Shape<typeof english>
