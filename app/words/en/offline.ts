import type { ReactNode } from 'react'
import { rich } from '../rich.ts'
import { room } from '../room.ts'
import { count } from './count.ts'

export const offline = room('offline', {
  // useNeedsConnection
  needs: ({ name }: { name: string }) => `${name} needs a connection.`,
  needsOne: 'Needs a connection',
  // ReachStatus
  asOf: ({ name, at }: { name: ReactNode; at: ReactNode }) => rich`${name} as of ${at}.`,
  cantKeep: "This browser can't keep changes. Leave this page open until they are sent.",
  failing: 'The server has a problem.',
  noConnection: 'No connection.',
  noHttps: "Leave this page open: without https, it can't be opened again.",
  notSaved: ({ n }: { n: number }) =>
    count(n, { one: "1 change wasn't saved.", other: `${n} changes weren't saved.` }),
  saved: 'All changes are saved.',
  show: 'Show',
  signIn: ({ n }: { n: number }) =>
    count(n, { one: 'Log in to send 1 change', other: `Log in to send ${n} changes` }),
  waiting: ({ n }: { n: number }) =>
    count(n, {
      one: '1 change is waiting here.',
      other: `${n} changes are waiting here.`,
    }),
  changes: 'Changes on this device',
  // Logout
  logout: 'Logout',
  loggingOut: 'Logging out',
  // OfflineNotice
  offline: "You're offline",
  tryAgain: 'Try again',
  unreached: "Larder can't be reached.",
  unreachedSafe: "Larder can't be reached. Your lists are safe on the server.",
})
