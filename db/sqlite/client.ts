import { setTimeout as wait } from 'node:timers/promises'
import type { Database as Connection } from 'better-sqlite3'
import Sqlite from 'better-sqlite3'
import { drizzle } from 'drizzle-orm/better-sqlite3'
import type { DatabaseMetrics, Db, Write } from '#db/database.ts'
import * as schema from '#db/schema.ts'

// busy_timeout comes first: setting the journal mode may have to wait for a lock.
// SQLite's usual synchronous=NORMAL can lose acknowledged writes in a power cut.
export const PRAGMAS = [
  'busy_timeout=5000',
  'journal_mode=WAL',
  'synchronous=FULL',
  'foreign_keys=ON',
  'temp_store=MEMORY',
  'cache_size=-16000',
  'journal_size_limit=67108864',
  'trusted_schema=OFF',
] as const

export function openConnection(file: string): Sqlite.Database {
  const connection = new Sqlite(file)
  for (const pragma of PRAGMAS) connection.pragma(pragma)
  return connection
}

export function sqliteVersion(): string {
  const memory = new Sqlite(':memory:')
  const version = memory.prepare('SELECT sqlite_version()').pluck().get()
  memory.close()
  return String(version)
}

export function openDatabase(file: string, { onCommit, onRead }: DatabaseMetrics = {}) {
  const writer = openConnection(file)
  const reader = openConnection(file)
  reader.pragma('query_only=ON')
  const queue = createWriter(writer, queriesOn(writer), onCommit)
  return {
    db: queriesOn(onRead ? timedReads(reader, onRead) : reader),
    write: queue.write,
    waitingWrites: queue.waiting,
    // One server per data folder.
    unlessRunning: (_name: string, work: () => Promise<void>) => work(),
    reader,
    writer,
    async close() {
      await queue.idle()
      reader.close()
      writer.close()
    },
  }
}

/** better-sqlite3 returns plain values where the type has promises. Awaiting them makes no difference. */
const queriesOn = (client: Preparer): Db =>
  drizzle({ client: withPlainLimits(client) as Sqlite.Database, schema }) as unknown as Db

/** drizzle calls only this method for queries. */
type Preparer = Pick<Sqlite.Database, 'prepare'>

/** SQLite plans by the value of a limit that is a parameter: it would compile a prepared query again for each run. */
function withPlainLimits(connection: Preparer): Preparer {
  const prepare = (source: string) =>
    connection.prepare(source.replaceAll(' limit ?', ' limit cast(? as integer)'))
  return { prepare } as Preparer
}

function timedReads(connection: Preparer, onRead: (ms: number) => void): Preparer {
  const timed =
    <Result>(read: (...params: unknown[]) => Result) =>
    (...params: unknown[]) => {
      const started = performance.now()
      const result = read(...params)
      onRead(performance.now() - started)
      return result
    }
  const prepare = (source: string) => {
    const statement = connection.prepare(source)
    const timedStatement = {
      get: timed(statement.get.bind(statement)),
      all: timed(statement.all.bind(statement)),
      run: statement.run.bind(statement),
      raw: () => {
        statement.raw()
        return timedStatement
      },
    }
    return timedStatement
  }
  return { prepare } as unknown as Preparer
}

interface Job {
  work(tx: Db): unknown
  resolve(value: unknown): void
  reject(error: unknown): void
}

type Settle = () => void

const nextTick = () => new Promise<void>((resolve) => setImmediate(resolve))

const LOCK_TIMEOUT = 5_000

/** The most writes that share a commit: the first of them waits for the last. */
const MAX_BATCH = 64
/** Ms until other requests get a turn. */
const MAX_HOLD = 10
/** Ms. A unit that takes longer, such as copying a long list, is followed by a rest as long. */
const LONG = 20
const MAX_REST = 200

const isBusy = (error: unknown) =>
  error instanceof Error && 'code' in error && String(error.code).startsWith('SQLITE_BUSY')

// Group commit: units run one at a time in savepoints, and all that are queued share a commit. Not drizzle's
// transaction: on better-sqlite3 it commits before an async callback has finished.
export function createWriter(connection: Connection, tx: Db, onCommit?: DatabaseMetrics['onCommit']) {
  connection.pragma('busy_timeout=0')
  const queue: Job[] = []
  let draining: Promise<void> | undefined
  const savepoint = connection.prepare('SAVEPOINT unit')
  const release = connection.prepare('RELEASE unit')

  async function runOne(job: Job): Promise<Settle> {
    savepoint.run()
    try {
      const value = await job.work(tx)
      release.run()
      return () => job.resolve(value)
    } catch (error) {
      // Some errors, such as a full disk, already rolled back the whole transaction.
      if (!connection.inTransaction) throw error
      connection.exec('ROLLBACK TO unit; RELEASE unit')
      return () => job.reject(error)
    }
  }

  /** SQLite's own busy timeout would block the event loop, and all reads with it. */
  async function begin() {
    const giveUpAt = performance.now() + LOCK_TIMEOUT
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

  async function commitTogether(batch: Job[]) {
    const settled: Settle[] = []
    const started = performance.now()
    let worked = 0
    try {
      await begin()
      const until = performance.now() + MAX_HOLD
      for (const [at, job] of batch.entries()) {
        if (at > 0 && performance.now() > until) {
          queue.unshift(...batch.splice(at))
          break
        }
        settled.push(await runOne(job))
      }
      worked = performance.now() - started
      connection.exec('COMMIT')
    } catch (error) {
      if (connection.inTransaction) connection.exec('ROLLBACK')
      for (const job of batch) job.reject(error)
      return worked
    }
    for (const settle of settled) settle()
    onCommit?.(performance.now() - started, batch.length)
    return worked
  }

  async function drain() {
    while (queue.length > 0) {
      const worked = await commitTogether(queue.splice(0, MAX_BATCH))
      // Without this, writes that follow one another would let nobody else have a turn.
      if (worked > LONG && queue.length > 0) await wait(Math.min(worked, MAX_REST))
      else await nextTick()
    }
    draining = undefined
  }

  const write: Write = (work) =>
    new Promise((resolve, reject) => {
      queue.push({ work, resolve: resolve as (value: unknown) => void, reject })
      // Requests that arrive in the same tick of the event loop share a commit. A slow disk makes
      // batches larger, because more requests queue up during each commit.
      draining ??= nextTick().then(drain)
    })

  return { write, waiting: () => queue.length, idle: () => draining ?? Promise.resolve() }
}
