import type { notices as english } from '../en/notices.ts'
import type { Shape } from '../room.ts'
import { cut } from '../text.ts'
import { count } from './count.ts'

export const notices = {
  registered: ({ mustConfirm, sendsMail }: { mustConfirm: boolean; sendsMail: boolean }): string => {
    if (!mustConfirm) {
      const ready = 'Ton compte est prêt. Tu peux maintenant te connecter.'
      return sendsMail ? `${ready} Regarde tes e-mails pour confirmer ton compte.` : ready
    }
    return sendsMail
      ? 'Bienvenue\u202f! Regarde tes e-mails pour confirmer ton compte.'
      : "Bienvenue\u202f! Ce serveur n'envoie pas d'e-mails. Demande à la personne qui gère le serveur de confirmer ton compte."
  },
  passwordChanged: 'Ton mot de passe a été changé et ta session est ouverte.',
  resetLinkDead: 'Ce lien est incomplet, a expiré ou a déjà été utilisé.',
  confirmWithPassword:
    "Saisis le mot de passe choisi en créant le compte. Le lien seul ne suffit pas\u00a0: n'importe qui peut créer un compte avec ton adresse e-mail.",
  askNewEmail: ({ email }: { email: string }) => `Ton compte aura désormais l'adresse e-mail ${email}.`,
  confirmNewEmail: ({ email }: { email: string }) =>
    `Saisis ton mot de passe pour remplacer ton adresse e-mail par ${email}.`,
  takeOver:
    "Quelqu'un d'autre a créé un compte avec ton adresse e-mail. Choisis un mot de passe et le compte est à toi\u00a0: toutes les sessions sont fermées, rien n'est partagé.",
  emailConfirmed: 'Ton adresse e-mail est confirmée.',
  emailWasConfirmed: 'Ton adresse e-mail est déjà confirmée.',
  emailWaits: "Ouvre le lien du message que nous t'avons envoyé. D'ici là, ton adresse e-mail reste la même.",
  emailChanged: 'Ton adresse e-mail a été changée.',
  emailWaitsFor: ({ email }: { email: string }) =>
    `Ouvre le lien envoyé à ${email} pour passer à cette adresse.`,
  emailChangedTitle: 'Adresse e-mail changée',
  signInWithNewEmail: 'Connecte-toi désormais avec ta nouvelle adresse e-mail.',
  emailStays: 'Ton adresse e-mail reste la même.',
  profileSaved: "C'est enregistré.",
  currenciesChanged: ({ n, currency }: { n: number; currency: string }) =>
    count(n, {
      one: `Ta liste est maintenant en ${currency}.`,
      other: `Tes ${n} listes sont maintenant en ${currency}.`,
    }),
  guestNamed: ({ name }: { name: string | null }) => (name ? `Bonjour ${name}.` : 'Ton nom a été retiré.'),
  ownPasswordChanged: 'Ton mot de passe a été changé. Tous tes autres navigateurs ont été déconnectés.',
  signedOutElsewhere: ({ n }: { n: number }) =>
    n === 0
      ? "Aucun autre navigateur n'était connecté."
      : count(n, {
          one: `${n} autre navigateur déconnecté.`,
          other: `${n} autres navigateurs déconnectés.`,
        }),
  signedOutEverywhere: 'Tous tes navigateurs sont déconnectés.',
  resetLinkSent: ({ sendsMail }: { sendsMail: boolean }) =>
    sendsMail
      ? "S'il existe un compte avec cette adresse, un lien vient d'y être envoyé."
      : "Ce serveur n'envoie pas d'e-mails. Demande un lien de réinitialisation à la personne qui gère le serveur.",
  resetLinkFailed: "Ça n'a pas marché. Réessaie.",
  loggedOut: 'Déconnexion réussie.',
  accountDeleted: ({ offered }: { offered: number }) =>
    offered > 0
      ? count(offered, {
          one: `Ton compte a été supprimé. ${offered} liste partagée est proposée à une personne qui peut la modifier.`,
          other: `Ton compte a été supprimé. ${offered} listes partagées sont proposées à des personnes qui peuvent les modifier.`,
        })
      : 'Ton compte et toutes ses données ont été supprimés.',
  showsSeen: ({ shows }: { shows: boolean }) =>
    shows ? 'Les autres voient maintenant ce que tu as vu.' : 'Les autres ne voient plus ce que tu as vu.',
  listDeleted: ({ name }: { name: string }) => `«\u00a0${cut(name)}\u00a0» a été supprimée.`,
  listDeletedBy: ({ name, by }: { name: string; by: string }) =>
    `${by} a supprimé «\u00a0${cut(name)}\u00a0».`,
  notOnList: "Tu n'es plus membre de cette liste, ou elle a été supprimée.",
  listNotLoaded:
    "Cette liste n'a pas pu être chargée. Elle est en sécurité sur le serveur. Rouvre-la depuis tes listes.",
  tokenRevoked: 'Jeton révoqué.',
} satisfies Shape<typeof english>
