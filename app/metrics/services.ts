import { statSync } from 'node:fs'
import { join } from 'node:path'
import { queuedMail } from '#app/domain/mail/mailQueue.ts'
import { photosQueued } from '#app/domain/receipts/receiptImage.ts'
import { logLineCounts } from '#app/http/log.ts'
import type { Services } from '#app/services.ts'
import { VERSION } from '#app/version.ts'

const FILES = { main: 'larder.db', wal: 'larder.db-wal' }

export function collectServiceMetrics(services: Services): void {
  const { metrics, audit, config, log } = services
  const lines = logLineCounts(log)

  metrics.collect('gauge', 'larder_build_info', 'Always 1; the labels are the versions.', () => [
    [{ version: VERSION, node: process.version }, 1],
  ])
  metrics.collect('gauge', 'larder_writes_waiting', 'Units of work waiting for the writer.', () =>
    services.waitingWrites(),
  )
  metrics.collect('gauge', 'larder_passwords_waiting', 'Passwords waiting to be hashed or compared.', () =>
    services.passwords.waiting(),
  )
  metrics.collect(
    'gauge',
    'larder_photos_waiting',
    'Photos waiting to be processed, including the current one.',
    photosQueued,
  )
  metrics.collect('gauge', 'larder_mail_waiting', 'Mails not sent yet.', async () => {
    const { mails } = await queuedMail(services)
    return mails
  })
  metrics.collect(
    'gauge',
    'larder_mail_oldest_seconds',
    'How long the oldest unsent mail has waited, or 0.',
    async () => {
      const { since } = await queuedMail(services)
      return since === 0 ? 0 : Math.max(0, Date.now() - since) / 1000
    },
  )
  if (!config.DATABASE_URL) {
    metrics.collect('gauge', 'larder_database_bytes', 'Size of the database and its write-ahead log.', () =>
      Object.entries(FILES).map(([file, name]) => [
        { file },
        statSync(join(config.DATA_DIR, name), { throwIfNoEntry: false })?.size ?? 0,
      ]),
    )
  }
  metrics.collect('counter', 'larder_audit_events_total', 'Audit events.', () =>
    Object.entries(audit.counts).map(([event, count]) => [{ event }, count]),
  )
  metrics.collect('counter', 'larder_log_lines_total', 'Log lines.', () =>
    Object.entries(lines).map(([level, count]) => [{ level }, count]),
  )
}
