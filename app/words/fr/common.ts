import type { common as english } from '../en/common.ts'
import type { Shape } from '../room.ts'

export const common = {
  backToList: 'Retour à la liste',
  backToLists: 'Retour à tes listes',
  dark: 'Thème sombre',
  home: 'Accueil de Larder',
  hello: ({ name }: { name: string }) => `Bonjour ${name}`,
  people: 'Membres',
  settings: 'Réglages',
  share: 'Partager',
  sharing: 'Partage',
  messages: 'Notifications',
  redo: 'Rétablir',
  undo: 'Annuler',
  undoMore: 'Annuler encore',
  close: 'Fermer',
} satisfies Shape<typeof english>
