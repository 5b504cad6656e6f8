import type { offlinePage as english } from '../en/offlinePage.ts'
import type { Shape } from '../room.ts'

export const offlinePage = {
  latest: 'Deine neuesten Listen sind auf diesem Gerät.',
  openLists: 'Deine Listen öffnen',
  reloads: 'Sobald die Verbindung wieder da ist, lädt diese Seite von selbst neu.',
  tab: 'Du bist offline',
} satisfies Shape<typeof english>
