import type { Dish, Ingredient, PantryItem } from './parse.ts'

export type ShoppingItem = { name: string; quantityMilli: number; priceCents: number }

/** A tenth of a pack is not worth buying another one. */
const TOLERANCE = 0.1

export function shoppingFor(dish: Dish, factor: number): ShoppingItem[] {
  return dish.ingredients.map((ingredient) => ({
    name: ingredient.item.label,
    quantityMilli: quantityMilli(ingredient, factor),
    priceCents: Math.round(ingredient.item.price * 100),
  }))
}

function quantityMilli({ item, amount }: Ingredient, factor: number): number {
  const needed = amount * factor
  const roundings: Record<PantryItem['rounding'], () => number> = {
    keeps: () => 1000,
    whole: () => 1000 * Math.max(1, Math.ceil(needed - TOLERANCE)),
    half: () => 500 * Math.max(1, Math.ceil(2 * (needed - TOLERANCE))),
    weighed: () => weighed(needed * 1000),
  }
  return roundings[item.rounding]()
}

/** Rounded the way people buy it: 30 g, 350 g, 1.2 kg. */
function weighed(grams: number): number {
  const step = grams < 100 ? 10 : grams < 1000 ? 50 : 100
  return Math.max(step, step * Math.ceil(grams / step - 0.01))
}
