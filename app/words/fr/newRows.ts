import type { newRows as english } from '../en/newRows.ts'
import type { Shape } from '../room.ts'

export const newRows = {
  fromOthers: ({ n, names }: { n: number; names: string }) =>
    `${names}\u00a0: ${n === 1 ? '1 nouveau' : `${n} nouveaux`}`,
} satisfies Shape<typeof english>
