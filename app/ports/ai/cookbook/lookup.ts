import type { IngredientsResult } from '../ai.ts'
import { bestMatch, matchWords } from './match.ts'
import { nearestTo } from './nearest.ts'
import type { Dish, PantryItem } from './parse.ts'
import { loadIndex, nameOf } from './searchIndex.ts'
import { parseServings } from './servings.ts'
import { fold } from './words.ts'

const MAX_LENGTH = 200
const SUGGESTIONS = 3

export function lookUp(text: string, labelOf = inEnglish): IngredientsResult {
  const index = loadIndex()
  const { rest, factorFor } = parseServings(fold(text.slice(0, MAX_LENGTH)))
  const typed = nameOf(rest)
  const matches = matchWords(typed.words, index)
  const entry = bestMatch(typed, matches, index)
  if (!entry) {
    const near = nearestTo(typed, matches, index, SUGGESTIONS)
    return { dishes: [], unknown: [{ name: text, near }], left: [], items: [] }
  }
  const { dish } = entry
  const factor = factorFor(dish.serves)
  const dishes = [{ name: dish.name, servings: Math.round(dish.serves * factor) }]
  return { dishes, unknown: [], left: [], items: shoppingFor(dish, factor, labelOf) }
}

export const inEnglish = ({ label }: PantryItem) => label

/** A tenth of a pack is not worth buying another one. */
const TOLERANCE = 0.1

export function shoppingFor({ ingredients }: Dish, factor: number, labelOf = inEnglish) {
  return ingredients.map(({ item, amount }) => ({
    name: labelOf(item),
    quantityMilli: quantityMilli(item, amount * factor),
    priceCents: Math.round(item.price * 100),
  }))
}

function quantityMilli({ rounding }: PantryItem, needed: number): number {
  const roundings: Record<PantryItem['rounding'], () => number> = {
    keeps: () => 1000,
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
