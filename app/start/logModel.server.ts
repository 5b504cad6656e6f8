import { SECOND } from '#app/domain/time.ts'
import type { Services } from '#app/services.ts'

const LIMIT = 10 * SECOND

/** At start: which model an AI server has if OPENAI_MODEL names none, or what to do about it. */
export async function logModel({ ai, log }: Pick<Services, 'ai' | 'log'>): Promise<void> {
  if (ai.model !== '' || !ai.findModel) return
  try {
    log.info({ model: await ai.findModel(AbortSignal.timeout(LIMIT)) }, 'found the model of the AI server')
  } catch (error) {
    log.warn(`No AI model: ${error instanceof Error ? error.message : error}`)
  }
}
