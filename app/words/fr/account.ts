import type { ReactNode } from 'react'
import type { account as english } from '../en/account.ts'
import { rich } from '../rich.ts'
import type { Shape } from '../room.ts'
import { count } from './count.ts'

export const account = {
  email: 'E-mail',
  emailExample: 'toi@example.org',
  password: 'Mot de passe',
  newPasswordLength: ({ n }: { n: number }) =>
    count(n, { one: `Au moins ${n} caractère`, other: `Au moins ${n} caractères` }),
  show: 'Voir',
  yourPassword: 'Ton mot de passe',
  currentPassword: 'Mot de passe actuel',
  name: 'Nom',
  yourName: 'Ton nom',
  submit: 'Valider',
  submitting: 'Envoi…',

  loginTitle: 'CONNEXION',
  signInToAcceptYours: 'Connecte-toi pour accepter ton invitation.',
  signedInAs: ({ name }: { name: string }) => `Compte connecté\u00a0: ${name}.`,
  goToLists: 'Voir tes listes',
  forgotPassword: 'Mot de passe oublié\u202f?',
  needAccount: 'Première visite\u202f?',
  signUp: 'CRÉER UN COMPTE',

  registerTitle: 'CRÉER UN COMPTE',
  registerToAcceptYours: 'Crée un compte, puis connecte-toi pour accepter ton invitation.',
  alreadyMember: 'Déjà un compte\u202f?',
  logIn: 'SE CONNECTER',
  noMailToConfirm:
    "Ce serveur n'envoie pas d'e-mails. Une fois ton compte créé, demande à la personne qui gère le serveur de le confirmer.",
  noMailToReset:
    "Ce serveur n'envoie pas d'e-mails. Si tu oublies ton mot de passe, demande un lien de réinitialisation à la personne qui gère le serveur.",

  forgotTitle: 'MOT DE PASSE OUBLIÉ',
  enterEmail: 'Saisis ton adresse e-mail\u00a0: tu recevras un lien pour choisir un nouveau mot de passe.',
  sendLink: 'Recevoir le lien',
  sendingLink: 'Envoi…',
  alreadyHaveAccount: 'Déjà un compte\u202f?',
  checkEmail: 'Regarde tes e-mails\u202f!',
  linkSent: ({ lifetime }: { lifetime: string }) =>
    `S'il existe un compte avec cette adresse, un lien vient d'y être envoyé. Il est valable ${lifetime}.`,
  askForLink:
    "Ce serveur n'envoie pas d'e-mails. Demande un lien de réinitialisation à la personne qui gère le serveur.",
  goBack: 'Retour',

  resetTitle: 'NOUVEAU MOT DE PASSE',
  reset: 'ENREGISTRER',
  resetting: 'Enregistrement…',
  getNewLink: 'Demander un nouveau lien',
  needNewLink: 'Lien expiré\u202f?',
  getOne: 'NOUVEAU LIEN',

  confirmTitle: 'Confirme ton adresse e-mail',
  confirming: 'Chargement…',
  confirm: 'Confirmer mon adresse',
  didNotRegister: "Je n'ai pas créé ce compte",
  confirmedTitle: 'Compte confirmé',
  confirmed: 'Merci. Tu peux maintenant te connecter.',
  alreadyConfirmedTitle: 'Adresse déjà confirmée',
  alreadyConfirmed: 'Ton adresse e-mail est déjà confirmée. Tu peux te connecter.',
  pleaseLogIn: 'Se connecter',
  notConfirmedTitle: 'Adresse non confirmée',
  notConfirmed: "Ça n'a pas marché. Vérifie que le lien de confirmation est complet.",
  signIn: 'Se connecter',

  invitationTitle: 'INVITATION',
  openList: 'Ouvrir la liste',
  accept: 'Accepter',
  shareMineToo: 'Partager aussi toutes les miennes',
  changeLater: 'Modifiable plus tard sous «\u00a0Foyer\u00a0».',
  accepting: 'Un instant…',
  signInOrRegisterToAccept: 'Connecte-toi ou crée un compte pour accepter. Tu reviendras ensuite ici.',
  signInToAccept: 'Connecte-toi pour accepter. Tu reviendras ensuite ici.',
  register: 'Créer un compte',

  deleteTitle: 'SUPPRIMER LE COMPTE',
  deletes: ({ email }: { email: ReactNode }) =>
    rich`Tu vas supprimer définitivement le compte ${email}, avec tous ses articles et tickets. Tous tes appareils seront déconnectés. Impossible de revenir en arrière.`,
  deletesLists: ({ email, n }: { email: ReactNode; n: number }) =>
    rich`Tu vas supprimer définitivement le compte ${email}, ${listCount(n)}, tous les articles et tous les tickets. Tous tes appareils seront déconnectés. Impossible de revenir en arrière.`,
  deletesUnshared: ({ email }: { email: ReactNode }) =>
    rich`Tu vas supprimer définitivement le compte ${email}, avec tous ses articles et tickets. Tous tes appareils seront déconnectés. Impossible de revenir en arrière.`,
  deletesUnsharedLists: ({ email, n }: { email: ReactNode; n: number }) =>
    rich`Tu vas supprimer définitivement le compte ${email}, avec ${listCount(n)} et ${n < 2 ? 'ses' : 'leurs'} articles et tickets. Tous tes appareils seront déconnectés. Impossible de revenir en arrière.`,
  backupsKeep: ({ download }: { download: ReactNode }) =>
    rich`Les sauvegardes de ce serveur en gardent une copie jusqu'à ce que de plus récentes les remplacent. Avant de supprimer le compte, tu peux ${download}.`,
  downloadData: 'télécharger tes données',
  deleteAccount: 'Supprimer mon compte',
  deleting: 'Suppression…',
  cancel: 'Annuler',
  sharedLists: "Tes listes que d'autres peuvent modifier",
  offerLists: 'Les proposer à ces personnes',
  offered: ({ listName, name }: { listName: string; name: string }) =>
    `La liste «\u00a0${listName}\u00a0» est proposée à ${name}`,
  eachEditorHas: ({ days }: { days: string }) =>
    `Chaque personne qui peut les modifier a ${days} pour accepter, puis c'est au tour de la suivante. Les listes que personne n'accepte sont supprimées.`,
  deleteLists: 'Les supprimer pour tout le monde',
  signInLead: ({ n }: { n: number }) =>
    count(n, {
      one: `Connecte-toi pour envoyer ${n} changement.`,
      other: `Connecte-toi pour envoyer ${n} changements.`,
    }),

  deleteAccountTab: 'Supprimer le compte',
  forgotPasswordTab: 'Mot de passe oublié',
  invitationTab: 'Invitation',
  resetPasswordTab: 'Nouveau mot de passe',
} satisfies Shape<typeof english>

const listCount = (n: number) => count(n, { one: `${n} liste`, other: `${n} listes` })
