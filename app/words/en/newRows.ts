import { room } from '../room.ts'

/** Rows that came from elsewhere. Without names, some are of the reader. */
export const newRows = room('newRows', {
  news: ({ n, names }: { n: number; names: string }) => `${names && `${names}: `}${n} new`,
  changes: ({ n }: { n: number }) => `${n} ${n === 1 ? 'change' : 'changes'}`,
})
