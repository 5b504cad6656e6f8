/** In the order in which most shops have them; the order of a list that has learned nothing. */
export const CATEGORIES = [
  'produce',
  'bread',
  'deli',
  'meat',
  'fish',
  'dairy',
  'dry',
  'cans',
  'sauces',
  'baking',
  'breakfast',
  'snacks',
  'drinks',
  'frozen',
  'household',
  'other',
] as const

export type Category = (typeof CATEGORIES)[number]
