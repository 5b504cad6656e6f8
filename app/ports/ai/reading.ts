import type { LanguageModel } from 'ai'
import { AiFailure, type AskOptions } from './ai.ts'
import { Asked, MAX_INGREDIENTS } from './answer.ts'
import { promptFor, RULES } from './prompt.ts'

export interface Libraries {
  ai: typeof import('ai')
  model: LanguageModel
}

/** No list of 200 ingredients is longer, however chatty the model. */
const MAX_TEXT = 100_000
const MAX_TOKENS = 4_000
const MAX_RETRIES = 1

/** Reads one answer as it arrives, as text; stops at what can never become an answer. */
export async function read(
  { ai, model }: Libraries,
  recipe: string,
  { signal, onFound }: AskOptions,
  { schema }: { schema: boolean },
): Promise<string> {
  const { fullStream } = ai.streamText({
    model,
    system: RULES,
    prompt: promptFor(recipe),
    ...(schema && { output: outputOf(ai) }),
    maxRetries: MAX_RETRIES,
    maxOutputTokens: MAX_TOKENS,
    abortSignal: signal,
    // Thrown below; the default writes the request to the console.
    onError: () => {},
  })
  const count = counter()
  let text = ''
  let found = 0
  for await (const part of fullStream) {
    if (part.type === 'error') throw part.error
    if (part.type !== 'text-delta') continue
    text += part.text
    if (text.length > MAX_TEXT) throw new AiFailure('unusable', 'the answer is endless')
    const now = count(part.text)
    if (now > MAX_INGREDIENTS) throw new AiFailure('unusable', `more than ${MAX_INGREDIENTS} ingredients`)
    if (now > found) onFound(now)
    found = now
  }
  return text
}

/** The library's own output reads all of the JSON again with every token, and refuses it in fences. */
function outputOf({ Output }: Libraries['ai']) {
  return {
    ...Output.object({ schema: Asked, name: 'ingredients' }),
    parsePartialOutput: async ({ text }: { text: string }) => ({ partial: text.length }),
  }
}

const NAME_KEY = /"name"\s*:/g
/** As much of what came before as a key that is cut in two can need. */
const OVERLAP = 12

/** Counts ingredients while their JSON is still arriving; a quote inside a text is escaped, so it counts none. */
function counter(): (delta: string) => number {
  let tail = ''
  let found = 0
  return (delta) => {
    const text = tail + delta
    let end = 0
    for (const match of text.matchAll(NAME_KEY)) {
      found += 1
      end = match.index + match[0].length
    }
    tail = text.slice(Math.max(end, text.length - OVERLAP))
    return found
  }
}
