import type { addLines as english } from '../en/addLines.ts'
import type { Shape } from '../room.ts'

export const addLines = {
  addToAList: 'Ajouter à une liste',
  list: 'Liste',
  orCreateList: 'Ou créer une liste',
  listName: 'Nom de la liste',
  listExample: 'Courses',
  someLeftOut: 'Il manque des lignes. Partage-les à part.',
  noItemsFound: 'Aucun article trouvé dans ce texte.',
  sharedExample: 'Lait\n2 baguettes',
  quantityFirst: "Un article par ligne, la quantité d'abord.",

  pasteAList: 'Coller une liste',
  pastedExample: '2 kg de carottes\n12 œufs 2,99',
  whatIsRemoved:
    "Un article par ligne. Tu peux coller une recette ou un message\u00a0: les puces, les heures et les noms d'expéditeurs sont retirés.",
  cancel: 'Annuler',

  items: 'Articles',
  next: 'Suivant',
  itemsToAdd: 'Articles à ajouter',
  line: ({ n }: { n: number }) => `Ligne ${n}`,
  addToList: 'Ajouter à la liste',
  adding: 'Ajout…',
} satisfies Shape<typeof english>
