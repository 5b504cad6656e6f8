import type { waitingChanges as english } from '../en/waitingChanges.ts'
import type { Shape } from '../room.ts'
import { count } from './count.ts'

export const waitingChanges = {
  conflict: "Quelqu'un d'autre l'a changé aussi",
  discard: 'Abandonner',
  keepTheirs: "Garder l'autre",
  keepYours: 'Garder la tienne',
  notSent: 'Pas encore envoyé',
  ok: 'OK',
  restore: 'Restaurer',
  theirs: 'Autre version',
  tryAgain: 'Réessayer',
  undo: 'Annuler',
  yours: 'Ta version',
  unsent: ({ n }: { n: number }) =>
    count(n, { one: `${n} CHANGEMENT NON ENVOYÉ`, other: `${n} CHANGEMENTS NON ENVOYÉS` }),
  stays: ({ n }: { n: number }) =>
    count(n, {
      one: "Il reste sur cet appareil jusqu'à ta prochaine connexion, sauf si tu le supprimes.",
      other: "Ils restent sur cet appareil jusqu'à ta prochaine connexion, sauf si tu les supprimes.",
    }),
  stay: 'Rester',
  leave: 'Se déconnecter',
  deleteAndLeave: 'Supprimer et se déconnecter',
} satisfies Shape<typeof english>
