import type { Config } from '#app/config/config.server.ts'
import type { DatabaseMetrics } from '#db/database.ts'
import { createRegistry } from './prometheus.ts'

const REQUEST_BUCKETS = [0.002, 0.005, 0.01, 0.05, 0.25, 1, 5, 30]
const WRITE_BUCKETS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.1, 0.5, 2.5]
const READ_BUCKETS = [0.0001, 0.00025, 0.001, 0.0025, 0.01, 0.05, 0.25]

export type Metrics = ReturnType<typeof createMetrics>

export const metricsEnabled = ({ METRICS_TOKEN, METRICS_LOOPBACK }: Config) =>
  METRICS_TOKEN !== '' || METRICS_LOOPBACK === 'on'

/** All that is counted when it happens. Values that are read at each scrape: readAtScrape.ts */
export function createMetrics() {
  const { text, collect, counter, histogram } = createRegistry()
  return {
    text,
    collect,
    requests: counter(
      'larder_http_requests_total',
      'Finished requests, including those that the client aborted.',
      ...['method', 'route', 'status'],
    ),
    requestSeconds: histogram(
      'larder_http_request_seconds',
      'Time from the start of a request to the end of its response.',
      REQUEST_BUCKETS,
      'route',
    ),
    eventsSent: counter(
      'larder_live_events_sent_total',
      'Live events sent to sockets, counted once for each socket.',
    ),
    commitSeconds: histogram(
      'larder_database_write_seconds',
      'Duration of write transactions, from waiting for the lock to the end of the commit.',
      WRITE_BUCKETS,
    ),
    units: counter(
      'larder_database_units_total',
      'Units of work in write transactions; several can share one commit.',
    ),
    readSeconds: histogram(
      'larder_database_read_seconds',
      'Duration of single queries outside write transactions.',
      READ_BUCKETS,
    ),
    reruns: counter(
      'larder_database_reruns_total',
      'Units of work that ran again after a conflict, on PostgreSQL.',
    ),
  }
}

export function databaseMetrics({ commitSeconds, units, readSeconds, reruns }: Metrics): DatabaseMetrics {
  return {
    onCommit(ms, count) {
      commitSeconds.observe(ms / 1000)
      units.add(count)
    },
    onRead: (ms) => readSeconds.observe(ms / 1000),
    onRerun: () => reruns.add(1),
  }
}
