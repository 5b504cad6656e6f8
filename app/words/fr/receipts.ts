import type { receipts as english } from '../en/receipts.ts'
import type { Shape } from '../room.ts'

export const receipts = {
  title: 'TICKET DE CAISSE',
  viewing: 'Affichage du ticket',
  adding: 'Ajout du ticket',
  of: ({ name }: { name: string }) => `Ticket de caisse pour ${name}`,
  fit: 'Ajuster le ticket à la fenêtre',
  full: 'Afficher le ticket en taille réelle',
  preview: 'Aperçu',
  photo: 'Photo du ticket',
  replace: 'Remplacer la photo',
  choose: 'Prendre ou choisir une photo',
  chooseOther: 'Prendre ou choisir une autre photo',
  hint: 'JPEG, PNG ou WebP, 10\u00a0Mo maximum.',
  upload: 'Envoi',
  add: 'AJOUTER LE TICKET',
  addPending: 'AJOUT…',
  update: 'REMPLACER LE TICKET',
  updatePending: 'REMPLACEMENT…',
  remove: 'Retirer le ticket',
  goes: 'Avec le ticket de caisse.',
} satisfies Shape<typeof english>
