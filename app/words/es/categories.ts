import type { categories as english } from '../en/categories.ts'
import type { Shape } from '../room.ts'

export const categories = {
  produce: 'Fruta y verdura',
  bread: 'Pan y bollería',
  deli: 'Charcutería y quesos',
  meat: 'Carne',
  fish: 'Pescado',
  dairy: 'Lácteos y huevos',
  dry: 'Pasta, arroz y legumbres',
  cans: 'Conservas',
  sauces: 'Salsas, aceite y especias',
  baking: 'Repostería',
  breakfast: 'Desayuno y mermeladas',
  snacks: 'Aperitivos y dulces',
  drinks: 'Bebidas',
  frozen: 'Congelados',
  household: 'Hogar e higiene',
  other: 'Otros',
} satisfies Shape<typeof english>
