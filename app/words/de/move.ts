import type { move as english } from '../en/move.ts'
import type { Shape } from '../room.ts'
import { cut } from '../text.ts'

export const move = {
  title: 'Auf andere Liste verschieben',
  moveWhat: ({ name }: { name: string }) => `Wohin mit ${cut(name)}?`,
  noOther: 'Es gibt keine andere Liste, die du bearbeiten darfst.',
  copyTitle: 'Offene Artikel kopieren',
  copyWhat: 'Wohin mit den offenen Artikeln? Sie bleiben auch hier.',
  cancel: 'Abbrechen',
} satisfies Shape<typeof english>
