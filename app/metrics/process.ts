import { readdirSync } from 'node:fs'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import type { Metrics } from './registry.ts'

const RESOLUTION = 20
const QUANTILES = [50, 99, 100]

export function collectProcessMetrics(metrics: Metrics): void {
  const started = Date.now() / 1000 - process.uptime()
  const delay = monitorEventLoopDelay({ resolution: RESOLUTION })
  delay.enable()

  metrics.collect(
    'gauge',
    'larder_process_start_time_seconds',
    'When the process started, as a Unix timestamp.',
    () => started,
  )
  metrics.collect('counter', 'larder_process_cpu_seconds_total', 'CPU time used.', () => {
    const { user, system } = process.cpuUsage()
    return (user + system) / 1e6
  })
  metrics.collect('gauge', 'larder_process_resident_memory_bytes', 'Resident memory.', () =>
    process.memoryUsage.rss(),
  )
  // Only on systems with /proc.
  metrics.collect('gauge', 'larder_process_open_fds', 'Open files and connections.', () => {
    return readdirSync('/proc/self/fd').length
  })
  metrics.collect(
    'gauge',
    'larder_event_loop_delay_seconds',
    'Event loop delay since the last scrape.',
    () => {
      const delayAt = (quantile: number) => Math.max(0, delay.percentile(quantile) / 1e9 - RESOLUTION / 1000)
      const values = QUANTILES.map((quantile): [{ quantile: string }, number] => [
        { quantile: String(quantile / 100) },
        delay.count > 0 ? delayAt(quantile) : 0,
      ])
      delay.reset()
      return values
    },
  )
}
