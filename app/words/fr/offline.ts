import type { ReactNode } from 'react'
import type { offline as english } from '../en/offline.ts'
import { rich } from '../rich.ts'
import type { Shape } from '../room.ts'
import { count } from './count.ts'

export const offline = {
  needs: ({ name }: { name: string }) => `${name}\u00a0: il faut une connexion.`,
  needsOne: 'Il faut une connexion',
  asOf: ({ name, at }: { name: ReactNode; at: ReactNode }) =>
    rich`${name}, dernière mise à jour\u00a0: ${at}.`,
  cantKeep: "Ce navigateur ne peut pas garder les changements. Laisse cette page ouverte jusqu'à leur envoi.",
  failing: 'Le serveur a un problème.',
  noConnection: 'Pas de connexion.',
  noHttps: 'Laisse cette page ouverte\u00a0: sans https, impossible de la rouvrir.',
  notSaved: ({ n }: { n: number }) =>
    count(n, {
      one: `${n} changement n'a pas été enregistré.`,
      other: `${n} changements n'ont pas été enregistrés.`,
    }),
  saved: 'Tous les changements sont enregistrés.',
  show: 'Afficher',
  signIn: ({ n }: { n: number }) =>
    count(n, {
      one: `Connecte-toi pour envoyer ${n} changement`,
      other: `Connecte-toi pour envoyer ${n} changements`,
    }),
  waiting: ({ n }: { n: number }) =>
    count(n, {
      one: `${n} changement en attente ici.`,
      other: `${n} changements en attente ici.`,
    }),
  changes: 'Changements sur cet appareil',
  logout: 'Se déconnecter',
  loggingOut: 'Déconnexion',
  offline: 'Tu es hors connexion',
  tryAgain: 'Réessayer',
  unreached: 'Larder est injoignable.',
  unreachedSafe: 'Larder est injoignable. Tes listes sont en sécurité sur le serveur.',
} satisfies Shape<typeof english>
