import type { DatabaseMetrics, Db, Write } from '#db/database.ts'
import { ConnectionFailure, stateOf } from './errors.ts'
import type { Connection, Pool } from './pool.ts'

/** When a unit that has run alone gives up on conflicts: only another program can still be in its way. */
const GIVE_UP_AFTER = 5_000
const MAX_DUPLICATES = 3

const SERIALIZATION_FAILURE = '40001'
const DEADLOCK = '40P01'
const UNIQUE_VIOLATION = '23505'

/** First attempts run in parallel. Those that met a conflict would meet again: they run one at a time. */
const LOCKS = ['ACCESS SHARE', 'EXCLUSIVE']
/** First attempts can still be faster. From the third on, a unit runs alone. */
const ALONE = 'ACCESS EXCLUSIVE'

/** Serializable units run again after a conflict. There is no queue: PostgreSQL makes parallel commits share an fsync. */
export function createWriter(pool: Pool, { onCommit, onRerun }: DatabaseMetrics): Write {
  return async (work) => {
    const started = performance.now()
    let duplicates = 0
    for (let attempt = 0; ; attempt += 1) {
      const lock = LOCKS[attempt] ?? ALONE
      try {
        const result = await pool.use((connection) => runUnit(connection, work, lock))
        onCommit?.(performance.now() - started, 1)
        return result
      } catch (error) {
        const state = stateOf(error)
        // A race can also look like a duplicate. So does a bug, which stays one when it runs again.
        if (state === UNIQUE_VIOLATION) duplicates += 1
        else if (state !== SERIALIZATION_FAILURE && state !== DEADLOCK) throw error
        const isLate = lock === ALONE && performance.now() - started > GIVE_UP_AFTER
        if (duplicates > MAX_DUPLICATES || isLate) throw error
        onRerun?.()
      }
    }
  }
}

async function runUnit<T>({ send, db }: Connection, work: (tx: Db) => Promise<T>, lock: string): Promise<T> {
  try {
    await send({ text: `BEGIN ISOLATION LEVEL SERIALIZABLE; LOCK TABLE larder_turns IN ${lock} MODE` })
    const result = await work(db)
    const { command } = await send({ text: 'COMMIT' })
    // After a failed statement, PostgreSQL answers COMMIT with a rollback instead of an error.
    if (command !== 'COMMIT')
      throw new Error('The unit of work continued after one of its queries had failed.')
    return result
  } catch (error) {
    if (!(error instanceof ConnectionFailure)) await send({ text: 'ROLLBACK' })
    throw error
  }
}
