import type { waitingChanges as english } from '../en/waitingChanges.ts'
import type { Shape } from '../room.ts'
import { count } from './count.ts'

export const waitingChanges = {
  conflict: 'Jemand anderes hat das auch geändert',
  discard: 'Verwerfen',
  keepTheirs: 'Andere übernehmen',
  keepYours: 'Deine behalten',
  notSent: 'Noch nicht gesendet',
  ok: 'OK',
  restore: 'Wiederherstellen',
  theirs: 'Andere Version',
  tryAgain: 'Erneut versuchen',
  undo: 'Rückgängig',
  yours: 'Deine Version',
  unsent: ({ n }: { n: number }) =>
    count(n, { one: '1 ÄNDERUNG NICHT GESENDET', other: `${n} ÄNDERUNGEN NICHT GESENDET` }),
  stays: ({ n }: { n: number }) =>
    count(n, {
      one: 'Sie bleibt auf diesem Gerät, bis du dich wieder anmeldest, außer du löschst sie.',
      other: 'Sie bleiben auf diesem Gerät, bis du dich wieder anmeldest, außer du löschst sie.',
    }),
  stay: 'Angemeldet bleiben',
  leave: 'Abmelden',
  deleteAndLeave: 'Löschen und abmelden',
} satisfies Shape<typeof english>
