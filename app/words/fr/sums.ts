import type { sums as english } from '../en/sums.ts'
import type { Shape } from '../room.ts'

export const sums = {
  noItems: 'Encore vide',
  allDone: 'Tout y est',
  left: ({ left, items }: { left: number; items: number }) => `Reste ${left} sur ${items}`,
} satisfies Shape<typeof english>
