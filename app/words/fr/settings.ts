import type { ReactNode } from 'react'
import type { settings as english } from '../en/settings.ts'
import { rich } from '../rich.ts'
import type { Shape } from '../room.ts'
import { count } from './count.ts'

export const settings = {
  settings: 'Réglages',
  passwordAndBrowsers: 'Mot de passe et navigateurs',
  forPrograms: 'Pour les programmes',
  alsoForLists: ({ symbol, n }: { symbol: string; n: number }) =>
    count(n, {
      one: `Utiliser aussi ${symbol} pour ta liste\u00a0?`,
      other: `Utiliser aussi ${symbol} pour tes ${n} listes\u00a0?`,
    }),
  useCurrency: ({ symbol }: { symbol: string }) => `Utiliser ${symbol}`,
  keepCurrencies: 'Non',
  save: 'Enregistrer',
  formatsAndTimeZone: 'Formats et fuseau horaire',

  you: 'Ton profil',
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

  password: 'Mot de passe',
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

  showSeen: "Montrer aux autres ce que j'ai vu",

  keptLists: ({ ahead, most, keptFor }: { ahead: number; most: number; keptFor: string }) =>
    `Hors connexion, ce navigateur ouvre pendant ${keptFor} tes ${ahead} dernières listes et celles que tu as ouvertes, ${most} au maximum.`,

  showRemembered: 'Voir les articles mémorisés',

  yourData: 'Tes données',
  dataAsZip: ({ storage }: { storage: string }) =>
    `Télécharge tes listes, articles et tickets de caisse dans un seul fichier ZIP. Espace de stockage utilisé\u00a0: ${storage}.`,
  downloadData: 'Télécharger tes données',

  whatTokensDo:
    'Avec un jeton, un script, un raccourci ou une maison connectée peut lire et modifier tes listes.',
  apiReference: "Documentation de l'API (en anglais)",
  copyToken: ({ name }: { name: ReactNode }) =>
    rich`Jeton pour ${name}. Copie-le maintenant\u00a0: il ne sera plus affiché.`,
  yourTokens: 'Tes jetons',
  createToken: 'Créer un jeton',
  tokenName: 'Nom du jeton',
  tokenExample: 'Home Assistant',
  lastUsed: ({ created, lastUsed }: { created: string; lastUsed: string }) =>
    `Créé le ${created} · dernière utilisation le ${lastUsed}`,
  neverUsed: ({ created }: { created: string }) => `Créé le ${created} · jamais utilisé`,
  revoke: 'Révoquer',
  revokeToken: ({ name }: { name: string }) => `Révoquer ${name}`,

  deleteMyAccount: 'Supprimer mon compte',
} satisfies Shape<typeof english>
