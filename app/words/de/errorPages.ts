import type { ReactNode } from 'react'
import type { errorPages as english } from '../en/errorPages.ts'
import { rich } from '../rich.ts'
import type { Shape } from '../room.ts'

export const errorPages = {
  forbidden: 'Dafür fehlen dir die Rechte',
  unchanged: 'Es wurde nichts geändert.',
  notFound: 'Seite nicht gefunden',
  gone: 'Diese Seite gibt es nicht oder sie wurde gelöscht.',
  linkGone: 'Link nicht gefunden',
  inviteGone: 'Einladung nicht gefunden',
  failed: 'Das hat nicht geklappt',
  unsupported: 'Auf dieser Seite geht das nicht. Es wurde nichts geändert.',
  unclear: 'Der Server hat die Anfrage nicht verstanden. Es wurde nichts geändert.',
  tooLarge: 'Zu groß',
  tooMuchData: 'So viele Daten auf einmal nimmt Larder nicht an. Es wurde nichts geändert.',
  tooMany: 'Zu viele Anfragen',
  wait: 'Warte einen Moment und versuch es noch einmal.',
  busy: 'Server überlastet',
  listsSafe: 'Deine Listen sind sicher. Versuch es gleich noch einmal.',
  full: 'Kein Speicherplatz mehr',
  cantSave: 'Der Server kann gerade nichts speichern. Deine Listen sind noch da.',
  wrong: 'Etwas ist schiefgelaufen',
  allSafe: 'Auf dem Server gab es einen Fehler. Alles Gespeicherte ist sicher. Versuch es noch einmal.',
  report: ({ id }: { id: ReactNode }) => rich`Wenn du das meldest, gib diese Nummer an: ${id}`,
  back: 'Zurück zu Larder',
} satisfies Shape<typeof english>
