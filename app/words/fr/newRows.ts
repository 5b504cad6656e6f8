import type { newRows as english } from '../en/newRows.ts'
import type { Shape } from '../room.ts'

export const newRows = {
  news: ({ n, names }: { n: number; names: string }) =>
    `${names && `${names}\u00a0: `}${n} ${n === 1 ? 'nouveau' : 'nouveaux'}`,
} satisfies Shape<typeof english>
