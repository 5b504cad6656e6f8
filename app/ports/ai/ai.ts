export interface Ai {
  /** Shown on the page: "Larder's built-in cookbook", or the model's name. */
  readonly name: string
  /** Calls cost money or keep a model busy, so users have a limit. */
  readonly isLimited: boolean
  /** Throws an AiFailure, or the signal's reason if it is aborted. */
  ingredientsFor(recipe: string, options: SendOptions): Promise<IngredientsResult>
}

export interface SendOptions {
  signal: AbortSignal
  onProgress(count: number): void
}

export type IngredientsResult = { found: true; items: Ingredient[] } | { found: false; nearest: string[] }

/** The unit, if any, is part of the name. */
export interface Ingredient {
  name: string
  quantityMilli: number
  priceCents: number
}

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
