import type { categories as english } from '../en/categories.ts'
import type { Shape } from '../room.ts'

export const categories = {
  produce: 'Obst & Gemüse',
  bread: 'Brot & Backwaren',
  deli: 'Wurst & Käse',
  meat: 'Fleisch',
  fish: 'Fisch',
  dairy: 'Milch & Eier',
  dry: 'Nudeln, Reis & Vorräte',
  cans: 'Konserven',
  sauces: 'Saucen, Öl & Gewürze',
  baking: 'Backzutaten',
  breakfast: 'Frühstück & Aufstriche',
  snacks: 'Snacks & Süßes',
  drinks: 'Getränke',
  frozen: 'Tiefgekühltes',
  household: 'Haushalt & Hygiene',
  other: 'Sonstiges',
} satisfies Shape<typeof english>
