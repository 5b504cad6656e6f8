import type { quickAdded as english } from '../en/quickAdded.ts'
import type { Shape } from '../room.ts'
import { count } from './count.ts'

type Items = { items: string }

export const quickAdded = {
  added: ({ items }: Items) => `Ajouté\u00a0: ${items}`,
  addedSeveral: ({ items, n }: Items & { n: number }) =>
    count(n, { one: `${n} article ajouté\u00a0: ${items}`, other: `${n} articles ajoutés\u00a0: ${items}` }),
  raised: ({ items }: Items) => `Maintenant sur la liste\u00a0: ${items}`,
  raisedSeveral: ({ items }: Items) => `Modifié\u00a0: ${items}`,
  reopened: ({ items }: Items) => `Ressorti du panier\u00a0: ${items}`,
  already: ({ items }: Items) => `Déjà sur la liste\u00a0: ${items}`,
  more: ({ count }: { count: string }) => `${count} de plus`,
  before: ({ count }: { count: string }) => `${count} avant`,
  otherCurrency: ({ symbol }: { symbol: string }) => `Les prix de cette liste sont en ${symbol}.`,
  skipped: ({ n }: { n: number }) => count(n, { one: `${n} ligne ignorée.`, other: `${n} lignes ignorées.` }),
} satisfies Shape<typeof english>
