import type { newRows as english } from '../en/newRows.ts'
import type { Shape } from '../room.ts'

export const newRows = {
  news: ({ n, names }: { n: number; names: string }) =>
    `${names && `${names}: `}${n} ${n === 1 ? 'nuevo' : 'nuevos'}`,
  changes: ({ n }: { n: number }) => `${n} ${n === 1 ? 'cambio' : 'cambios'}`,
} satisfies Shape<typeof english>
