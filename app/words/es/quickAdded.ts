import type { quickAdded as english } from '../en/quickAdded.ts'
import type { Shape } from '../room.ts'
import { count } from './count.ts'

type Items = { items: string }

export const quickAdded = {
  added: ({ items }: Items) => `Añadiste ${items}`,
  addedSeveral: ({ items, n }: Items & { n: number }) =>
    count(n, { one: `Añadiste 1 producto: ${items}`, other: `Añadiste ${n} productos: ${items}` }),
  raised: ({ items }: Items) => `Ahora en la lista: ${items}`,
  raisedSeveral: ({ items }: Items) => `Cambiaste ${items}`,
  reopened: ({ items }: Items) => `Sacaste de la cesta: ${items}`,
  already: ({ items }: Items) => `Ya en la lista: ${items}`,
  more: ({ count }: { count: string }) => `${count} más`,
  before: ({ count }: { count: string }) => `antes ${count}`,
  otherCurrency: ({ symbol }: { symbol: string }) => `Los precios de esta lista están en ${symbol}.`,
  skipped: ({ n }: { n: number }) =>
    count(n, { one: 'Se omitió 1 línea.', other: `Se omitieron ${n} líneas.` }),
} satisfies Shape<typeof english>
