import { AiFailure, type AiFailureReason } from './ai.ts'

/** One line for the log. The library's errors must not be logged: they contain the whole request and response. */
export function failureFrom(error: unknown, secrets: string[]): AiFailure {
  const known = causes(error).find((cause) => cause instanceof AiFailure)
  if (known instanceof AiFailure) return new AiFailure(known.reason, withoutSecrets(known.message, secrets))
  const message = withoutSecrets(messageOf(error), secrets).slice(0, 200)
  const status = statusOf(error)
  if (status !== undefined && status >= 400) {
    return new AiFailure(reasonFor(status, textOf(error)), `the AI server returned ${status}: ${message}`)
  }
  const code = causes(error).map(codeOf).find(Boolean)
  if (code) return new AiFailure('unreachable', `no connection to the AI server: ${code}`)
  // What a server says in the middle of a stream is a plain object, what the library can't read is an Error.
  const reason = error instanceof Error ? 'invalid-response' : 'unreachable'
  return new AiFailure(reason, `the AI server's response ended early: ${message}`)
}

const NO_SUCH_MODEL =
  /model.* (?:not|n't) (?:found|exist|available|valid)|not a valid model|(?:unknown|invalid|no such) model/is

export function reasonFor(status: number, text = ''): AiFailureReason {
  if (status === 401 || status === 403) return 'key-refused'
  // 402 asks for money.
  if (status === 402 || status === 429) return 'limit-reached'
  if (status === 404 && /model/i.test(text)) return 'model-missing'
  if (status < 500 && NO_SUCH_MODEL.test(text)) return 'model-missing'
  // Proxies say the last two.
  if ([408, 504, 524].includes(status)) return 'timeout'
  return status >= 500 ? 'unreachable' : 'refused'
}

/** Undefined without a response. */
export const statusOf = (error: unknown) =>
  error instanceof Error && 'statusCode' in error && typeof error.statusCode === 'number'
    ? error.statusCode
    : undefined

/** With the body: not all servers put their message where OpenAI does. */
const textOf = (error: unknown) =>
  error instanceof Error && 'responseBody' in error ? `${error.message} ${error.responseBody}` : ''

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

function messageOf(error: unknown): string {
  // The library keeps the text of an error at the start of a stream only there.
  const said = error instanceof Error && 'data' in error ? textIn(error.data) : undefined
  return said ?? textIn(error) ?? 'no reason given'
}

function textIn(error: unknown): string | undefined {
  const text = typeof error === 'object' && error !== null && 'message' in error ? error.message : error
  return typeof text === 'string' ? text : undefined
}

const withoutSecrets = (text: string, secrets: string[]) =>
  secrets.filter(Boolean).reduce((redacted, secret) => redacted.replaceAll(secret, '[redacted]'), text)
