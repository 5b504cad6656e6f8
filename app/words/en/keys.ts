import { room } from '../room.ts'

export const keys = room('keys', {
  newItem: 'New item',
  searchMany: 'Search your lists, if you have more than ten',
  fromItemToItem: 'Go from item to item',
  space: 'Space',
  tick: 'Tick the item, or untick it',
  goToMessage: 'Go to the message',
  showShortcuts: 'Show these shortcuts',
  undo: 'Undo',
})
