import type { quickAdded as english } from '../en/quickAdded.ts'
import type { Shape } from '../room.ts'
import { count } from './count.ts'

type Items = { items: string }

export const quickAdded = {
  added: ({ items }: Items) => `Hinzugefügt: ${items}`,
  addedSeveral: ({ items, n }: Items & { n: number }) => `${n} Artikel hinzugefügt: ${items}`,
  raised: ({ items }: Items) => `Jetzt auf der Liste: ${items}`,
  raisedSeveral: ({ items }: Items) => `Geändert: ${items}`,
  reopened: ({ items }: Items) => `Wieder aus dem Korb geholt: ${items}`,
  already: ({ items }: Items) => `Schon auf der Liste: ${items}`,
  more: ({ count }: { count: string }) => `${count} mehr`,
  before: ({ count }: { count: string }) => `vorher ${count}`,
  otherCurrency: ({ symbol }: { symbol: string }) => `Die Preise dieser Liste sind in ${symbol}.`,
  skipped: ({ n }: { n: number }) =>
    count(n, { one: '1 Zeile übersprungen.', other: `${n} Zeilen übersprungen.` }),
} satisfies Shape<typeof english>
