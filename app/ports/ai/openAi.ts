import { currencyOf } from '#app/domain/locale/currencies.ts'
import type { Language } from '#app/domain/locale/locale.ts'
import { type Ai, AiFailure, type IngredientsResult } from './ai.ts'
import { failureFrom } from './failureFrom.ts'
import { limitTime, type TimeLimits } from './limitTime.ts'
import type { Server } from './listModels.ts'
import { onlyModel } from './onlyModel.ts'
import { parseResponse, type Response } from './response.ts'
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
          const typed = await readQuestion(recipe, request.language)
          const question = { ...request, server: options, model, recipe: typed.question, signal, onToken }
          const text = await ask(libraries, question)
          return completed(parseResponse(text, currencyOf(request.currency).decimals), typed)
        })
      } finally {
        end()
      }
    },
  }
}

/** What the cookbook understands of a question: only what is all dishes can be cut after the tenth. */
async function readQuestion(recipe: string, language: Language = 'en') {
  const { lookUp } = await import('./cookbook/lookup.ts')
  const { dishes, unknown, left } = lookUp(recipe, language)
  if (unknown.length > 0)
    return { recipe, question: recipe, dishes: [{ name: recipe, servings: 4 }], left: [] }
  const firstTen = dishes.map(({ name, servings }) => `${name} (${servings})`).join(', ')
  return { recipe, question: left.length > 0 ? firstTen : recipe, dishes, left }
}

type Typed = Awaited<ReturnType<typeof readQuestion>>

/** Some models don't say what their ingredients are for. */
function completed({ dishes, unknown, items }: Response, typed: Typed): IngredientsResult {
  const { recipe, left } = typed
  if (items.length > 0) return { dishes: dishes.length > 0 ? dishes : typed.dishes, unknown, left, items }
  return { dishes: [], unknown: unknown.length > 0 ? unknown : [{ name: recipe, near: [] }], left, items }
}

const rejectOnAbort = (signal: AbortSignal): Promise<never> =>
  new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason)))

const passwordIn = (url: string) => (URL.canParse(url) ? new URL(url).password : '')
