import { room } from '../room.ts'

export const sums = room('sums', {
  noItems: 'No items yet',
  allDone: 'All done',
  left: ({ left, items }: { left: number; items: number }) => `${left} of ${items} left`,
})
