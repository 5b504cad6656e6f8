import type { browser as english } from '../en/browser.ts'
import type { Shape } from '../room.ts'

const EDITS = 'Tu peux maintenant modifier cette liste.'
const READS = 'Désormais, tu ne peux que voir cette liste.'

export const browser = {
  unreachable: 'Serveur injoignable. Vérifie ta connexion et réessaie.',
  failed: "Ça n'a pas marché. Réessaie.",
  notSentYet: ({ act }: { act: string }) => `Pas encore envoyé\u00a0: ${act}`,
  tooOld: ({ age }: { age: string }) =>
    `Ce changement date de plus de ${age}. Il a peut-être été enregistré à ce moment-là.`,

  itemCreated: 'Nouvel article sur la liste',
  owner: 'Cette liste est maintenant à toi.',
  editor: EDITS,
  'link-editor': EDITS,
  viewer: READS,
  'link-viewer': READS,
} satisfies Shape<typeof english>
