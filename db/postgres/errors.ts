/** The connection failed, so nobody knows whether the statement ran. */
export class ConnectionFailure extends Error {
  readonly code = '08006'
}

const ENDS_CONNECTION = /^(?:08|57P|25P03)/

export const stateOf = (error: unknown) =>
  error instanceof Error && 'severity' in error && 'code' in error ? String(error.code) : ''

export const isReadOnly = (error: unknown) => stateOf(error) === '25006'

export const isFatal = (error: unknown) =>
  error instanceof Error && 'severity' in error && error.severity === 'FATAL'

export function cleanError(error: unknown): unknown {
  const state = stateOf(error)
  // pg's error has the client with its password, so it isn't the cause of this one.
  if (!state || ENDS_CONNECTION.test(state)) return new ConnectionFailure(messageOf(error))
  // Details quote the values of rows.
  return Object.assign(error as Error, { detail: undefined })
}

/** After trying several addresses, Node leaves the message empty. */
export function messageOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  return error.message || ('code' in error ? String(error.code) : error.name)
}
