import { room } from '../room.ts'
import { cut } from '../text.ts'

export const usual = room('usual', {
  title: 'The usual',
  // Everything that is usual is on the list
  nothing: 'Nothing else is usual here.',
  learns: "What leaves the basket counts: after a few trips, it's here.",
  // Two groups
  due: 'Probably due',
  rest: 'Also usual',
  add: 'ADD',
  addSome: ({ n }: { n: number }) => `ADD ${n}`,
  forget: ({ name }: { name: string }) => `Forget ${cut(name)}`,
})
