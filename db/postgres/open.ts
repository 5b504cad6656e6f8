import type { Database, DatabaseMetrics } from '#db/database.ts'
import { clientConfig } from './connection.ts'
import { createDb } from './dialect.ts'
import { createPool } from './pool.ts'
import { createWriter } from './write.ts'

// Two pools, so that reads never wait for writes. More parallel writes would not be faster, and meet more
// conflicts. With the relay these are 17 connections; PostgreSQL allows 100 unless configured otherwise.
const MAX_READS = 10
const MAX_WRITES = 6

/** Opens a database that already has the current schema: see migrate.ts. */
export async function openDatabase(url: string, metrics: DatabaseMetrics = {}): Promise<Database> {
  const readOnly = clientConfig(url, { default_transaction_read_only: 'on' })
  const reads = await createPool({ ...readOnly, max: MAX_READS })
  // A scan of the whole table, usual for small ones, would conflict with every other write to it.
  const indexed = clientConfig(url, { enable_seqscan: 'off' })
  const writes = await createPool({ ...indexed, max: MAX_WRITES })
  return {
    db: createDb(async (statement) => {
      const started = performance.now()
      const answer = await reads.use(({ send }) => send(statement))
      metrics.onRead?.(performance.now() - started)
      return answer
    }),
    write: createWriter(writes, metrics),
    waitingWrites: writes.waiting,
    unlessRunning: (name, work) =>
      writes.use(async ({ send }) => {
        const values = [name]
        const { rows } = await send({ text: 'SELECT pg_try_advisory_lock(hashtext($1)) AS locked', values })
        if (!(rows[0] as { locked: number }).locked) return
        try {
          await work()
        } finally {
          await send({ text: 'SELECT pg_advisory_unlock(hashtext($1))', values })
        }
      }),
    async close() {
      await Promise.all([reads.close(), writes.close()])
    },
  }
}
