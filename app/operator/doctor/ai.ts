import type { Config } from '#app/config.server.ts'
import { AiFailure } from '#app/ports/ai/ai.ts'
import { listModels } from '#app/ports/ai/listModels.ts'
import { reasonOf, TIMEOUT } from './ask.ts'
import { type Finding, fail, ok, type Quote, warn } from './findings.ts'

const CHECK = 'AI'

export async function checkAi(config: Config, quote: Quote): Promise<Finding[]> {
  const { OPENAI_API_KEY: apiKey, OPENAI_BASE_URL: baseUrl, OPENAI_MODEL: model } = config
  if (!apiKey && !baseUrl) return [ok(CHECK, 'Larder uses its built-in cookbook.')]
  const url = new URL(baseUrl || 'https://api.openai.com/v1')
  try {
    const answer = await listModels({ apiKey, baseUrl }, AbortSignal.timeout(TIMEOUT))
    return [judge({ ...answer, model, server: url.host, apiKey }, quote)]
  } catch (error) {
    if (error instanceof AiFailure) return [fail(CHECK, `${quote(error)}.`)]
    const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error
    return [
      fail(
        CHECK,
        `The AI server can't be reached: ${reasonOf(cause, url.href, quote)}. Start it, or correct OPENAI_BASE_URL.`,
      ),
    ]
  }
}

interface Answered {
  status: number
  models: string[] | undefined
  model: string
  server: string
  apiKey: string
}

const SHOWN_MODELS = 5

function judge({ status, models, model, server, apiKey }: Answered, quote: Quote): Finding {
  if (status === 401 || status === 403) {
    const advice = apiKey ? 'Correct OPENAI_API_KEY' : 'Set OPENAI_API_KEY'
    return fail(CHECK, `${server} refuses the key (status ${status}). ${advice}.`)
  }
  if (status === 429) {
    return warn(
      CHECK,
      `${server} refuses more requests (status 429). Check the limits and the balance of the account.`,
    )
  }
  if (status >= 500) return fail(CHECK, `${server} fails (status ${status}). Look at its log or status page.`)
  if (!models) {
    return warn(
      CHECK,
      `${server} answers, but doesn't list its models (status ${status}). Check OPENAI_BASE_URL and OPENAI_MODEL by asking for a dish.`,
    )
  }
  // Ollama's names have a tag.
  if (models.includes(model) || models.includes(`${model}:latest`))
    return ok(CHECK, `${server} has the model ${model}.`)
  const others = models
    .slice(0, SHOWN_MODELS)
    .map((name) => quote(name).slice(0, 60))
    .join(', ')
  const has = models.length === 0 ? 'none' : others + (models.length > SHOWN_MODELS ? ', …' : '')
  return fail(CHECK, `${server} has no model ${model}. Set OPENAI_MODEL to one that it has: ${has}.`)
}
