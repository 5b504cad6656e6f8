import type { AtHome } from '#app/protocol/recipeReply.ts'
import { acts } from './en/acts.ts'
import { type Reader, wordsOf } from './reader.ts'
import { cut } from './text.ts'

export function atHomeText(
  reader: Reader,
  change: string | null,
  things: { id: string; name: string }[],
): { atHome?: AtHome } {
  if (!change || things.length === 0) return {}
  const words = wordsOf(reader, acts)
  const named = things.map(({ id, name }) => ({
    id,
    name: cut(name),
    remove: words.removeNamed({ name: cut(name) }),
  }))
  return {
    atHome: {
      change,
      label: words.probablyAtHome,
      remove: words.removeThese({ n: things.length }),
      things: named,
    },
  }
}
