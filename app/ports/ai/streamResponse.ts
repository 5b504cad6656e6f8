import type { LanguageModel } from 'ai'
import { MAX_ITEMS_AT_ONCE } from '#app/domain/limits.ts'
import { AiFailure, type SendOptions } from './ai.ts'
import { promptFor, RULES } from './prompt.ts'
import { ResponseSchema } from './response.ts'

export interface Libraries {
  ai: typeof import('ai')
  model: LanguageModel
}

/** More than any list of 200 ingredients needs. */
const MAX_TEXT = 100_000
const MAX_TOKENS = 4_000
const MAX_RETRIES = 1

/** Reads the response text as it arrives. Stops early if it can no longer be valid. */
export async function streamResponse(
  { ai, model }: Libraries,
  recipe: string,
  { signal, onProgress }: SendOptions,
  { schema }: { schema: boolean },
): Promise<string> {
  const { fullStream } = ai.streamText({
    model,
    system: RULES,
    prompt: promptFor(recipe),
    ...(schema && { output: outputFor(ai) }),
    maxRetries: MAX_RETRIES,
    maxOutputTokens: MAX_TOKENS,
    abortSignal: signal,
    // Thrown below; the default handler logs the request to the console.
    onError: () => {},
  })
  const countItems = createItemCounter()
  let text = ''
  let found = 0
  for await (const part of fullStream) {
    if (part.type === 'error') throw part.error
    if (part.type !== 'text-delta') continue
    text += part.text
    if (text.length > MAX_TEXT) throw new AiFailure('invalid-response', 'the response is too long')
    const count = countItems(part.text)
    if (count > MAX_ITEMS_AT_ONCE) {
      throw new AiFailure('invalid-response', `more than ${MAX_ITEMS_AT_ONCE} ingredients`)
    }
    if (count > found) onProgress(count)
    found = count
  }
  return text
}

/** The library's default parses all JSON again for each token, and rejects code fences. */
function outputFor({ Output }: Libraries['ai']) {
  return {
    ...Output.object({ schema: ResponseSchema, name: 'ingredients' }),
    parsePartialOutput: async ({ text }: { text: string }) => ({ partial: text.length }),
  }
}

const NAME_KEY = /"name"\s*:/g
/** Enough to find a key that is split between two chunks. */
const OVERLAP = 12

/** Counts the items in partial JSON. Quotes inside strings are escaped, so only keys match. */
function createItemCounter(): (delta: string) => number {
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
