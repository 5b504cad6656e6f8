import type { ReactNode } from 'react'
import type { settings as english } from '../en/settings.ts'
import { rich } from '../rich.ts'
import type { Shape } from '../room.ts'

export const settings = {
  settings: 'Réglages',

  you: 'Ton profil',
  saveName: 'Enregistrer le nom',
  saving: 'Enregistrement…',
  yourName: 'Ton nom',
  email: 'E-mail',
  changeEmail: "Changer l'adresse e-mail",
  nextEmail: 'Nouvelle adresse e-mail',

  language: 'Langue',
  automatic: 'Automatique',
  numbersAndDates: 'Nombres et dates',
  timeZone: 'Fuseau horaire',
  currency: 'Devise des nouvelles listes',
  saveLanguage: 'Enregistrer la langue',
  languageHelp:
    '«\u00a0Automatique\u00a0» suit la langue de ce navigateur. Les e-mails de Larder sont aussi dans cette langue.',

  password: 'Mot de passe',
  passwordSignsOut:
    "Un nouveau mot de passe déconnecte tous tes autres navigateurs. Les jetons d'API restent valables tant que tu ne les révoques pas.",
  changePassword: 'Changer le mot de passe',
  changing: 'Enregistrement…',
  currentPassword: 'Mot de passe actuel',
  newPassword: 'Nouveau mot de passe',

  whereSignedIn: 'Navigateurs connectés',
  signedInOn: ({ n }: { n: number }) =>
    `Ton compte est ouvert dans ${n} navigateurs. Si tu ne reconnais pas l'un d'eux, déconnecte tous les autres et change ton mot de passe.`,
  signedInHere: "Ton compte n'est ouvert que dans ce navigateur.",
  thisBrowser: 'Ce navigateur',
  anotherBrowser: 'Autre navigateur',
  signedIn: ({ since }: { since: ReactNode }) => rich`Connexion\u00a0: ${since}`,
  lastSeen: ({ at, since }: { at: ReactNode; since: ReactNode }) =>
    rich`Dernière activité\u00a0: ${at} · connexion\u00a0: ${since}`,
  moreSessions: ({ n }: { n: number }) => `Et encore ${n}.`,
  signOutElsewhere: 'Déconnecter tous les autres',
  signOutEverywhere: 'Se déconnecter partout',

  sharedLists: 'Listes partagées',
  whoHasSeen:
    'Sur une liste partagée, les membres voient qui a les derniers changements\u00a0: «\u00a0Vu par Léa\u00a0: 10:42.\u00a0» Si tu désactives cette option, personne ne voit où tu en es.',
  showSeen: "Montrer aux autres ce que j'ai vu",

  withoutConnection: 'Hors connexion',
  keptLists: ({ ahead, most, keptFor }: { ahead: number; most: number; keptFor: string }) =>
    `Ce navigateur garde tes ${ahead} dernières listes et celles que tu ouvres, ${most} au maximum, pendant ${keptFor}. Hors connexion, tu peux les ouvrir, cocher, ajouter, modifier et supprimer. Les changements partent quand la connexion revient. Si tu te déconnectes, les listes gardées sont supprimées.`,
  onIPhone:
    "Sur iPhone et iPad, les changements ne partent que si Larder est ouvert. Safari supprime ce qu'il garde après sept jours d'utilisation sans Larder, sauf si tu ajoutes Larder à l'écran d'accueil.",

  rememberedItems: 'Articles mémorisés',
  whatIsRemembered:
    "Larder mémorise les articles et les prix, pour te les proposer la prochaine fois. Personne d'autre ne les voit.",
  showRemembered: 'Voir les articles mémorisés',

  yourData: 'Tes données',
  dataAsZip: ({ storage }: { storage: string }) =>
    `Télécharge tes listes, articles et tickets de caisse dans un seul fichier ZIP. Espace de stockage utilisé\u00a0: ${storage}.`,
  downloadData: 'Télécharger tes données',

  tokens: "Jetons d'API",
  whatTokensDo:
    'Avec un jeton, un script, un raccourci ou une maison connectée peut lire et modifier tes listes. Toute personne qui a le jeton le peut aussi\u00a0: crée un jeton pour chaque usage et révoque ceux qui ne servent plus.',
  apiReference: "Documentation de l'API (en anglais)",
  copyToken: ({ name }: { name: ReactNode }) =>
    rich`Jeton pour ${name}. Copie-le maintenant\u00a0: il ne sera plus affiché.`,
  noTokens: "Aucun jeton pour l'instant.",
  yourTokens: 'Tes jetons',
  createToken: 'Créer un jeton',
  tokenName: 'Nom du jeton',
  tokenExample: 'Home Assistant',
  lastUsed: ({ created, lastUsed }: { created: string; lastUsed: string }) =>
    `Créé le ${created} · dernière utilisation le ${lastUsed}`,
  neverUsed: ({ created }: { created: string }) => `Créé le ${created} · jamais utilisé`,
  revoke: 'Révoquer',
  revokeToken: ({ name }: { name: string }) => `Révoquer ${name}`,

  deleteAccount: 'Supprimer le compte',
  whatDeletingDoes:
    'Supprime définitivement ton compte, avec tes listes, tes articles et tes tickets de caisse. La page suivante te demande ton mot de passe.',
  deleteMyAccount: 'Supprimer mon compte',
} satisfies Shape<typeof english>
