import { setTimeout as wait } from 'node:timers/promises'
import type { Database as Connection } from 'better-sqlite3'

/** Runs one unit of work alone on the writer connection; resolves with its answer after the commit. */
export type Write<Db> = <T>(work: (tx: Db) => T | Promise<T>) => Promise<T>

interface Waiting<Db> {
  work(tx: Db): unknown
  resolve(value: unknown): void
  reject(error: unknown): void
}

type Settled = () => void

/** How long a transaction took, with the wait for the lock, and how many units of work were in it. */
export type OnCommit = (ms: number, units: number) => void

const nextTurn = () => new Promise<void>((resolve) => setImmediate(resolve))

/** So long a write waits for another process that is writing: a backup tool, somebody's sqlite3. */
const PATIENCE = 5_000

/** So many waiting writes share one commit at the most: the first of them waits for the last. */
const BATCH = 64

function isBusy(error: unknown): boolean {
  return error instanceof Error && 'code' in error && String(error.code).startsWith('SQLITE_BUSY')
}

/**
 * One writer, one unit of work at a time, each in a savepoint of its own. What is waiting when a
 * transaction opens is committed together: under load one fsync serves many, and nothing is
 * answered before it is durable. drizzle's own transaction cannot be used here: on better-sqlite3
 * it is synchronous and lets an async body run on outside of it.
 */
export function createWriter<Db>(connection: Connection, tx: Db, onCommit?: OnCommit) {
  connection.pragma('busy_timeout=0')
  const waiting: Waiting<Db>[] = []
  let draining: Promise<void> | undefined

  async function runOne(job: Waiting<Db>): Promise<Settled> {
    connection.exec('SAVEPOINT unit')
    try {
      const value = await job.work(tx)
      connection.exec('RELEASE unit')
      return () => job.resolve(value)
    } catch (error) {
      // Some failures (disk full) have already rolled the whole transaction back.
      if (!connection.inTransaction) throw error
      connection.exec('ROLLBACK TO unit; RELEASE unit')
      return () => job.reject(error)
    }
  }

  /** SQLite's own waiting would hold the event loop, and with it everybody who only wants to read. */
  async function begin() {
    const giveUpAt = performance.now() + PATIENCE
    for (let pause = 2; ; pause = Math.min(2 * pause, 100)) {
      try {
        connection.exec('BEGIN IMMEDIATE')
        return
      } catch (error) {
        if (!isBusy(error) || performance.now() + pause > giveUpAt) throw error
      }
      await wait(pause)
    }
  }

  async function commitTogether(batch: Waiting<Db>[]) {
    const settle: Settled[] = []
    const began = performance.now()
    try {
      await begin()
      for (const job of batch) settle.push(await runOne(job))
      connection.exec('COMMIT')
    } catch (error) {
      if (connection.inTransaction) connection.exec('ROLLBACK')
      for (const job of batch) job.reject(error)
      return
    }
    for (const done of settle) done()
    onCommit?.(performance.now() - began, batch.length)
  }

  async function drain() {
    while (waiting.length > 0) await commitTogether(waiting.splice(0, BATCH))
    draining = undefined
  }

  const write: Write<Db> = (work) =>
    new Promise((resolve, reject) => {
      waiting.push({ work, resolve: resolve as (value: unknown) => void, reject })
      // After all requests of this turn of the event loop were heard, so that they share a commit:
      // the slower the disk, the more of them wait while it writes.
      draining ??= nextTurn().then(drain)
    })

  return { write, waiting: () => waiting.length, idle: () => draining ?? Promise.resolve() }
}
