import type { actNames as english } from '../en/actNames.ts'
import type { Shape } from '../room.ts'

type Named = { name: string }

export const actNames = {
  tickItem: ({ name }: Named) => `cocher ${name}`,
  untickItem: ({ name }: Named) => `décocher ${name}`,
  addItem: ({ name }: Named) => `ajouter ${name}`,
  changeItem: ({ name }: Named) => `modifier ${name}`,
  deleteItem: ({ name }: Named) => `supprimer ${name}`,
  restoreItem: ({ name }: Named) => `restaurer ${name}`,
  finish: () => 'terminer les courses',
  undoLast: () => 'annuler le dernier changement',
} satisfies Shape<typeof english>
