import { isFatal, messageOf, stateOf } from './errors.ts'

export class DatabaseRefused extends Error {}

const STATES: [RegExp, (message: string) => string][] = [
  [/^28/, (message) => `PostgreSQL rejects the user or the password (${message}). Correct the URL.`],
  [/^3D000/, (message) => `this database does not exist (${message}). Create it, or correct the URL.`],
  [/^42501/, (message) => `the user must own the database (${message}).`],
  [/^53300/, (message) => `PostgreSQL has no free connection (${message}). Raise its max_connections.`],
  [/^25006/, (message) => `PostgreSQL is read-only (${message}). Use its primary server.`],
  [/^53100/, (message) => `PostgreSQL's disk is full (${message}). Free some space and start Larder again.`],
  [/^57P03/, (message) => `PostgreSQL is not ready (${message}). Start Larder again in a moment.`],
]

export function refusalFrom(error: unknown, url: string): unknown {
  if (error instanceof DatabaseRefused) return error
  const message = messageOf(error)
  const state = stateOf(error)
  const refused = (why: string) => new DatabaseRefused(`DATABASE_URL: ${why}`, { cause: error })
  const [, explain] = STATES.find(([states]) => states.test(state)) ?? []
  if (explain) return refused(explain(message))
  // The URL's options may have an unknown setting.
  if (isFatal(error)) {
    return refused(`PostgreSQL ends the connection (${message}). Start Larder again, or correct the URL.`)
  }
  if (state) return error
  // Without a password in the URL, pg itself rejects the server's request for one.
  if (/password/.test(message)) {
    return refused(`PostgreSQL requires a password (${message}). Correct the URL.`)
  }
  return refused(
    `Larder cannot reach PostgreSQL at ${hostOf(url)} (${message}). Start it, or correct the URL.`,
  )
}

function hostOf(url: string): string {
  const { host, searchParams } = new URL(url)
  return searchParams.get('host') ?? (host || 'localhost')
}
