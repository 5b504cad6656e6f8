import type { keys as english } from '../en/keys.ts'
import type { Shape } from '../room.ts'

export const keys = {
  newItem: 'Nouvel article',
  searchMany: 'Chercher dans tes listes, si tu en as plus de dix',
  fromItemToItem: "Passer d'un article à l'autre",
  space: 'Espace',
  tick: "Cocher ou décocher l'article",
  goToMessage: 'Aller au message',
  showShortcuts: 'Afficher ces raccourcis',
  undo: 'Annuler',
} satisfies Shape<typeof english>
