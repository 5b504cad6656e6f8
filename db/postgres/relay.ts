import { randomUUID } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import type { Client } from 'pg'
import { clientConfig } from './connection.ts'
import { refusalFrom } from './refusal.ts'

const CHANNEL = 'larder'
/** PostgreSQL only accepts less than 8,000. */
const MAX_BYTES = 7_999
const MAX_AGE = 10_000
const PING_INTERVAL = 15_000
const QUERY_TIMEOUT = 5_000
const FIRST_PAUSE = 50
const MAX_PAUSE = 5_000
const CLOSE_TIMEOUT = 1_000

interface RelayOptions {
  url: string
  onMessage(message: string): void
  /** The connection was lost and is back. Messages may be missing. */
  onReconnect(): void
  log: Record<'info' | 'warn', (values: object, text: string) => void>
}

type Waiting = { message: string; since: number }

export async function createRelay({ url, onMessage, onReconnect, log }: RelayOptions) {
  const { Client } = await import('pg')
  const sender = randomUUID()
  const closing = new AbortController()
  const { signal } = closing
  let client: Client | undefined
  let sending: Promise<void> | undefined
  const waiting: Waiting[] = []

  const payloadOf = (batch: Waiting[]) => JSON.stringify([sender, ...batch.map(({ message }) => message)])
  const overhead = Buffer.byteLength(payloadOf([]))

  async function connect() {
    const fresh = new Client({ ...clientConfig(url), query_timeout: QUERY_TIMEOUT })
    fresh.on('error', () => {})
    fresh.on('end', () => lost(fresh))
    fresh.on('notification', ({ payload = '' }) => {
      const [from, ...messages] = JSON.parse(payload) as string[]
      if (from !== sender) for (const message of messages) onMessage(message)
    })
    try {
      await fresh.connect()
      await fresh.query(`LISTEN ${CHANNEL}`)
    } catch (error) {
      end(fresh)
      throw error
    }
    if (signal.aborted) return end(fresh)
    client = fresh
    flush()
  }

  function lost(connection: Client) {
    if (connection !== client) return
    client = undefined
    end(connection)
    void reconnect()
  }

  async function reconnect() {
    log.warn({}, 'lost the connection for live updates')
    for (let pause = FIRST_PAUSE; !client; pause = Math.min(2 * pause, MAX_PAUSE)) {
      // All processes may have lost their connections at the same moment.
      await wait(pause * (0.5 + Math.random()), undefined, { signal, ref: false }).catch(() => {})
      if (signal.aborted) return
      await connect().catch(() => {})
    }
    log.info({}, 'live updates are connected again')
    onReconnect()
  }

  function flush() {
    if (client && !sending && waiting.length > 0) sending = sendWaiting(client)
  }

  async function sendWaiting(connection: Client) {
    while (connection === client && waiting.length > 0) {
      const batch = waiting.splice(0, countThatFits())
      try {
        await connection.query('SELECT pg_notify($1, $2)', [CHANNEL, payloadOf(batch)])
      } catch {
        waiting.unshift(...batch)
        lost(connection)
      }
    }
    sending = undefined
    flush()
  }

  function countThatFits(): number {
    let bytes = overhead
    const tooMany = waiting.findIndex(({ message }) => {
      bytes += sizeOf(message)
      return bytes > MAX_BYTES
    })
    return tooMany < 0 ? waiting.length : tooMany
  }

  /** Looks only at the oldest: a flood of messages must not make each of them slower. */
  function dropOld() {
    const limit = performance.now() - MAX_AGE
    const firstRecent = waiting.findIndex(({ since }) => since >= limit)
    const dropped = firstRecent < 0 ? waiting.length : firstRecent
    if (dropped === 0) return
    waiting.splice(0, dropped)
    log.warn({ dropped }, 'could not pass live updates on to other servers')
  }

  await connect().catch((error) => {
    throw refusalFrom(error, url)
  })
  const pinging = setInterval(() => {
    const connection = client
    connection?.query('SELECT 1').catch(() => lost(connection))
  }, PING_INTERVAL)
  pinging.unref()

  return {
    /** Sends a message to the other processes. Without a connection, it waits for up to ten seconds. */
    send(message: string) {
      if (overhead + sizeOf(message) > MAX_BYTES) throw new Error('The message is too large for NOTIFY.')
      dropOld()
      waiting.push({ message, since: performance.now() })
      flush()
    },
    async close() {
      clearInterval(pinging)
      const timeout = () => wait(CLOSE_TIMEOUT, undefined, { ref: false })
      await Promise.race([sending, timeout()])
      closing.abort()
      const last = client
      // Ends the sending of whatever still waits.
      client = undefined
      await Promise.race([last?.end(), timeout()])
    },
  }
}

const sizeOf = (message: string) => Buffer.byteLength(JSON.stringify(message)) + 1

function end(client: Client) {
  client.end().catch(() => {})
}
