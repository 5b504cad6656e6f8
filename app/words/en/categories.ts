import { room } from '../room.ts'

// Headings of a list by aisle, and choices in an item's dialog.

export const categories = room('categories', {
  produce: 'Fruit & vegetables',
  bread: 'Bread & bakery',
  deli: 'Deli & cheese',
  meat: 'Meat',
  fish: 'Fish',
  dairy: 'Dairy & eggs',
  dry: 'Pasta, rice & dry goods',
  cans: 'Cans & jars',
  sauces: 'Sauces, oil & spices',
  baking: 'Baking',
  breakfast: 'Breakfast & spreads',
  snacks: 'Snacks & sweets',
  drinks: 'Drinks',
  frozen: 'Frozen',
  household: 'Household & hygiene',
  other: 'Other',
})
