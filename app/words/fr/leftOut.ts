import type { leftOut as english } from '../en/leftOut.ts'
import type { Shape } from '../room.ts'

export const leftOut = {
  ticked: 'Déjà coché',
  heading: 'Titre',
  link: 'Lien',
  facts: 'Portions, durée, etc.',
  step: 'Étape',
  message: 'Message sans article',
  empty: 'Aucun texte',
} satisfies Shape<typeof english>
