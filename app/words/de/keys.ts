import type { keys as english } from '../en/keys.ts'
import type { Shape } from '../room.ts'

export const keys = {
  newItem: 'Neuer Artikel',
  searchMany: 'Deine Listen durchsuchen, wenn es mehr als zehn sind',
  fromItemToItem: 'Von Artikel zu Artikel springen',
  space: 'Leertaste',
  tick: 'Artikel abhaken oder Haken entfernen',
  goToMessage: 'Zur Meldung springen',
  showShortcuts: 'Diese Tastenkürzel anzeigen',
  undo: 'Rückgängig',
} satisfies Shape<typeof english>
