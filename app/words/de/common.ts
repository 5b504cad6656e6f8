import type { common as english } from '../en/common.ts'
import type { Shape } from '../room.ts'

export const common = {
  backToList: 'Zurück zur Liste',
  backToLists: 'Zurück zu deinen Listen',
  dark: 'Dunkles Design',
  home: 'Startseite von Larder',
  hello: ({ name }: { name: string }) => `Hallo ${name}`,
  people: 'Personen',
  settings: 'Einstellungen',
  share: 'Teilen',
  sharing: 'Teilen',
  messages: 'Meldungen',
  redo: 'Wiederholen',
  undo: 'Rückgängig',
  undoMore: 'Weiter zurück',
  close: 'Schließen',
} satisfies Shape<typeof english>
