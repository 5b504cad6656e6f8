/** The connection failed, so nobody knows whether the statement ran. */
export class ConnectionFailure extends Error {
  readonly code = '08006'
}

/** The states with which the server ends a connection. */
const ENDS_CONNECTION = /^(?:08|57P|25P03)/

export function stateOf(error: unknown): string {
  return error instanceof Error && 'severity' in error && 'code' in error ? String(error.code) : ''
}

/** With such an error, the server ends the connection, or refuses it. */
export function isFatal(error: unknown): boolean {
  return error instanceof Error && 'severity' in error && error.severity === 'FATAL'
}

/** Errors of pg, as the rest of Larder may see and log them. */
export function cleanError(error: unknown): unknown {
  const state = stateOf(error)
  // Not as its cause, because pg attaches the client with its password.
  if (!state || ENDS_CONNECTION.test(state)) return new ConnectionFailure(messageOf(error))
  // Details quote the values of rows.
  return Object.assign(error as Error, { detail: undefined })
}

/** After trying several addresses, Node leaves the message empty. */
export function messageOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  return error.message || ('code' in error ? String(error.code) : error.name)
}
