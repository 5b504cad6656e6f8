import { room } from '../room.ts'
import { cut } from '../text.ts'

export const move = room('move', {
  title: 'Move to another list',
  moveWhat: ({ name }: { name: string }) => `Where does ${cut(name)} go?`,
  noOther: 'You have no other list that you can edit.',
  copyTitle: 'Copy open items',
  copyWhat: 'Where do the open items go? They stay here, too.',
  cancel: 'Cancel',
})
