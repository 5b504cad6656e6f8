import { room } from '../room.ts'
import { count } from './count.ts'

type Items = { items: string }

/** One item with its amounts, or the names of several. */
export const quickAdded = room('quickAdded', {
  added: ({ items }: Items) => `Added ${items}`,
  addedSeveral: ({ items, n }: Items & { n: number }) =>
    count(n, { one: `Added 1 item: ${items}`, other: `Added ${n} items: ${items}` }),
  raised: ({ items }: Items) => `On the list now: ${items}`,
  raisedSeveral: ({ items }: Items) => `Changed ${items}`,
  reopened: ({ items }: Items) => `Back from the basket: ${items}`,
  already: ({ items }: Items) => `Already on the list: ${items}`,
  more: ({ count }: { count: string }) => `${count} more`,
  before: ({ count }: { count: string }) => `${count} before`,
  otherCurrency: ({ symbol }: { symbol: string }) => `Prices on this list are in ${symbol}.`,
  skipped: ({ n }: { n: number }) => count(n, { one: 'Skipped 1 line.', other: `Skipped ${n} lines.` }),
})
