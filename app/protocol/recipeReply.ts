export interface RecipeReply {
  ok: boolean
  message: string
  suggestions: string[]
  unknown?: string
  change?: string
}

export const NDJSON = 'application/x-ndjson'

export type RecipeLine = { found: number } | RecipeReply

export function toDraft(
  recipe: string,
  { ok, message, suggestions, unknown }: RecipeReply,
): Record<string, string> {
  return {
    recipe: ok ? '' : recipe,
    message,
    suggestions: suggestions.join('\n'),
    ...(unknown !== undefined && { unknown }),
  }
}

export function fromDraft({ recipe, message = '', suggestions, unknown }: Record<string, string> = {}) {
  if (recipe === undefined) return undefined
  return { ok: false, recipe, message, suggestions: suggestions ? suggestions.split('\n') : [], unknown }
}
