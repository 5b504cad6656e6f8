import type { newRows as english } from '../en/newRows.ts'
import type { Shape } from '../room.ts'

export const newRows = {
  fromOthers: ({ n, names }: { n: number; names: string }) =>
    `${names}: ${n === 1 ? '1 nuevo' : `${n} nuevos`}`,
} satisfies Shape<typeof english>
