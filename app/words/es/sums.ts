import type { sums as english } from '../en/sums.ts'
import type { Shape } from '../room.ts'
import { count } from './count.ts'

export const sums = {
  noItems: 'Sin productos',
  allDone: 'Todo listo',
  left: ({ left, items }: { left: number; items: number }) =>
    count(left, { one: `Queda 1 de ${items}`, other: `Quedan ${left} de ${items}` }),
} satisfies Shape<typeof english>
