import type { DatabaseMetrics } from '#db/database.ts'
import type { Metrics } from './prometheus.ts'

const WRITE_BUCKETS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.1, 0.5, 2.5]
const READ_BUCKETS = [0.0001, 0.00025, 0.001, 0.0025, 0.01, 0.05, 0.25]

export function databaseMetrics(metrics: Metrics): DatabaseMetrics {
  const commits = metrics.histogram(
    'larder_database_write_seconds',
    'Duration of write transactions, from waiting for the lock to the end of the commit.',
    WRITE_BUCKETS,
  )
  const units = metrics.counter(
    'larder_database_units_total',
    'Units of work in write transactions; several can share one commit.',
  )
  const reads = metrics.histogram(
    'larder_database_read_seconds',
    'Duration of single queries outside write transactions.',
    READ_BUCKETS,
  )
  const reruns = metrics.counter(
    'larder_database_reruns_total',
    'Units of work that ran again after a conflict, on PostgreSQL.',
  )
  return {
    onCommit(ms, count) {
      commits.observe(ms / 1000)
      units.add(count)
    },
    onRead: (ms) => reads.observe(ms / 1000),
    onRerun: () => reruns.add(1),
  }
}
