import { room } from '../room.ts'

type Named = { name: string }

/** What somebody has done, while it waits on their device. */
export const actNames = room('actNames', {
  tickItem: ({ name }: Named) => `tick ${name}`,
  untickItem: ({ name }: Named) => `untick ${name}`,
  addItem: ({ name }: Named) => `add ${name}`,
  changeItem: ({ name }: Named) => `change ${name}`,
  deleteItem: ({ name }: Named) => `delete ${name}`,
  restoreItem: ({ name }: Named) => `restore ${name}`,
  finish: () => 'finish shopping',
  undoLast: () => 'undo the last change',
})
