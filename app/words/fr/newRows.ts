import type { newRows as english } from '../en/newRows.ts'
import type { Shape } from '../room.ts'

export const newRows = {
  news: ({ n, names }: { n: number; names: string }) =>
    `${names && `${names}\u00a0: `}${n} nouveau${n === 1 ? '' : 'x'}`,
  changes: ({ n }: { n: number }) => `${n} changement${n === 1 ? '' : 's'}`,
} satisfies Shape<typeof english>
