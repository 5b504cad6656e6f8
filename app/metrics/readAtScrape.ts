import { readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { VERSION } from '#app/config/version.ts'
import { queuedMail } from '#app/domain/mail/mailQueue.ts'
import { photosQueued } from '#app/domain/receipts/receiptImage.ts'
import { logLineCounts } from '#app/http/log.ts'
import type { Services } from '#app/services.ts'
import type { Labels, Read } from './prometheus.ts'

export function collectMetrics(services: Services): void {
  const { metrics, audit, config, log } = services
  const started = Date.now() / 1000 - process.uptime()
  const table: Record<string, [help: string, read: Read]> = {
    larder_build_info: [
      'Always 1; the labels are the versions.',
      () => [[{ version: VERSION, node: process.version }, 1]],
    ],
    larder_writes_waiting: ['Units of work waiting for the writer.', services.waitingWrites],
    larder_passwords_waiting: ['Passwords waiting to be hashed or compared.', services.passwords.waiting],
    larder_photos_waiting: ['Photos waiting to be processed, including the current one.', photosQueued],
    larder_mail_waiting: ['Mails not sent yet.', async () => (await queuedMail(services)).mails],
    larder_mail_oldest_seconds: [
      'How long the oldest unsent mail has waited, or 0.',
      async () => {
        const { since } = await queuedMail(services)
        return since === 0 ? 0 : Math.max(0, Date.now() - since) / 1000
      },
    ],
    ...(!config.DATABASE_URL && {
      larder_database_bytes: [
        'Size of the database and its write-ahead log.',
        () => [
          [{ file: 'main' }, bytesOf(join(config.DATA_DIR, 'larder.db'))],
          [{ file: 'wal' }, bytesOf(join(config.DATA_DIR, 'larder.db-wal'))],
        ],
      ],
    }),
    larder_audit_events_total: ['Audit events.', () => labelled('event', audit.counts)],
    larder_log_lines_total: ['Log lines.', () => labelled('level', logLineCounts(log))],
    larder_process_start_time_seconds: ['When the process started, as a Unix timestamp.', () => started],
    larder_process_cpu_seconds_total: [
      'CPU time used.',
      () => {
        const { user, system } = process.cpuUsage()
        return (user + system) / 1e6
      },
    ],
    larder_process_resident_memory_bytes: ['Resident memory.', () => process.memoryUsage.rss()],
    // Only on systems with /proc.
    larder_process_open_fds: ['Open files and connections.', () => readdirSync('/proc/self/fd').length],
    larder_event_loop_delay_seconds: ['Event loop delay since the last scrape.', eventLoopDelay()],
  }
  for (const [name, [help, read]] of Object.entries(table)) {
    metrics.collect(name.endsWith('_total') ? 'counter' : 'gauge', name, help, read)
  }
}

const bytesOf = (file: string) => statSync(file, { throwIfNoEntry: false })?.size ?? 0

const labelled = (label: string, counts: Readonly<Record<string, number>>): [Labels, number][] =>
  Object.entries(counts).map(([value, count]) => [{ [label]: value }, count])

const RESOLUTION = 20

function eventLoopDelay(): Read {
  const delay = monitorEventLoopDelay({ resolution: RESOLUTION })
  delay.enable()
  const delayAt = (percent: number) => Math.max(0, delay.percentile(percent) / 1e9 - RESOLUTION / 1000)
  return () => {
    const values = [50, 99, 100].map((percent): [Labels, number] => [
      { quantile: String(percent / 100) },
      delay.count > 0 ? delayAt(percent) : 0,
    ])
    delay.reset()
    return values
  }
}
