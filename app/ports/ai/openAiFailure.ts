import { AiFailure } from './ai.ts'

type Library = typeof import('ai')

/** One line for the log. The library's errors must not be logged: they contain the whole request and response. */
export function failureFrom(library: Library, error: unknown, secrets: string[]): AiFailure {
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

export function statusOf(library: Library, error: unknown): number | undefined {
  return library.APICallError.isInstance(error) ? error.statusCode : undefined
}

function causes(error: unknown): unknown[] {
  const chain = [error]
  while (chain.length < 5) {
    const last = chain.at(-1)
    if (!(last instanceof Error) || last.cause === undefined) break
    chain.push(last.cause)
  }
  return chain
}

function codeOf(error: unknown): string | undefined {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : undefined
}

/** An error in the middle of a stream is a plain object, not an Error. */
function messageOf(error: unknown): string {
  if (error instanceof Error) return error.message
  const message = typeof error === 'object' && error !== null && 'message' in error ? error.message : error
  return typeof message === 'string' ? message : 'no reason given'
}

function withoutSecrets(text: string, secrets: string[]): string {
  return secrets.filter(Boolean).reduce((redacted, secret) => redacted.replaceAll(secret, '[redacted]'), text)
}
