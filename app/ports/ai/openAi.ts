import { type Ai, AiFailure, type AskOptions } from './ai.ts'
import { readAnswer } from './answer.ts'
import { boundedFetch } from './boundedFetch.ts'
import { failureFrom, refusedWith } from './openAiFailure.ts'
import { type Libraries, read } from './reading.ts'

export interface OpenAiOptions {
  apiKey: string
  /** Without one, OpenAI itself. */
  baseUrl: string
  model: string
  /** For the whole answer, repetitions included, in milliseconds. */
  limit?: number
}

/** Any server that speaks OpenAI's chat completions: OpenAI, Ollama, llama.cpp, LM Studio. */
export function openAi(options: OpenAiOptions): Ai {
  const { model, limit = 30_000 } = options
  const secrets = [options.apiKey, passwordIn(options.baseUrl)]
  let loading: ReturnType<typeof load> | undefined
  let takesSchemas = true

  async function wholeText(libraries: Libraries, recipe: string, ask: AskOptions): Promise<string> {
    if (!takesSchemas) return read(libraries, recipe, ask, { schema: false })
    try {
      return await read(libraries, recipe, ask, { schema: true })
    } catch (error) {
      const status = refusedWith(libraries.ai, error)
      if (status !== 400 && status !== 422) throw error
      // Older servers know no schemas; the rules describe the form as well, and the answer is checked anyway.
      const text = await read(libraries, recipe, ask, { schema: false })
      takesSchemas = false
      return text
    }
  }

  return {
    answeredBy: model,
    async ingredientsFor(recipe, { signal, onFound }) {
      loading ??= load(options)
      const libraries = await loading
      signal.throwIfAborted()
      const stop = new AbortController()
      const leave = () => stop.abort(signal.reason)
      signal.addEventListener('abort', leave)
      const late = new AiFailure('late', `no whole answer from the AI server within ${limit / 1000} s`)
      const timer = setTimeout(() => stop.abort(late), limit)
      try {
        const answering = wholeText(libraries, recipe, { signal: stop.signal, onFound })
        return readAnswer(await Promise.race([answering, abortOf(stop.signal)]))
      } catch (error) {
        stop.signal.throwIfAborted()
        throw failureFrom(libraries.ai, error, secrets)
      } finally {
        clearTimeout(timer)
        signal.removeEventListener('abort', leave)
        stop.abort()
      }
    },
  }
}

/** At the first question, because the libraries are not small and most households never ask. */
async function load({ apiKey, baseUrl, model }: OpenAiOptions): Promise<Libraries> {
  const [ai, { createOpenAI }] = await Promise.all([import('ai'), import('@ai-sdk/openai')])
  // It would write to the console, which is the log.
  globalThis.AI_SDK_LOG_WARNINGS = false
  const provider = createOpenAI({
    // Given even when empty, or the library would look for them in the environment itself.
    apiKey: apiKey || 'none',
    baseURL: baseUrl || 'https://api.openai.com/v1',
    fetch: boundedFetch,
  })
  // Not provider(model): that speaks /v1/responses, which only OpenAI knows.
  return { ai, model: provider.chat(model) }
}

function abortOf(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason)))
}

function passwordIn(url: string): string {
  return URL.canParse(url) ? new URL(url).password : ''
}
