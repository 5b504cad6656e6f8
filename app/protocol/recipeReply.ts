// Pure: used by the AI box in the browser too.

/** The result of a recipe request, shown below the AI box. */
export interface RecipeReply {
  ok: boolean
  message: string
  /** Names of similar dishes, if there is no recipe with this name. */
  suggestions: string[]
  /** The text that was typed, if there is no recipe: the page offers to add it as an item. */
  unknown?: string
  /** The change that added the items, to undo it. */
  change?: string
}

export const NDJSON = 'application/x-ndjson'

/** One line of the response: the number of ingredients so far, and the reply at the end. */
export type RecipeLine = { found: number } | RecipeReply

/** The reply as a flash draft, for the page that follows a form sent without JavaScript. */
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
  return {
    ...{ ok: false, recipe, message, suggestions: suggestions ? suggestions.split('\n') : [] },
    ...(unknown !== undefined && { unknown }),
  }
}
