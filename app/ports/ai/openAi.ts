import { currencyOf } from '#app/domain/locale/currencies.ts'
import { type Ai, AiFailure } from './ai.ts'
import { failureFrom } from './failureFrom.ts'
import { limitTime, type TimeLimits } from './limitTime.ts'
import type { Server } from './listModels.ts'
import { onlyModel } from './onlyModel.ts'
import { parseResponse } from './response.ts'
import { loadLibraries } from './streamResponse.ts'
import { createAttempts, OPENAI, OTHERS } from './supportedFields.ts'

interface OpenAiOptions extends Server, TimeLimits {
  /** Empty for the only model of the server. */
  model: string
  /** Other servers may refuse fields that OpenAI knows. */
  isOpenAi?: boolean
}

/** Any server with OpenAI's chat completions API: OpenAI, Ollama, llama.cpp, LM Studio. */
export function openAi(options: OpenAiOptions): Ai {
  const secrets = [options.apiKey, passwordIn(options.baseUrl)]
  const ask = createAttempts(options.isOpenAi ? OPENAI : OTHERS)
  const closing = new AbortController()
  let { model } = options
  let loading: ReturnType<typeof loadLibraries> | undefined

  async function findModel(signal: AbortSignal): Promise<string> {
    model ||= await onlyModel(options, signal)
    return model
  }

  async function withFailures<Result>(signal: AbortSignal, work: () => Promise<Result>): Promise<Result> {
    try {
      return await Promise.race([work(), rejectOnAbort(signal)])
    } catch (error) {
      signal.throwIfAborted()
      const failure = failureFrom(error, secrets)
      // By now, the server may have another one.
      if (failure.reason === 'model-missing') model = options.model
      throw failure
    }
  }

  return {
    get model() {
      return model
    },
    isLimited: true,
    findModel: (signal) => withFailures(signal, () => findModel(signal)),
    close: () => closing.abort(new AiFailure('closing', 'Larder is stopping')),
    async ingredientsFor(recipe, { signal: asked, ...request }) {
      loading ??= loadLibraries()
      const libraries = await loading
      const signals = [asked, closing.signal]
      for (const signal of signals) signal.throwIfAborted()
      const { signal, onToken, end } = limitTime(signals, options)
      try {
        return await withFailures(signal, async () => {
          const model = await findModel(signal)
          const text = await ask(libraries, { ...request, server: options, model, recipe, signal, onToken })
          return parseResponse(text, recipe, currencyOf(request.currency).decimals)
        })
      } finally {
        end()
      }
    },
  }
}

const rejectOnAbort = (signal: AbortSignal): Promise<never> =>
  new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason)))

const passwordIn = (url: string) => (URL.canParse(url) ? new URL(url).password : '')
