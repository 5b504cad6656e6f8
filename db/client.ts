import Sqlite from 'better-sqlite3'
import { type BetterSQLite3Database, drizzle } from 'drizzle-orm/better-sqlite3'
import * as schema from './schema.ts'
import { createWriter, type OnCommit, type Write } from './write.ts'

export type Db = BetterSQLite3Database<typeof schema>

export interface Database {
  /** Reads. This connection refuses to write. */
  db: Db
  /** The only way to write; resolves after the commit. */
  write: Write<Db>
  /** How many units of work wait for their turn. */
  waitingWrites(): number
  reader: Sqlite.Database
  writer: Sqlite.Database
  close(): Promise<void>
}

/** Who wants to know how long it takes. */
export interface Watch {
  onCommit?: OnCommit
  onRead?: (ms: number) => void
}

// The order matters: waiting must be allowed before the journal mode asks for the file.
// synchronous=FULL because the default here (NORMAL) may lose acknowledged writes at a power cut.
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

/** Opens a database whose schema is already up to date: see migrate.ts. */
export function openDatabase(file: string, { onCommit, onRead }: Watch = {}): Database {
  const writer = openConnection(file)
  const reader = openConnection(file)
  reader.pragma('query_only=ON')
  if (onRead) timeReads(reader, onRead)
  const queue = createWriter(writer, drizzle(writer, { schema }), onCommit)
  return {
    db: drizzle(reader, { schema }),
    write: queue.write,
    waitingWrites: queue.waiting,
    reader,
    writer,
    async close() {
      await queue.idle()
      reader.close()
      writer.close()
    },
  }
}

/** All reads are statements that were prepared here, and asked by one of these two. */
function timeReads(connection: Sqlite.Database, onRead: (ms: number) => void): void {
  const timed =
    <Answer>(ask: (...values: unknown[]) => Answer) =>
    (...values: unknown[]) => {
      const began = performance.now()
      const answer = ask(...values)
      onRead(performance.now() - began)
      return answer
    }
  const prepare = connection.prepare.bind(connection)
  const prepareTimed = (source: string) => {
    const statement = prepare(source)
    statement.get = timed(statement.get.bind(statement))
    statement.all = timed(statement.all.bind(statement))
    return statement
  }
  connection.prepare = prepareTimed as typeof connection.prepare
}
