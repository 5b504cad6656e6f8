import { vi } from 'vitest'
import type { Database } from '#db/database.ts'
import type { openDatabase } from '#db/postgres/open.ts'

// Starting PostgreSQL's processes for a test's few connections takes longer than the test, so the next test on the same
// database gets them.

const kept = new Map<string, Database[]>()

/** Services made by this use kept connections to a migrated database. */
export async function withKeptConnections<T>(work: () => Promise<T>): Promise<T> {
  const { openDatabase } = await import('#db/postgres/open.ts')
  const migrate = await import('#db/postgres/migrate.ts')
  vi.doMock('#db/postgres/open.ts', () => ({ openDatabase: openKept(openDatabase) }))
  vi.doMock('#db/postgres/migrate.ts', () => ({
    ...migrate,
    migrateDatabase: async () => ({ applied: [] }),
  }))
  try {
    return await work()
  } finally {
    vi.doUnmock('#db/postgres/open.ts')
    vi.doUnmock('#db/postgres/migrate.ts')
  }
}

function openKept(open: typeof openDatabase): typeof openDatabase {
  return async (url, metrics = {}) => {
    // The connections call these functions as long as they are open.
    if (Object.keys(metrics).length > 0) return open(url, metrics)
    const unused = kept.get(url) ?? []
    kept.set(url, unused)
    const database = unused.pop() ?? (await open(url))
    return lend(database, () => void unused.push(database))
  }
}

/** Like a database of its own: closing waits for units of work, and later ones fail. */
function lend(database: Database, giveBack: () => void): Database {
  const running = new Set<Promise<unknown>>()
  let closed: Promise<void> | undefined
  async function run<T>(work: () => Promise<T>): Promise<T> {
    if (closed) throw new Error('The database is closed.')
    const started = work()
    running.add(started)
    return started.finally(() => running.delete(started))
  }
  return {
    ...database,
    write: (work) => run(() => database.write(work)),
    unlessRunning: (name, work) => run(() => database.unlessRunning(name, work)),
    close() {
      closed ??= Promise.allSettled(running).then(giveBack)
      return closed
    },
  }
}
