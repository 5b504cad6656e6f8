/** Knows what a dish is made of. */
export interface Ai {
  /** Who answers, as the page says it: "Larder's own cookbook", or a model's name. */
  readonly answeredBy: string
  /** The whole checked answer, or an AiFailure. Throws the signal's reason when it is aborted. */
  ingredientsFor(recipe: string, options: AskOptions): Promise<Answer>
}

export interface AskOptions {
  signal: AbortSignal
  /** Told whenever more ingredients are known than before. */
  onFound(count: number): void
}

export type Answer = { found: true; items: Ingredient[] } | { found: false; nearest: string[] }

/** The unit, if there is one, is part of the name. */
export interface Ingredient {
  name: string
  quantityMilli: number
  priceCents: number
}

export type Trouble = 'unreachable' | 'refused' | 'late' | 'unusable'

/** No answer that could be used. The message is for the log and never holds a key. */
export class AiFailure extends Error {
  readonly trouble: Trouble

  constructor(trouble: Trouble, message: string) {
    super(message)
    this.name = 'AiFailure'
    this.trouble = trouble
  }
}
