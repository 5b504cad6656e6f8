import type { ReactNode } from 'react'
import type { offline as english } from '../en/offline.ts'
import { rich } from '../rich.ts'
import type { Shape } from '../room.ts'
import { count } from './count.ts'

export const offline = {
  needs: ({ name }: { name: string }) => `${name}: Dafür brauchst du eine Verbindung.`,
  needsOne: 'Geht nur mit Verbindung',
  asOf: ({ name, at }: { name: ReactNode; at: ReactNode }) => rich`${name}, Stand: ${at}.`,
  cantKeep: 'Dieser Browser kann Änderungen nicht speichern. Lass diese Seite offen, bis sie gesendet sind.',
  failing: 'Der Server hat ein Problem.',
  noConnection: 'Keine Verbindung.',
  noHttps: 'Lass diese Seite offen: Ohne https lässt sie sich nicht wieder öffnen.',
  notSaved: ({ n }: { n: number }) =>
    count(n, {
      one: '1 Änderung wurde nicht gespeichert.',
      other: `${n} Änderungen wurden nicht gespeichert.`,
    }),
  saved: 'Alle Änderungen sind gespeichert.',
  show: 'Anzeigen',
  signIn: ({ n }: { n: number }) =>
    count(n, {
      one: 'Melde dich an, um 1 Änderung zu senden',
      other: `Melde dich an, um ${n} Änderungen zu senden`,
    }),
  waiting: ({ n }: { n: number }) =>
    count(n, {
      one: '1 Änderung wartet hier.',
      other: `${n} Änderungen warten hier.`,
    }),
  changes: 'Änderungen auf diesem Gerät',
  logout: 'Abmelden',
  loggingOut: 'Abmelden',
  offline: 'Du bist offline',
  tryAgain: 'Erneut versuchen',
  unreached: 'Larder ist nicht erreichbar.',
  unreachedSafe: 'Larder ist nicht erreichbar. Deine Listen sind auf dem Server sicher.',
} satisfies Shape<typeof english>
