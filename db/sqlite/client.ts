import Sqlite from 'better-sqlite3'
import { drizzle } from 'drizzle-orm/better-sqlite3'
import type { DatabaseMetrics, Db } from '../database.ts'
import * as schema from '../schema.ts'
import { createWriter } from './write.ts'

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
const queriesOn = (client: Sqlite.Database): Db => drizzle({ client, schema }) as unknown as Db

function timedReads(connection: Sqlite.Database, onRead: (ms: number) => void): Sqlite.Database {
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
  // drizzle calls only these methods for queries.
  return { prepare } as unknown as Sqlite.Database
}
