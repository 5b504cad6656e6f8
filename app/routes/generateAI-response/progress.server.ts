import { SECOND } from '#app/domain/time.ts'
import type { RecipeProgress } from '#app/protocol/recipeReply.ts'
import { acts } from '#app/words/en/acts.ts'
import { type Reader, wordsOf } from '#app/words/reader.ts'

/** Connections that are silent for 30 seconds are closed by some proxies. */
const EVERY = 5 * SECOND

/** What an AI has found and how long that took, also while nothing happens. */
export function startProgress(reader: Reader, max: number, send: (line: RecipeProgress) => void) {
  const words = wordsOf(reader, acts)
  let found = 0
  let seconds = 0
  const tell = () => {
    const text = found > 0 ? words.ingredientsFound({ n: found }) : words.looking
    send({ found, text, ...(seconds > 0 && { waited: words.waited({ seconds, max }) }) })
  }
  const timer = setInterval(() => {
    seconds += EVERY / SECOND
    tell()
  }, EVERY)
  return {
    onFound(names: string[]) {
      found = names.length
      tell()
    },
    end: () => clearInterval(timer),
  }
}
