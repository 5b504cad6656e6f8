import type { actNames as english } from '../en/actNames.ts'
import type { Shape } from '../room.ts'

type Named = { name: string }

export const actNames = {
  tickItem: ({ name }: Named) => `${name} abhaken`,
  untickItem: ({ name }: Named) => `Haken für ${name} entfernen`,
  addItem: ({ name }: Named) => `${name} hinzufügen`,
  changeItem: ({ name }: Named) => `${name} ändern`,
  deleteItem: ({ name }: Named) => `${name} löschen`,
  restoreItem: ({ name }: Named) => `${name} wiederherstellen`,
  finish: () => 'Einkauf abschließen',
  undoLast: () => 'letzte Änderung rückgängig machen',
} satisfies Shape<typeof english>
