import type { categories as english } from '../en/categories.ts'
import type { Shape } from '../room.ts'

export const categories = {
  produce: 'Fruits et légumes',
  bread: 'Pain et viennoiseries',
  deli: 'Charcuterie et fromages',
  meat: 'Viande',
  fish: 'Poisson',
  dairy: 'Crèmerie et œufs',
  dry: 'Pâtes, riz et légumes secs',
  cans: 'Conserves',
  sauces: 'Sauces, huile et épices',
  baking: 'Pour la pâtisserie',
  breakfast: 'Petit-déjeuner et tartines',
  snacks: 'Apéro et sucreries',
  drinks: 'Boissons',
  frozen: 'Surgelés',
  household: 'Maison et hygiène',
  other: 'Autres',
} satisfies Shape<typeof english>
