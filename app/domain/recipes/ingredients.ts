import { and, eq } from 'drizzle-orm'
import type { z } from 'zod/v4'
import { type List, listFor, ofList, type User } from '#app/domain/access/access.ts'
import { consume } from '#app/domain/accounts/attempts.ts'
import { DomainError, type ErrorCode } from '#app/domain/errors.ts'
import { type Effect, effectOf, type WithChange } from '#app/domain/history/changes.ts'
import type { AskAi } from '#app/domain/inputs.ts'
import { addQuantities, type Unit } from '#app/domain/items/amounts.ts'
import type { Item } from '#app/domain/items/findItem.ts'
import { insertItems, ORDER_ADDED, updateItem } from '#app/domain/items/itemRows.ts'
import { RATE_LIMITS } from '#app/domain/limitsAndLifetimes.ts'
import type { Language } from '#app/domain/locale/locale.ts'
import { atSameRate, itemKey } from '#app/domain/quickAdd/merge.ts'
import { unitIn } from '#app/domain/quickAdd/readAmounts.ts'
import { answerBefore, type Op, write } from '#app/domain/write.ts'
import {
  type Ai,
  AiFailure,
  type AiFailureReason,
  type Ingredient,
  type IngredientsResult,
} from '#app/ports/ai/ai.ts'
import type { Services } from '#app/services.ts'
import { type Db, live } from '#db/database.ts'
import { items } from '#db/schema.ts'
import { atHomeBy } from './atHome.ts'

export interface Question extends Omit<z.infer<typeof AskAi>, 'id'> {
  listId: string | undefined
  language?: Language | undefined
  timeZone?: string | undefined
  signal: AbortSignal
  onProgress?: ((names: string[]) => void) | undefined
}

type Answered = Pick<IngredientsResult, 'dishes' | 'unknown' | 'left'>

interface Result extends Answered {
  added: number
  raised: number
  /** The new items that are probably at home. */
  atHome: string[]
  items: { currency: string; added: Item[]; raised: Item[] }
}

export type Generated =
  | ({ found: true } & Result & WithChange)
  | ({ found: false } & Pick<Answered, 'unknown' | 'left'>)

/** Answers that were kept by older versions have less. */
const KEPT: Omit<Result, 'added' | 'raised'> = {
  dishes: [],
  unknown: [],
  left: [],
  atHome: [],
  items: { currency: '', added: [], raised: [] },
}

export async function generateIngredients(
  services: Services,
  user: User,
  question: Question,
  op?: Op,
): Promise<Generated> {
  const { id: listId, currency } = await listFor(services.db, user, question.listId, 'editAll')
  const before = op && (await answerBefore<Result>(services, user, op))
  if (before) return { found: true, ...KEPT, ...before }
  // Counted before the call, which costs money even if it fails.
  const ai = question.source === 'cookbook' ? services.cookbook : services.ai
  if (ai.isLimited) await consume(services, [RATE_LIMITS.recipesByUser, user.id])
  const { items, ...answered } = await ask(ai, question, currency)
  if (items.length === 0) {
    const { unknown, left } = answered
    return {
      found: false,
      unknown: unknown.length > 0 ? unknown : [{ name: question.recipe, near: [] }],
      left,
    }
  }
  const added = await write(services, {
    actor: user,
    op,
    find: ofList(user, listId, 'editAll'),
    async work(tx, { list }) {
      throwIfCancelled(question.signal)
      // Somebody may have changed it in the meantime.
      const ingredients = mergeByName(list.currency === currency ? items : items.map(withoutPrice))
      const isAtHome = await atHomeBy(tx, list.id, question.timeZone)
      const { result, change } = await addIngredients(services, tx, user, list, ingredients, isAtHome)
      return { result: { ...result, ...answered }, change }
    },
  })
  return { found: true, ...KEPT, ...added }
}

const CODES = {
  unreachable: 'ai-unreachable',
  'model-missing': 'ai-model-missing',
  'model-unset': 'ai-model-unset',
  'key-refused': 'ai-key-refused',
  'limit-reached': 'ai-limit-reached',
  refused: 'ai-refused',
  timeout: 'ai-timeout',
  'invalid-response': 'ai-unusable',
  closing: 'server-restarting',
} as const satisfies Record<AiFailureReason, ErrorCode>

const withoutPrice = (ingredient: Ingredient): Ingredient => ({ ...ingredient, priceCents: 0 })

/** Whether the cookbook knows all that the AI didn't answer. */
export async function isInCookbook(
  { ai, cookbook }: Services,
  { recipe, language, signal }: Pick<Question, 'recipe' | 'language' | 'signal'>,
): Promise<boolean> {
  if (ai === cookbook) return false
  const { items, unknown } = await ask(cookbook, { recipe, language, signal }, 'USD')
  return items.length > 0 && unknown.length === 0
}

async function ask(
  ai: Ai,
  { recipe, language, signal, onProgress = () => {} }: Omit<Question, 'listId' | 'timeZone'>,
  currency: string,
) {
  try {
    return await ai.ingredientsFor(recipe, { language, currency, signal, onProgress })
  } catch (error) {
    throwIfCancelled(signal)
    if (!(error instanceof AiFailure)) throw error
    throw new DomainError(CODES[error.reason], {}, { cause: error })
  }
}

function throwIfCancelled(signal: AbortSignal) {
  if (signal.aborted) throw new DomainError('recipe-cancelled')
}

type Measured = Ingredient & { unit: Unit }

/** 'Minced beef (kg)' and 'Potatoes, kg' are sold in units that lists have, too. 'Milk, 1 l' is a carton. */
export function withUnit(ingredient: Ingredient): Measured {
  const [, name = '', word = ''] = /^(.+?)(?:,| \() ?(\p{L}+)\)?$/u.exec(ingredient.name) ?? []
  const found = unitIn(`${word} ${name}`)
  // Grams and milliliters would need another quantity.
  return found?.milli === 1000 ? { ...ingredient, name, unit: found.unit } : { ...ingredient, unit: '' }
}

/** A response may list salt for the dough and salt for the sauce. */
function mergeByName(ingredients: Ingredient[]): Measured[] {
  const byName = new Map<string, Measured>()
  for (const ingredient of ingredients.map(withUnit)) {
    const key = itemKey(ingredient)
    const first = byName.get(key)
    const merged = first && {
      ...first,
      quantityMilli: addQuantities(first.quantityMilli, ingredient.quantityMilli),
      ...(ingredient.keeps && { keeps: true }),
    }
    byName.set(key, merged ?? ingredient)
  }
  return [...byName.values()]
}

async function addIngredients(
  services: Services,
  tx: Db,
  user: User,
  list: List,
  ingredients: Measured[],
  isAtHome: (ingredient: Measured) => boolean,
) {
  const open = await openItemsByName(tx, list.id)
  const newItems: Measured[] = []
  const raises = new Map<string, { item: Item; by: number }>()
  for (const ingredient of ingredients) {
    const raise = raiseFor(open, ingredient)
    if (!raise) newItems.push(ingredient)
    else raises.set(raise.item.id, { ...raise, by: raise.by + (raises.get(raise.item.id)?.by ?? 0) })
  }
  const effects: Effect[] = []
  const raised: Item[] = []
  for (const { item, by } of raises.values()) {
    const quantityMilli = addQuantities(item.quantityMilli, by)
    const values = { quantityMilli, ...atSameRate(item, quantityMilli) }
    raised.push(await updateItem(tx, item, values))
    const effect = effectOf(item, values)
    if (effect) effects.push(effect)
  }
  const addition = { kind: 'ai', type: 'aiItemsGenerated', effects } as const
  const guessed = newItems.map(({ keeps: _, ...item }) => ({ ...item, priceGuessed: item.priceCents > 0 }))
  const { change, added } = await insertItems(services, tx, user, list, guessed, addition)
  const areAtHome = newItems.map(isAtHome)
  const atHome = added.filter((_, index) => areAtHome[index]).map(({ id }) => id)
  const counts = { added: added.length, raised: ingredients.length - added.length }
  const result = { ...counts, atHome, items: { currency: list.currency, added, raised } }
  return { result, change: { ...change, effects: change.effects.map(markedIf(atHome)) } }
}

const markedIf = (atHome: string[]) => (effect: Effect) =>
  atHome.includes(effect.id) ? { ...effect, isAtHome: true as const } : effect

const PACK = /^(.+) \((\d+(?:[.,]\d+)?) ?(\p{L}+)[^)]*\)$/u

/** A pack is one of them. */
const PACK_UNITS = ['', 'pack', 'can', 'bottle', 'jar', 'tub'] as const

/** 'Butter (250 g pack)' also adds to 'butter', as one or as 250 g, and to packs of butter. */
function raiseFor(open: Map<string, Item>, ingredient: Measured): { item: Item; by: number } | undefined {
  const { quantityMilli } = ingredient
  const same = open.get(itemKey(ingredient))
  if (same) return { item: same, by: quantityMilli }
  const [, name = '', amount = '', word = ''] = PACK.exec(ingredient.name) ?? []
  const piece = name && PACK_UNITS.map((unit) => open.get(itemKey({ name, unit }))).find(Boolean)
  if (piece) return { item: piece, by: quantityMilli }
  const measure = name && unitIn(`${word} ${name}`)
  const item = measure && open.get(itemKey({ name, unit: measure.unit }))
  if (!item) return undefined
  return { item, by: Math.round((Number(amount.replace(',', '.')) * measure.milli * quantityMilli) / 1000) }
}

async function openItemsByName(tx: Db, listId: string): Promise<Map<string, Item>> {
  const rows = await tx
    .select()
    .from(items)
    .where(and(eq(items.listId, listId), eq(items.completed, false), live(items)))
    .orderBy(...ORDER_ADDED)
    .all()
  return new Map(rows.reverse().map((item) => [itemKey(item), item]))
}
