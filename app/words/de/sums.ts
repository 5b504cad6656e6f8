import type { sums as english } from '../en/sums.ts'
import type { Shape } from '../room.ts'

export const sums = {
  noItems: 'Noch leer',
  allDone: 'Alles erledigt',
  left: ({ left, items }: { left: number; items: number }) => `${left} von ${items} offen`,
} satisfies Shape<typeof english>
