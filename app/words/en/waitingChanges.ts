import { room } from '../room.ts'
import { count } from './count.ts'

export const waitingChanges = room('waitingChanges', {
  conflict: 'Somebody else changed it, too',
  discard: 'Discard',
  keepTheirs: 'Keep theirs',
  keepYours: 'Keep yours',
  notSent: 'Not sent yet',
  ok: 'OK',
  restore: 'Restore',
  theirs: 'Theirs',
  tryAgain: 'Try again',
  undo: 'Undo',
  yours: 'Yours',
  // Logging out
  unsent: ({ n }: { n: number }) => count(n, { one: '1 CHANGE NOT SENT', other: `${n} CHANGES NOT SENT` }),
  stays: ({ n }: { n: number }) =>
    count(n, {
      one: 'It stays on this device until you log in again, unless you delete it.',
      other: 'They stay on this device until you log in again, unless you delete them.',
    }),
  stay: 'Stay logged in',
  leave: 'Log out',
  deleteAndLeave: 'Delete and log out',
})
