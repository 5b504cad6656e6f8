import { cleanLine } from '#app/domain/text.ts'
import { SECOND } from '#app/domain/time.ts'
import type { RecipeProgress } from '#app/protocol/recipeReply.ts'
import { acts } from '#app/words/en/acts.ts'
import { type Reader, wordsOf } from '#app/words/reader.ts'
import { cut } from '#app/words/text.ts'

/** Connections that are silent for 30 seconds are closed by some proxies. */
const EVERY = 5 * SECOND

/** As many as fit below the sentence on a phone. */
const LATEST = 6

/** What an AI has found and how long that took, also while nothing happens. */
export function startProgress(reader: Reader, max: number, send: (line: RecipeProgress) => void) {
  const words = wordsOf(reader, acts)
  let found: string[] = []
  let seconds = 0
  const tell = () => {
    const n = found.length
    const text = n > 0 ? words.ingredientsFound({ n }) : words.looking
    const names = found
      .slice(-LATEST)
      .map((name) => cut(cleanLine(name)))
      .join(', ')
    send({
      found: n,
      text,
      ...(n > 0 && { names }),
      ...(seconds > 0 && { waited: words.waited({ seconds, max }) }),
    })
  }
  const timer = setInterval(() => {
    seconds += EVERY / SECOND
    tell()
  }, EVERY)
  return {
    onFound(names: string[]) {
      found = names
      tell()
    },
    end: () => clearInterval(timer),
  }
}
