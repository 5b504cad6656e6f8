import type { Dish, Ingredient, PantryItem } from './parse.ts'

export type ShoppingItem = { name: string; quantityMilli: number; priceCents: number }

/** Nobody opens another can for the last spoonful. */
const CLOSE_ENOUGH = 0.1

export function shoppingFor(dish: Dish, times: number): ShoppingItem[] {
  return dish.ingredients.map((ingredient) => ({
    name: ingredient.item.label,
    quantityMilli: quantityMilli(ingredient, times),
    priceCents: Math.round(ingredient.item.price * 100),
  }))
}

function quantityMilli({ item, amount }: Ingredient, times: number): number {
  const needed = amount * times
  const roundings: Record<PantryItem['rounding'], () => number> = {
    keeps: () => 1000,
    whole: () => 1000 * Math.max(1, Math.ceil(needed - CLOSE_ENOUGH)),
    half: () => 500 * Math.max(1, Math.ceil(2 * (needed - CLOSE_ENOUGH))),
    weighed: () => weighed(needed * 1000),
  }
  return roundings[item.rounding]()
}

/** As one asks for it at the counter: 30 g, 350 g, 1.2 kg. */
function weighed(grams: number): number {
  const step = grams < 100 ? 10 : grams < 1000 ? 50 : 100
  return Math.max(step, step * Math.ceil(grams / step - 0.01))
}
