import { room } from '../room.ts'

export const offlinePage = room('offlinePage', {
  latest: 'Your latest lists are on this device.',
  openLists: 'Open your lists',
  reloads: 'This page reloads automatically when the connection is back.',
  tab: "You're offline",
  // After a logout
  stillSignedIn: "You're still logged in",
  notLoggedOut:
    "Larder can't be reached, so it doesn't know yet that you want to log out. Your lists are no longer on this device.",
  logsOut: 'This page logs you out automatically when the connection is back.',
})
