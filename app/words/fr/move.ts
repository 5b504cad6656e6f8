import type { move as english } from '../en/move.ts'
import type { Shape } from '../room.ts'
import { cut } from '../text.ts'

export const move = {
  title: 'Déplacer vers une autre liste',
  moveWhat: ({ name }: { name: string }) => `Où va ${cut(name)}\u00a0?`,
  noOther: "Il n'y a pas d'autre liste que tu peux modifier.",
  copyTitle: 'Copier ce qui reste',
  copyWhat: 'Où va ce qui reste à acheter\u00a0? Cela reste aussi ici.',
  cancel: 'Annuler',
} satisfies Shape<typeof english>
