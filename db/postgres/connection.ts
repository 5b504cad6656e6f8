import type { ClientConfig } from 'pg'

// pg is imported only where a connection is opened: without DATABASE_URL, it costs neither memory nor time.

const CONNECT_TIMEOUT = 5_000
const STATEMENT_TIMEOUT = 8_000
/** Frees the locks of a process that hangs in a unit of work. */
const IDLE_TIMEOUT = 5_000

// PostgreSQL would keep connections that the network lost for two hours, with their advisory locks.
const KEEPALIVES = { tcp_keepalives_idle: '60', tcp_keepalives_interval: '10' }

const BOOLEAN = 16
const BIGINT = 20
const SMALLINT = 21
const INTEGER = 23
const DOUBLE = 701
const NUMERIC = 1700

const PARSERS = new Map<number, (value: string) => unknown>([
  [BOOLEAN, (value) => (value === 't' ? 1 : 0)],
  ...[BIGINT, SMALLINT, INTEGER, DOUBLE, NUMERIC].map((type) => [type, Number] as const),
])

const types = { getTypeParser: (type: number) => PARSERS.get(type) ?? String }

export function clientConfig(url: string, settings: Record<string, string> = {}): ClientConfig {
  return {
    connectionString: withSettings(url, { ...KEEPALIVES, ...settings }),
    application_name: 'larder',
    connectionTimeoutMillis: CONNECT_TIMEOUT,
    statement_timeout: STATEMENT_TIMEOUT,
    // For a server that has vanished. One that is only slow ends the statement first.
    query_timeout: STATEMENT_TIMEOUT + 2_000,
    idle_in_transaction_session_timeout: IDLE_TIMEOUT,
    keepAlive: true,
    keepAliveInitialDelayMillis: 30_000,
    types,
  }
}

function withSettings(url: string, settings: Record<string, string>): string {
  const changed = new URL(url)
  const given = changed.searchParams.get('options') ?? ''
  const ours = Object.entries(settings).map(([name, value]) => `-c ${name}=${value}`)
  const options = [given, ...ours].join(' ').trim()
  if (options) changed.searchParams.set('options', options)
  return changed.href
}
