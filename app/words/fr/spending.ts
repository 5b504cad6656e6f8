import type { spending as english } from '../en/spending.ts'
import type { Shape } from '../room.ts'
import { count } from './count.ts'

type Sum = { sum: string }

export const spending = {
  months: [
    'Janvier',
    'Février',
    'Mars',
    'Avril',
    'Mai',
    'Juin',
    'Juillet',
    'Août',
    'Septembre',
    'Octobre',
    'Novembre',
    'Décembre',
  ],
  letters: ['J', 'F', 'M', 'A', 'M', 'J', 'J', 'A', 'S', 'O', 'N', 'D'],
  monthOf: ({ month, year }: { month: string; year: string }) => `${month} ${year}`,
  allOf: ({ year }: { year: string }) => `Toute l'année ${year}`,
  none: ({ period }: { period: string }) => `Aucun achat\u00a0: ${period}.`,
  trips: ({ n }: { n: number }) => count(n, { one: `${n} achat`, other: `${n} achats` }),
  items: ({ n }: { n: number }) => count(n, { one: `${n} article`, other: `${n} articles` }),
  others: ({ n }: { n: number }) => count(n, { one: `${n} autre`, other: `${n} autres` }),
  paid: ({ sum }: Sum) => `Payé\u00a0: ${sum}`,
  about: ({ sum }: Sum) => `environ ${sum}`,
  notKnown: ({ n }: { n: number }) =>
    count(n, { one: `${n} achat au montant inconnu`, other: `${n} achats au montant inconnu` }),
  notKnownAbout: ({ n, sum }: Sum & { n: number }) =>
    count(n, {
      one: `${n} achat au montant inconnu, environ ${sum}`,
      other: `${n} achats au montant inconnu, environ ${sum}`,
    }),
  ofThem: ({ n }: { n: number }) => count(n, { one: `${n} inconnu`, other: `${n} inconnus` }),
  ofThemAbout: ({ n, sum }: Sum & { n: number }) =>
    count(n, { one: `${n} inconnu, environ ${sum}`, other: `${n} inconnus, environ ${sum}` }),
  chart: ({ year }: { year: string }) => `Dépenses de ${year} par mois`,
  most: ({ month, sum }: Sum & { month: string }) =>
    `Le mois le plus cher est ${month.toLowerCase()}\u00a0: ${sum}.`,
  paidIn: ({ symbol }: { symbol: string }) => `Payé (${symbol})`,
  addUpTo: ({ sum }: Sum) => `Le total des articles est de ${sum}. Laisse vide si tu ne sais pas.`,
  emptyIfUnknown: 'Laisse vide si tu ne sais pas.',
  addAgain: ({ n }: { n: number }) => `Remettre sur la liste (${n})`,
  photoOf: ({ trip }: { trip: string }) => `Ticket\u00a0: ${trip}`,
} satisfies Shape<typeof english>
