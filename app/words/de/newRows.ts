import type { newRows as english } from '../en/newRows.ts'
import type { Shape } from '../room.ts'

export const newRows = {
  news: ({ n, names }: { n: number; names: string }) => `${names && `${names}: `}${n} neu`,
  changes: ({ n }: { n: number }) => `${n} ${n === 1 ? 'Änderung' : 'Änderungen'}`,
} satisfies Shape<typeof english>
