import type { trips as english } from '../en/trips.ts'
import type { Shape } from '../room.ts'
import { count } from './count.ts'

export const trips = {
  finished: ({ n }: { n: number }) =>
    count(n, { one: 'Compra terminada: 1 producto.', other: `Compra terminada: ${n} productos.` }),
  tripDeleted: 'Compra eliminada.',
  tripRestored: 'Compra restaurada.',
  purchaseAdded: 'Compra añadida.',
  costLastTime: 'Lo que costó la última vez',
} satisfies Shape<typeof english>
