import { room } from '../room.ts'

export const common = room('common', {
  // Bar
  backToList: 'Back to the list',
  backToLists: 'Back to your lists',
  dark: 'Dark theme',
  home: 'Larder home',
  hello: ({ name }: { name: string }) => `Hello, ${name}`,
  people: 'People',
  settings: 'Settings',
  share: 'Share',
  sharing: 'Sharing',
  // Messages
  messages: 'Notifications',
  redo: 'Redo',
  undo: 'Undo',
  undoMore: 'Undo more',
  // Dialog
  close: 'Close',
})
