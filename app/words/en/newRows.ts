import { room } from '../room.ts'

/** Rows that others have added. */
export const newRows = room('newRows', {
  fromOthers: ({ n, names }: { n: number; names: string }) => `${names}: ${n} new`,
})
