import type { currency as english } from '../en/currency.ts'
import type { Shape } from '../room.ts'

export const currency = {
  title: 'Devise',
  label: 'Devise de cette liste',
  help: "Les montants ne changent pas\u00a0: 3,50 reste 3,50 dans la nouvelle devise. Si elle n'a pas de décimales, les prix sont arrondis. Tu peux annuler.",
  save: 'Enregistrer',
  saving: 'Enregistrement…',
  cancel: 'Annuler',
} satisfies Shape<typeof english>
