import type { Language } from '#app/words/reader.ts'

export interface Ai {
  /** Undefined for the built-in cookbook. */
  readonly model: string | undefined
  readonly isLimited: boolean
  ingredientsFor(recipe: string, options: SendOptions): Promise<IngredientsResult>
}

export interface SendOptions {
  /** Of the ingredients; undefined for the language of the recipe's name. */
  language?: Language | undefined
  /** Of the prices. */
  currency: string
  signal: AbortSignal
  onProgress(count: number): void
}

export type IngredientsResult =
  /** The cookbook says which of its dishes it took. */
  { found: true; dish?: string; items: Ingredient[] } | { found: false; nearest: string[] }

export type Ingredient = { name: string; quantityMilli: number; priceCents: number }

export type AiFailureReason = 'unreachable' | 'refused' | 'timeout' | 'invalid-response'

/** No usable response. The message is for the log and never contains a key. */
export class AiFailure extends Error {
  readonly reason: AiFailureReason

  constructor(reason: AiFailureReason, message: string) {
    super(message)
    this.name = 'AiFailure'
    this.reason = reason
  }
}
