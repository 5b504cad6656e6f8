import type { Config } from '#app/config/config.server.ts'
import { AiFailure } from '#app/ports/ai/ai.ts'
import { listModels, OPENAI_URL } from '#app/ports/ai/listModels.ts'
import { modelOf } from '#app/ports/ai/modelOf.ts'
import { adviceFor } from '#app/ports/ai/onlyModel.ts'
import { reasonOf, TIMEOUT, WRONG_TIME } from './ask.ts'
import { type Finding, fail, ok, type Quote, warn } from './findings.ts'

const CHECK = 'AI'

export async function checkAi(config: Config, quote: Quote): Promise<Finding[]> {
  const { OPENAI_API_KEY: apiKey, OPENAI_BASE_URL: baseUrl } = config
  if (!apiKey && !baseUrl) return [ok(CHECK, 'Larder uses its built-in cookbook.')]
  const model = modelOf(config)
  const url = new URL(baseUrl || OPENAI_URL)
  try {
    const answer = await listModels({ apiKey, baseUrl }, AbortSignal.timeout(TIMEOUT))
    return [judge({ ...answer, model, server: url.host, apiKey }, quote)]
  } catch (error) {
    if (error instanceof AiFailure) return [fail(CHECK, `${quote(error)}.`)]
    const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error
    const advice = WRONG_TIME.test(String(cause))
      ? "Correct this machine's clock, or renew the certificate"
      : 'Start it, or correct OPENAI_BASE_URL'
    return [fail(CHECK, `The AI server can't be reached: ${reasonOf(cause, url.href, quote)}. ${advice}.`)]
  }
}

interface Answered {
  status: number
  models: string[] | undefined
  model: string
  server: string
  apiKey: string
}

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
    const next = model ? 'Check OPENAI_BASE_URL and OPENAI_MODEL by asking for a dish' : 'Set OPENAI_MODEL'
    return warn(CHECK, `${server} answers, but doesn't list its models (status ${status}). ${next}.`)
  }
  const [only, ...others] = models
  if (only === undefined) return fail(CHECK, `${server} has no models. Add one there.`)
  const advice = `${quote(adviceFor(models))}.`
  if (!model) {
    if (others.length > 0) return fail(CHECK, `${server} has several models. ${advice}`)
    return ok(CHECK, `${server} has one model, ${quote(only)}.`)
  }
  // Ollama's names have a tag.
  if (models.includes(model) || models.includes(`${model}:latest`))
    return ok(CHECK, `${server} has the model ${model}.`)
  return fail(CHECK, `${server} has no model ${model}. ${advice}`)
}
