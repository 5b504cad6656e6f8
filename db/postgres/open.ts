import type { Database, DatabaseMetrics } from '#db/database.ts'
import { createDb } from './dialect.ts'
import { createPool } from './pool.ts'
import { createWriter } from './write.ts'

export async function openDatabase(url: string, metrics: DatabaseMetrics = {}): Promise<Database> {
  const reads = await createPool(url, 'reads')
  const writes = await createPool(url, 'writes')
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
