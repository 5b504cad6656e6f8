import type { Ingredient } from '../ai.ts'
import type { Dish, PantryItem } from './parse.ts'

export interface Portion {
  dish: Dish
  servings: number
}

/** A tenth of a pack is not worth buying another one. */
const TOLERANCE = 0.1

/** Added up in packs, then rounded once: lasagne and pancakes need one kilo of flour. */
export function shoppingFor(
  portions: Portion[],
  labelOf: (item: PantryItem) => string = ({ label }) => label,
): Ingredient[] {
  const needed = new Map<PantryItem, number>()
  for (const { dish, servings } of portions) {
    for (const { item, amount } of dish.ingredients) {
      needed.set(item, (needed.get(item) ?? 0) + (amount * servings) / dish.serves)
    }
  }
  return [...needed].map(([item, packs]) => ({
    name: labelOf(item),
    quantityMilli: quantityMilli(item, packs),
    priceCents: Math.round(item.price * 100),
    ...(item.keeps && { keeps: true }),
  }))
}

function quantityMilli({ rounding }: PantryItem, needed: number): number {
  const roundings: Record<PantryItem['rounding'], () => number> = {
    once: () => 1000,
    whole: () => 1000 * Math.max(1, Math.ceil(needed - TOLERANCE)),
    half: () => 500 * Math.max(1, Math.ceil(2 * (needed - TOLERANCE))),
    weighed: () => weighed(needed * 1000),
  }
  return roundings[rounding]()
}

/** Rounded the way people buy it: 30 g, 350 g, 1.2 kg. */
function weighed(grams: number): number {
  const step = grams < 100 ? 10 : grams < 1000 ? 50 : 100
  return Math.max(step, step * Math.ceil(grams / step - 0.01))
}
