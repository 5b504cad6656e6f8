import { printable } from '#app/domain/text.ts'
import { AiFailure } from './ai.ts'
import { reasonFor } from './failureFrom.ts'
import { listModels, type Server } from './listModels.ts'

const SHOWN_MODELS = 5

/** The server's only model. With several, a person must choose. */
export async function onlyModel(server: Server, signal: AbortSignal): Promise<string> {
  const { status, models } = await listModels(server, signal)
  if (status >= 400 && status !== 404) {
    throw new AiFailure(reasonFor(status), `the AI server returned ${status} when asked for its models`)
  }
  if (!models) {
    throw new AiFailure('model-unset', "the AI server doesn't list its models. Set OPENAI_MODEL")
  }
  const [model, ...others] = models
  if (model === undefined) throw new AiFailure('model-missing', 'the AI server has no models')
  if (others.length === 0) return model
  throw new AiFailure('model-unset', `the AI server has several models. ${adviceFor(models)}`)
}

export function adviceFor(models: string[]): string {
  const names = models.slice(0, SHOWN_MODELS).map((name) => printable(name).slice(0, 60))
  const more = models.length > SHOWN_MODELS ? ', …' : ''
  return `Set OPENAI_MODEL to one of them: ${names.join(', ')}${more}`
}
