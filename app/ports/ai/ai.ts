import type { Language } from '#app/domain/locale/locale.ts'

export interface Ai {
  /** Undefined for the built-in cookbook; empty while nobody knows which model the server has. */
  readonly model: string | undefined
  readonly isLimited: boolean
  /** Only where the server decides: asks it for its model. */
  findModel?(signal: AbortSignal): Promise<string>
  /** Ends what is asked, and what will be: Larder stops sooner than a model answers. */
  close?(): void
  /** `recipe` may name several dishes. */
  ingredientsFor(recipe: string, options: SendOptions): Promise<IngredientsResult>
}

export interface SendOptions {
  /** The ingredients' language; undefined for that of the recipe's name. */
  language?: Language | undefined
  /** The code of the prices' currency. */
  currency: string
  signal: AbortSignal
  /** The names of all ingredients found so far. */
  onProgress(names: string[]): void
}

export interface IngredientsResult {
  /** What to cook, in the reader's language. Empty: nothing was found. */
  dishes: NamedDish[]
  /** What isn't known, as typed, each with up to three near dishes, in the reader's language. */
  unknown: { name: string; near: string[] }[]
  /** Dishes after the tenth, as typed. */
  left: string[]
  /** For all dishes together: added up, then rounded to packs once. */
  items: Ingredient[]
}

export type NamedDish = { name: string; servings: number }

/** `keeps`: kitchens usually have it. */
export type Ingredient = { name: string; quantityMilli: number; priceCents: number; keeps?: boolean }

export type AiFailureReason =
  /** The AI server can't be reached, or fails itself. */
  | 'unreachable'
  | 'model-missing'
  /** OPENAI_MODEL is empty, and the server has several. */
  | 'model-unset'
  | 'key-refused'
  | 'limit-reached'
  | 'refused'
  | 'timeout'
  | 'invalid-response'
  | 'closing'

/** No usable response. The message is for the log and never contains a key. */
export class AiFailure extends Error {
  readonly reason: AiFailureReason

  constructor(reason: AiFailureReason, message: string) {
    super(message)
    this.name = 'AiFailure'
    this.reason = reason
  }
}
