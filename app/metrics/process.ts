import { readdirSync } from 'node:fs'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import type { Metrics } from './registry.ts'

const RESOLUTION = 20
const QUANTILES = [50, 99, 100]

/** What the system knows of this process. */
export function watchProcess(metrics: Metrics): void {
  const started = Date.now() / 1000 - process.uptime()
  const delay = monitorEventLoopDelay({ resolution: RESOLUTION })
  delay.enable()

  metrics.read('gauge', 'larder_process_start_time_seconds', 'When it started, in Unix time.', () => started)
  metrics.read('counter', 'larder_process_cpu_seconds_total', 'Time on the processors.', () => {
    const { user, system } = process.cpuUsage()
    return (user + system) / 1e6
  })
  metrics.read('gauge', 'larder_process_resident_memory_bytes', 'Memory that it holds.', () =>
    process.memoryUsage.rss(),
  )
  // Only where there is such a folder.
  metrics.read('gauge', 'larder_process_open_fds', 'Files and connections it has open.', () => {
    return readdirSync('/proc/self/fd').length
  })
  metrics.read(
    'gauge',
    'larder_event_loop_delay_seconds',
    'How late the event loop came to what was due, since this was last asked.',
    () => {
      const late = (quantile: number) => Math.max(0, delay.percentile(quantile) / 1e9 - RESOLUTION / 1000)
      const values = QUANTILES.map((quantile): [{ quantile: string }, number] => [
        { quantile: String(quantile / 100) },
        delay.count > 0 ? late(quantile) : 0,
      ])
      delay.reset()
      return values
    },
  )
}
