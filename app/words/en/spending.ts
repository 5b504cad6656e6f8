import { room } from '../room.ts'
import { count } from './count.ts'

type Sum = { sum: string }

export const spending = room('spending', {
  months: [
    'January',
    'February',
    'March',
    'April',
    'May',
    'June',
    'July',
    'August',
    'September',
    'October',
    'November',
    'December',
  ],
  // Of the months, below the bars
  letters: ['J', 'F', 'M', 'A', 'M', 'J', 'J', 'A', 'S', 'O', 'N', 'D'],
  monthOf: ({ month, year }: { month: string; year: string }) => `${month} ${year}`,
  allOf: ({ year }: { year: string }) => `All of ${year}`,
  none: ({ period }: { period: string }) => `No trips: ${period}.`,
  trips: ({ n }: { n: number }) => count(n, { one: '1 trip', other: `${n} trips` }),
  items: ({ n }: { n: number }) => count(n, { one: '1 item', other: `${n} items` }),
  others: ({ n }: { n: number }) => count(n, { one: '1 other', other: `${n} others` }),
  paid: ({ sum }: Sum) => `Paid ${sum}`,
  about: ({ sum }: Sum) => `about ${sum}`,
  // Of trips whose sum nobody typed
  notKnown: ({ n }: { n: number }) => count(n, { one: '1 trip not known', other: `${n} trips not known` }),
  notKnownAbout: ({ n, sum }: Sum & { n: number }) =>
    count(n, { one: `1 trip not known, about ${sum}`, other: `${n} trips not known, about ${sum}` }),
  // Below a month with other trips: '12 trips · 2 not known, about $ 31.00'
  ofThem: ({ n }: { n: number }) => `${n} not known`,
  ofThemAbout: ({ n, sum }: Sum & { n: number }) => `${n} not known, about ${sum}`,
  // Read aloud instead of the bars
  chart: ({ year }: { year: string }) => `Spending in ${year} by month`,
  most: ({ month, sum }: Sum & { month: string }) => `Most in ${month}: ${sum}.`,
  // Trip
  paidIn: ({ symbol }: { symbol: string }) => `Paid (${symbol})`,
  addUpTo: ({ sum }: Sum) => `The items add up to ${sum}. Leave it empty if you don't know.`,
  emptyIfUnknown: "Leave it empty if you don't know.",
  addAgain: ({ n }: { n: number }) => `Add these again (${n})`,
  photoOf: ({ trip }: { trip: string }) => `Receipt of ${trip}`,
})
