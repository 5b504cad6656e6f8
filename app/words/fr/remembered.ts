import type { remembered as english } from '../en/remembered.ts'
import type { Shape } from '../room.ts'
import { count } from './count.ts'

type Counted = { n: number; number: string }

export const remembered = {
  title: 'Articles mémorisés',
  backToSettings: 'Retour aux réglages',
  nothingYet: "Rien pour l'instant. Les articles que tu ajoutes ou coches apparaissent ici.",
  items: ({ n }: { n: number }) => count(n, { one: `${n} article`, other: `${n} articles` }),
  foundItems: ({ found, n }: { found: number; n: number }) =>
    count(found, { one: `${found} article sur ${n}`, other: `${found} articles sur ${n}` }),
  whatIsRemembered:
    "Larder mémorise les articles que tu ajoutes et leurs prix, pour te les proposer la prochaine fois. Personne d'autre ne les voit. Larder garde les 5\u202f000 derniers utilisés.",
  search: 'Rechercher',
  noneContains: ({ search }: { search: string }) =>
    `Aucun article mémorisé ne contient «\u00a0${search}\u00a0».`,
  showAll: 'Tout afficher',
  moreItems: ({ number }: Counted) => `Et encore ${number}. Fais une recherche pour trouver un article.`,
  forget: 'Oublier',
  forgetItem: ({ name }: { name: string }) => `Oublier ${name}`,
  forgetItemIn: ({ name, unit }: { name: string; unit: string }) => `Oublier ${name} (${unit})`,

  forgetAll: 'Tout oublier',
  startsAgain: 'Larder repart de zéro avec le prochain article que tu ajoutes.',
  forgetAllItems: 'Oublier tous les articles',
  forgetAllItemsSure: 'Oublier tous les articles\u202f?',
  whatForgettingDoes: ({ n, number }: Counted) =>
    count(n, {
      one: `Larder oublie le seul article mémorisé pour toi, et ses prix. Tes listes ne changent pas. Impossible de revenir en arrière.`,
      other: `Larder oublie les ${number} articles mémorisés pour toi, et leurs prix. Tes listes ne changent pas. Impossible de revenir en arrière.`,
    }),
  forgetting: 'Un instant…',
  cancel: 'Annuler',
} satisfies Shape<typeof english>
