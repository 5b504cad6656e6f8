/** What was added is the page's message; what wasn't stands at the box. */
export interface RecipeReply {
  added?: { text: string; change: string; atHome?: AtHome }
  answer?: RecipeAnswer
}

/** What a question has added, and is probably at home: buttons that remove it, alone or together. */
export interface AtHome {
  change: string
  label: string
  remove: string
  things: { id: string; name: string; remove: string }[]
}

export interface RecipeAnswer {
  text: string
  /** What stays in the box. */
  recipe: string
  unknown: UnknownDish[]
  /** A button that asks for what is left. */
  rest?: { label: string; recipe: string }
  /** The label of a button that asks the cookbook instead. */
  cookbook?: string
}

export interface UnknownDish {
  name: string
  /** Says what the near ones are. */
  label: string
  near: string[]
  /** The label of a button that adds it as an item. */
  add?: string
}

export const NDJSON = 'application/x-ndjson'

export interface RecipeProgress {
  found: number
  text: string
  /** The latest ingredients. */
  names?: string
  /** How long, and how long at most. */
  waited?: string
}

export type RecipeLine = RecipeProgress | RecipeReply
