import { statusOf } from './failureFrom.ts'
import { type Fields, type Libraries, type Question, streamResponse } from './streamResponse.ts'

const ANSWER_TOKENS = 4_000

/** The prompt describes the format too, and the response is validated. */
const PLAIN: Fields = { schema: false, maxTokens: ANSWER_TOKENS }

export const OTHERS: Fields[] = [{ schema: true, maxTokens: ANSWER_TOKENS }, PLAIN]

/** A model that must think also counts that: up to what most models allow. */
const WITH_THOUGHTS = { schema: true, maxTokens: 16_000 }

/** Models that think can usually be told not to; some only to think little, and others know nothing of it. */
export const OPENAI: Fields[] = [
  { ...WITH_THOUGHTS, effort: 'none' },
  { ...WITH_THOUGHTS, effort: 'low' },
  WITH_THOUGHTS,
  PLAIN,
]

/** Sends the first of these fields that the server has not refused. */
export function createAttempts(choices: Fields[]) {
  let supported = 0

  return async (libraries: Libraries, question: Question): Promise<string> => {
    for (let choice = supported; ; choice += 1) {
      const fields = choices[choice] ?? PLAIN
      try {
        const text = await withRetry(() => streamResponse(libraries, question, fields))
        supported = Math.max(supported, choice)
        return text
      } catch (error) {
        const status = statusOf(error)
        if ((status !== 400 && status !== 422) || fields === PLAIN) throw error
      }
    }
  }
}

/** Once, at once: a kept connection may have been closed, or a server be overloaded. */
async function withRetry<Result>(ask: () => Promise<Result>): Promise<Result> {
  try {
    return await ask()
  } catch (error) {
    if (!mayPass(error)) throw error
    return ask()
  }
}

const mayPass = (error: unknown) =>
  error instanceof Error && 'isRetryable' in error && error.isRetryable === true && statusOf(error) !== 429
