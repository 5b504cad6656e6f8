export interface RecipeReply {
  ok: boolean
  message: string
  suggestions: string[]
  unknown?: string
  change?: string
  /** The label of a button that asks the cookbook instead. */
  cookbook?: string
}

export const NDJSON = 'application/x-ndjson'

export interface RecipeProgress {
  found: number
  text: string
  /** How long, and how long at most. */
  waited?: string
}

export type RecipeLine = RecipeProgress | RecipeReply

export function toDraft(
  recipe: string,
  { ok, message, suggestions, unknown, cookbook }: RecipeReply,
): Record<string, string> {
  return {
    recipe: ok ? '' : recipe,
    message,
    suggestions: suggestions.join('\n'),
    ...(unknown !== undefined && { unknown }),
    ...(cookbook !== undefined && { cookbook }),
  }
}

export function fromDraft({ recipe, message = '', suggestions, ...rest }: Record<string, string> = {}) {
  if (recipe === undefined) return undefined
  const { unknown, cookbook } = rest
  return {
    ok: false,
    recipe,
    message,
    unknown,
    cookbook,
    suggestions: suggestions ? suggestions.split('\n') : [],
  }
}
