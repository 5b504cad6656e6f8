import type { offlinePage as english } from '../en/offlinePage.ts'
import type { Shape } from '../room.ts'

export const offlinePage = {
  latest: 'Deine neuesten Listen sind auf diesem Gerät.',
  openLists: 'Deine Listen öffnen',
  reloads: 'Sobald die Verbindung wieder da ist, lädt diese Seite von selbst neu.',
  tab: 'Du bist offline',
  stillSignedIn: 'Du bist noch angemeldet',
  notLoggedOut:
    'Larder ist nicht erreichbar und weiß noch nicht, dass du dich abmelden willst. Deine Listen sind nicht mehr auf diesem Gerät.',
  logsOut: 'Sobald die Verbindung wieder da ist, meldet dich diese Seite von selbst ab.',
} satisfies Shape<typeof english>
