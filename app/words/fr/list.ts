import type { ReactNode } from 'react'
import type { list as english } from '../en/list.ts'
import { rich } from '../rich.ts'
import type { Shape } from '../room.ts'
import { count } from './count.ts'

export const list = {
  viewOnly: 'Lecture',
  changesHere: 'Changements sur cet appareil',

  // Items
  emptyEdit: "Ajoute des articles, et c'est parti pour les courses",
  emptyRead: 'Cette liste est encore vide.',
  basket: ({ n }: { n: number }) => `Dans le panier (${n})`,
  edit: ({ name }: { name: string }) => `Modifier ${name}`,
  delete: ({ name }: { name: string }) => `Supprimer ${name}`,
  ticked: 'Coché',
  notTicked: 'Pas coché',
  forAll: ' pour ',
  guess: 'estimation',
  lastPrice: 'dernier prix',
  notSent: 'pas encore envoyé',

  // All done
  allDone: 'Tout y est',
  inTheBasket: ({ n }: { n: number }) =>
    count(n, { one: `${n} article dans le panier`, other: `${n} articles dans le panier` }),
  withoutPrice: ({ n }: { n: number }) => `dont ${n} sans prix`,
  guessed: 'certains estimés',
  addTheReceipt: 'Ajouter le ticket',
  viewTheReceipt: 'Voir le ticket',
  startAgain: 'Recommencer',
  startAgainFrom: 'Recommencer avec cette liste',

  // Footer
  total: 'Total est.\u00a0:',
  inBasket: ({ sum }: { sum: string }) => `Panier\u00a0: ${sum}`,
  unpriced: ({ n }: { n: number }) => `${n} sans prix`,
  asOf: ({ time }: { time: ReactNode }) => rich`mis à jour\u00a0: ${time}`,
  deleteAll: 'Tout supprimer',
  addItem: '+ ARTICLE',
  /** The title of its dialog. */
  newItem: 'NOUVEL ARTICLE',
  addReceipt: '+ TICKET',
  viewReceipt: 'VOIR TICKET',

  // Line for adding
  add: 'AJOUTER',
  addItems: 'Ajouter des articles',
  addHint: '1 kg de riz, lait x3',
  /** One a line. A tap adds it as it stands here. */
  exampleLines: 'lait\n12 œufs\n2 kg de carottes\npain',
  examples: 'Exemples',
  often: 'Souvent achetés',
  suggestions: 'Suggestions',
  suggested: ({ n }: { n: number }) => count(n, { one: `${n} suggestion`, other: `${n} suggestions` }),

  // Item
  editItem: "MODIFIER L'ARTICLE",
  name: 'Nom',
  quantity: 'Quantité',
  price: 'Prix',
  unit: 'Unité',
  pieces: 'pièces',
  priceFor: 'Pour',
  one: "l'unité",
  allOfIt: 'le tout',
  submit: 'ENREGISTRER',
  submitting: 'UN INSTANT…',
  addAnother: 'Encore un',
  notAdded: ({ name }: { name: string }) => `L'article «\u00a0${name}\u00a0» n'a pas été ajouté.`,

  // Menu and its dialogs
  more: 'Plus',
  rename: 'Renommer',
  renameList: 'RENOMMER LA LISTE',
  duplicate: 'Dupliquer',
  shareText: 'Partager en texte',
  shareAsText: 'PARTAGER EN TEXTE',
  listAsText: 'Texte de la liste',
  copy: 'Copier',
  copied: 'Copié.',
  print: 'Imprimer',
  paste: 'Coller une liste',
  recent: 'Changements récents',
  currency: 'Devise',
  untickAll: 'Tout décocher',
  clearDone: 'Vider le panier',
  shortcuts: 'Raccourcis clavier',

  // Recipes
  recipe: 'Recette',
  enterRecipe: "Une recette, et l'IA trouve les ingrédients…",
  askAi: 'DEMANDER',
  loading: 'Chargement…',
  recipeFirst: "Saisis d'abord le nom d'une recette\u202f!",
  addNamed: ({ name }: { name: string }) => `Ajouter «\u00a0${name}\u00a0» à la liste`,
  didYouMean: 'Tu voulais dire\u00a0:',
  recipesFromCookbook: 'Recettes du livre de cuisine de Larder',
  recipesFrom: ({ source }: { source: string }) => `Source des recettes\u00a0: ${source}`,
  looking: 'Recherche des ingrédients…',
  found: ({ n }: { n: number }) =>
    count(n, {
      one: `Déjà ${n} ingrédient trouvé…`,
      other: `Déjà ${n} ingrédients trouvés…`,
    }),
  cancel: 'Annuler',

  // Others
  yourLists: 'Tes listes',
  searchLists: 'Chercher dans tes listes',
  yourName: 'Ton nom',
  save: 'Enregistrer',
  nameHint: 'Les autres le voient à côté de ce que tu ajoutes et coches.',
  seenUpTo: ({ name, time }: { name: string; time: ReactNode }) => rich`Vu par ${name}\u00a0: ${time}.`,
  notYet: ({ names }: { names: string }) => `Pas encore vu\u00a0: ${names}.`,
  /** After 'Vu par' */
  withLink: "quelqu'un avec un lien",
  withNamedLink: ({ name }: { name: string }) => `quelqu'un avec le lien «\u00a0${name}\u00a0»`,
} satisfies Shape<typeof english>
