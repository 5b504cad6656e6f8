import { AiFailure } from './ai.ts'

type Library = typeof import('ai')

/**
 * What went wrong, in a line for the log. The library's own errors stay here: they carry the whole
 * request, the server's headers and whatever it echoes.
 */
export function failureFrom(library: Library, error: unknown, secrets: string[]): AiFailure {
  const last = library.RetryError.isInstance(error) ? error.lastError : error
  const known = causes(last).find((cause) => cause instanceof AiFailure)
  if (known instanceof AiFailure) return new AiFailure(known.trouble, withoutSecrets(known.message, secrets))
  if (library.APICallError.isInstance(last) && last.statusCode !== undefined && last.statusCode >= 400) {
    const said = withoutSecrets(last.message, secrets).slice(0, 200)
    return new AiFailure('refused', `the AI server answered ${last.statusCode}: ${said}`)
  }
  const code = causes(last).map(codeOf).find(Boolean)
  if (code) return new AiFailure('unreachable', `no connection to the AI server: ${code}`)
  const said = withoutSecrets(messageOf(last), secrets).slice(0, 200)
  return new AiFailure('unusable', `the AI server's answer broke off: ${said}`)
}

/** The status with which the server refused, if it did. */
export function refusedWith(library: Library, error: unknown): number | undefined {
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

/** In the middle of a stream the server's error arrives as plain data. */
function messageOf(error: unknown): string {
  if (error instanceof Error) return error.message
  const told = typeof error === 'object' && error !== null && 'message' in error ? error.message : error
  return typeof told === 'string' ? told : 'no reason given'
}

function withoutSecrets(text: string, secrets: string[]): string {
  return secrets.filter(Boolean).reduce((kept, secret) => kept.replaceAll(secret, '[redacted]'), text)
}
