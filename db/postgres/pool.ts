import type { PoolClient } from 'pg'
import type { Db } from '#db/database.ts'
import { clientConfig } from './connection.ts'
import { createDb, type Send, type Statement } from './dialect.ts'
import { ConnectionFailure, cleanError, isReadOnly, messageOf } from './errors.ts'

const IDLE_TIMEOUT = 300_000

export type Connection = { send: Send; db: Db }

// Two pools, so that reads never wait for writes. More parallel writes would not be faster, and meet more
// conflicts. With the relay these are 17 connections; PostgreSQL allows 100 unless configured otherwise.
const POOLS = {
  reads: { max: 10, settings: { default_transaction_read_only: 'on' } },
  // A scan of the whole table, usual for small ones, would conflict with every other write to it.
  writes: { max: 6, settings: { enable_seqscan: 'off' } },
}

export type Pool = Awaited<ReturnType<typeof createPool>>

export async function createPool(url: string, kind: keyof typeof POOLS) {
  const { Pool } = await import('pg')
  const { max, settings } = POOLS[kind]
  const pool = new Pool({ ...clientConfig(url, settings), max, idleTimeoutMillis: IDLE_TIMEOUT })
  const connections = new WeakMap<PoolClient, Connection>()
  const opened = new WeakMap<PoolClient, number>()
  let failedAt = 0
  const nameOf = createNames()
  const running = new Set<Promise<unknown>>()
  let closed: Promise<void> | undefined

  // Without listeners, a lost connection would end the process. If it is in use, its query fails.
  pool.on('error', () => {})
  pool.on('connect', (client) => {
    client.on('error', () => {})
    connections.set(client, connectionOf(client, nameOf))
    opened.set(client, performance.now())
  })

  /** A network that dropped one connection without a word may have dropped the others that were open then. */
  async function connect(): Promise<PoolClient> {
    for (;;) {
      const client = await pool.connect().catch(failConnecting)
      if ((opened.get(client) ?? 0) >= failedAt) return client
      client.release(true)
    }
  }

  async function lend<T>(work: (connection: Connection) => Promise<T>): Promise<T> {
    const client = await connect()
    let failed = false
    try {
      return await work(connections.get(client) ?? connectionOf(client, nameOf))
    } catch (error) {
      if (error instanceof ConnectionFailure) failedAt = performance.now()
      // After a failover, another connection may lead to the new primary server.
      failed = error instanceof ConnectionFailure || isReadOnly(error)
      throw error
    } finally {
      client.release(failed)
    }
  }

  return {
    /** Lends a connection until the work ends. One that failed is closed instead of lent again. */
    use<T>(work: (connection: Connection) => Promise<T>): Promise<T> {
      const lent = lend(work)
      running.add(lent)
      const remove = () => running.delete(lent)
      lent.then(remove, remove)
      return lent
    },
    waiting: () => pool.waitingCount,
    close() {
      closed ??= Promise.allSettled(running).then(() => pool.end())
      return closed
    },
  }
}

function connectionOf(client: PoolClient, nameOf: NameOf): Connection {
  const send: Send = (statement) => {
    const name = nameOf(statement)
    return client.query(name ? { ...statement, name } : statement).catch(throwClean)
  }
  return { send, db: createDb(send) }
}

/** Nothing was sent. A changed password or a missing database may be repaired without a restart. */
function failConnecting(error: unknown): never {
  throw new ConnectionFailure(messageOf(error))
}

function throwClean(error: unknown): never {
  throw cleanError(error)
}

/** Named statements are parsed once per connection, which keeps them: so rare ones with many values stay unnamed. */
type NameOf = (statement: Statement) => string | undefined

const MAX_NAMES = 300
const MAX_VALUES = 40

function createNames(): NameOf {
  const names = new Map<string, string>()
  return ({ text, values }) => {
    if (!values) return undefined
    const known = names.get(text)
    if (known || names.size >= MAX_NAMES || values.length > MAX_VALUES) return known
    const name = `larder_${names.size}`
    names.set(text, name)
    return name
  }
}
