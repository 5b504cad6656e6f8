// Pure: the AI box in the browser reads these too.

/** What the AI box says beside itself when an answer has come, or none. */
export interface RecipeReply {
  ok: boolean
  says: string
  /** Dishes that may have been meant. */
  nearest: string[]
}

export const NDJSON = 'application/x-ndjson'

/** While it is asked: how many there are so far; at the end the reply. */
export type RecipeLine = { found: number } | RecipeReply

/** A reply on the way to the page that follows, where no script shows it. */
export function toDraft(recipe: string, { ok, says, nearest }: RecipeReply): Record<string, string> {
  return { recipe: ok ? '' : recipe, says, nearest: nearest.join('\n') }
}

export function fromDraft({ recipe, says = '', nearest }: Record<string, string> = {}) {
  if (recipe === undefined) return undefined
  return { ok: false, recipe, says, nearest: nearest ? nearest.split('\n') : [] }
}
