import type { spending as english } from '../en/spending.ts'
import type { Shape } from '../room.ts'
import { count } from './count.ts'

type Sum = { sum: string }

export const spending = {
  months: [
    'Januar',
    'Februar',
    'März',
    'April',
    'Mai',
    'Juni',
    'Juli',
    'August',
    'September',
    'Oktober',
    'November',
    'Dezember',
  ],
  letters: ['J', 'F', 'M', 'A', 'M', 'J', 'J', 'A', 'S', 'O', 'N', 'D'],
  monthOf: ({ month, year }: { month: string; year: string }) => `${month} ${year}`,
  allOf: ({ year }: { year: string }) => `Ganzes Jahr ${year}`,
  none: ({ period }: { period: string }) => `Keine Einkäufe: ${period}.`,
  trips: ({ n }: { n: number }) => count(n, { one: '1 Einkauf', other: `${n} Einkäufe` }),
  items: ({ n }: { n: number }) => `${n} Artikel`,
  others: ({ n }: { n: number }) => `${n} weitere`,
  paid: ({ sum }: Sum) => `Bezahlt: ${sum}`,
  about: ({ sum }: Sum) => `etwa ${sum}`,
  notKnown: ({ n }: { n: number }) =>
    count(n, { one: '1 Einkauf nicht bekannt', other: `${n} Einkäufe nicht bekannt` }),
  notKnownAbout: ({ n, sum }: Sum & { n: number }) =>
    count(n, {
      one: `1 Einkauf nicht bekannt, etwa ${sum}`,
      other: `${n} Einkäufe nicht bekannt, etwa ${sum}`,
    }),
  ofThem: ({ n }: { n: number }) => `${n} nicht bekannt`,
  ofThemAbout: ({ n, sum }: Sum & { n: number }) => `${n} nicht bekannt, etwa ${sum}`,
  chart: ({ year }: { year: string }) => `Ausgaben ${year} nach Monat`,
  most: ({ month, sum }: Sum & { month: string }) => `Am meisten im ${month}: ${sum}.`,
  paidIn: ({ symbol }: { symbol: string }) => `Bezahlt (${symbol})`,
  addUpTo: ({ sum }: Sum) => `Die Artikel ergeben ${sum}. Lass das Feld leer, wenn du es nicht weißt.`,
  emptyIfUnknown: 'Lass das Feld leer, wenn du es nicht weißt.',
  addAgain: ({ n }: { n: number }) => `Wieder auf die Liste (${n})`,
  photoOf: ({ trip }: { trip: string }) => `Kassenbon: ${trip}`,
} satisfies Shape<typeof english>
