import type { IncomingMessage } from 'node:http'

/** What a body is said to be, without what is added behind a semicolon. */
export function isOfType({ headers }: IncomingMessage, ...types: string[]): boolean {
  const [said = ''] = (headers['content-type'] ?? '').split(';', 1)
  return types.includes(said.trim().toLowerCase())
}
