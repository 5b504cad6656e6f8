import type { ReactNode } from 'react'
import type { landing as english } from '../en/landing.ts'
import { rich } from '../rich.ts'
import type { Shape } from '../room.ts'

export const landing = {
  shopOnce: 'Courses faites.',
  forgetNothing: 'Zéro oubli.',
  description:
    "Des listes de courses plus simples grâce à l'IA, avec tes dépenses et tes tickets de caisse au même endroit.",
  phone:
    'Une liste dans Larder sur un téléphone\u00a0: les articles à prendre avec leurs quantités et leurs prix, les articles cochés en dessous et le total estimé.',
  yourLists: 'Tes listes',
  register: 'Créer un compte',
  logIn: 'Se connecter',
  madeBy: "Fait avec soin par l'équipe de Larder.",

  shared: 'Pour toute la maison',
  sharedText:
    'Un article coché se voit aussitôt sur tous les téléphones. Pour les invités, un lien suffit, sans compte.',
  offline: 'Marche sans réseau',
  offlineText: 'Coche et ajoute au sous-sol du supermarché. Larder envoie tout plus tard.',
  typed: "Il suffit d'écrire",
  typedText:
    '«\u00a02 kg pommes de terre 3,50, lait x3\u00a0» donne deux articles et leur total, avant la caisse.',
  undo: ({ days }) => `${days} pour annuler`,
  undoText:
    "Un article coché, une modification, même une liste supprimée. Une coupure de courant n'efface rien.",
  fast: 'Rapide sur un vieux téléphone',
  fastText: "Les pages sont légères et s'ouvrent vite, même avec un mauvais réseau.",
  ownServer: 'Sur ton propre serveur',
  ownServerText: 'Tes listes restent chez toi. Pas de compte ailleurs.',

  serverIsNew: 'Ce serveur est tout neuf\u00a0:',
  noAccountsYet: ({ serverIsNew, createFirst }: { serverIsNew: ReactNode; createFirst: ReactNode }) =>
    rich`${serverIsNew} il n'a pas encore de compte. ${createFirst}.`,
  noAccountsAndClosed: ({ serverIsNew, command }: { serverIsNew: ReactNode; command: ReactNode }) =>
    rich`${serverIsNew} il n'a pas encore de compte, et on ne peut pas en créer ici. La personne qui le gère peut en créer un avec ${command}.`,
  createFirst: 'Crée le premier',

  appDescription: 'Les listes de courses de ton foyer, sur ton propre serveur.',
  tab: 'Larder\u00a0: les listes de courses de la maison',
} satisfies Shape<typeof english>
