import type { BetterSQLite3Database } from 'drizzle-orm/better-sqlite3'
import type * as schema from './schema.ts'

/** Runs queries: on the read connection, or inside a unit of work. */
export type Db = BetterSQLite3Database<typeof schema>

/** Runs one unit of work exclusively. Resolves with its result after the commit, or rejects after its rollback. */
export type Write = <T>(work: (tx: Db) => T | Promise<T>) => Promise<T>

export interface Database {
  /** For reads only; this connection cannot write. */
  db: Db
  /** The only way to write. */
  write: Write
  /** The number of queued units of work. */
  waitingWrites(): number
  close(): Promise<void>
}

/** Callbacks for measurements. */
export interface DatabaseMetrics {
  /** A transaction's duration, including the wait for the lock, and its number of units of work. */
  onCommit?: (ms: number, units: number) => void
  onRead?: (ms: number) => void
}
