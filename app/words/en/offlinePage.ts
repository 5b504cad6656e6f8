import { room } from '../room.ts'

export const offlinePage = room('offlinePage', {
  latest: 'Your latest lists are on this device.',
  openLists: 'Open your lists',
  reloads: 'This page reloads automatically when the connection is back.',
  tab: "You're offline",
})
