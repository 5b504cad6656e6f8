import { currencyOf } from '#app/words/currencies.ts'
import { type Ai, AiFailure, type SendOptions } from './ai.ts'
import { boundedFetch } from './boundedFetch.ts'
import { parseResponse } from './response.ts'
import { type Libraries, streamResponse } from './streamResponse.ts'

interface OpenAiOptions {
  apiKey: string
  baseUrl: string
  model: string
  /** For the whole response, including retries, in milliseconds. */
  timeout?: number
}

/** Any server with OpenAI's chat completions API: OpenAI, Ollama, llama.cpp, LM Studio. */
export function openAi(options: OpenAiOptions): Ai {
  const { model, timeout = 30_000 } = options
  const secrets = [options.apiKey, passwordIn(options.baseUrl)]
  let loading: ReturnType<typeof load> | undefined
  let supportsSchemas = true

  async function fetchText(libraries: Libraries, recipe: string, request: SendOptions): Promise<string> {
    if (!supportsSchemas) return streamResponse(libraries, recipe, request, { schema: false })
    try {
      return await streamResponse(libraries, recipe, request, { schema: true })
    } catch (error) {
      const status = statusOf(libraries.ai, error)
      if (status !== 400 && status !== 422) throw error
      // Older servers don't support schemas. The prompt describes the format too, and the response is validated.
      const text = await streamResponse(libraries, recipe, request, { schema: false })
      supportsSchemas = false
      return text
    }
  }

  return {
    model,
    isLimited: true,
    async ingredientsFor(recipe, { language, currency, signal, onProgress }) {
      loading ??= load(options)
      const libraries = await loading
      signal.throwIfAborted()
      const stop = new AbortController()
      const abort = () => stop.abort(signal.reason)
      signal.addEventListener('abort', abort)
      const failure = new AiFailure(
        'timeout',
        `no complete response from the AI server within ${timeout / 1000} s`,
      )
      const timer = setTimeout(() => stop.abort(failure), timeout)
      try {
        const text = fetchText(libraries, recipe, {
          ...{ language, currency },
          ...{ signal: stop.signal, onProgress },
        })
        const { decimals } = currencyOf(currency)
        return parseResponse(await Promise.race([text, rejectOnAbort(stop.signal)]), decimals)
      } catch (error) {
        stop.signal.throwIfAborted()
        throw failureFrom(libraries.ai, error, secrets)
      } finally {
        clearTimeout(timer)
        signal.removeEventListener('abort', abort)
        stop.abort()
      }
    },
  }
}

/** On first use: the libraries are large, and most servers never need them. */
async function load({ apiKey, baseUrl, model }: OpenAiOptions): Promise<Libraries> {
  const [ai, { createOpenAI }] = await Promise.all([import('ai'), import('@ai-sdk/openai')])
  // By default the library writes warnings to the console.
  globalThis.AI_SDK_LOG_WARNINGS = false
  const provider = createOpenAI({
    // Never undefined, or the library reads them from the environment.
    apiKey: apiKey || 'none',
    baseURL: baseUrl || 'https://api.openai.com/v1',
    fetch: boundedFetch,
  })
  // Not provider(model): it calls /v1/responses, which only OpenAI supports.
  return { ai, model: provider.chat(model) }
}

const rejectOnAbort = (signal: AbortSignal): Promise<never> =>
  new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason)))

const passwordIn = (url: string) => (URL.canParse(url) ? new URL(url).password : '')

/** One line for the log. The library's errors must not be logged: they contain the whole request and response. */
function failureFrom(library: Libraries['ai'], error: unknown, secrets: string[]): AiFailure {
  const last = library.RetryError.isInstance(error) ? error.lastError : error
  const known = causes(last).find((cause) => cause instanceof AiFailure)
  if (known instanceof AiFailure) return new AiFailure(known.reason, withoutSecrets(known.message, secrets))
  if (library.APICallError.isInstance(last) && last.statusCode !== undefined && last.statusCode >= 400) {
    const message = withoutSecrets(last.message, secrets).slice(0, 200)
    return new AiFailure('refused', `the AI server returned ${last.statusCode}: ${message}`)
  }
  const code = causes(last).map(codeOf).find(Boolean)
  if (code) return new AiFailure('unreachable', `no connection to the AI server: ${code}`)
  const message = withoutSecrets(messageOf(last), secrets).slice(0, 200)
  return new AiFailure('invalid-response', `the AI server's response ended early: ${message}`)
}

const statusOf = (library: Libraries['ai'], error: unknown) =>
  library.APICallError.isInstance(error) ? error.statusCode : undefined

function causes(error: unknown): unknown[] {
  const chain = [error]
  while (chain.length < 5) {
    const last = chain.at(-1)
    if (!(last instanceof Error) || last.cause === undefined) break
    chain.push(last.cause)
  }
  return chain
}

const codeOf = (error: unknown) =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : undefined

/** An error in the middle of a stream is a plain object, not an Error. */
function messageOf(error: unknown): string {
  if (error instanceof Error) return error.message
  const message = typeof error === 'object' && error !== null && 'message' in error ? error.message : error
  return typeof message === 'string' ? message : 'no reason given'
}

const withoutSecrets = (text: string, secrets: string[]) =>
  secrets.filter(Boolean).reduce((redacted, secret) => redacted.replaceAll(secret, '[redacted]'), text)
