import type { DatabaseMetrics } from '#db/database.ts'
import type { Metrics } from './registry.ts'

const WRITES = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.1, 0.5, 2.5]
const READS = [0.0001, 0.00025, 0.001, 0.0025, 0.01, 0.05, 0.25]

/** How long the database takes. */
export function databaseMetrics(metrics: Metrics): DatabaseMetrics {
  const commits = metrics.histogram(
    'larder_database_write_seconds',
    'Write transactions, from the wait for the lock to the end of the commit.',
    WRITES,
  )
  const units = metrics.counter(
    'larder_database_units_total',
    'Units of work in these transactions: those that wait together are committed together.',
  )
  const reads = metrics.histogram(
    'larder_database_read_seconds',
    'Single queries outside of write transactions.',
    READS,
  )
  return {
    onCommit(ms, together) {
      commits.observe(ms / 1000)
      units.add(together)
    },
    onRead: (ms) => reads.observe(ms / 1000),
  }
}
