import { statSync } from 'node:fs'
import { join } from 'node:path'
import { mailWaiting } from '#app/domain/outbox.ts'
import { photosWaiting } from '#app/domain/receiptImage.ts'
import { logLineCounts } from '#app/http/log.ts'
import type { Services } from '#app/services.server.ts'
import { VERSION } from '#app/version.ts'

const FILES = { main: 'larder.db', wal: 'larder.db-wal' }

/** What the parts of Larder know of themselves, asked when somebody reads it. */
export function watchServices(services: Services): void {
  const { metrics, audit, config, log } = services
  const lines = logLineCounts(log)

  metrics.read('gauge', 'larder_build_info', 'Always 1; the labels tell what runs here.', () => [
    [{ version: VERSION, node: process.version }, 1],
  ])
  metrics.read('gauge', 'larder_writes_waiting', 'Units of work that wait for the writer.', () =>
    services.waitingWrites(),
  )
  metrics.read('gauge', 'larder_passwords_waiting', 'Passwords that wait to be hashed or compared.', () =>
    services.passwords.waiting(),
  )
  metrics.read(
    'gauge',
    'larder_photos_waiting',
    'Photos that wait to be read, with the one being read.',
    photosWaiting,
  )
  metrics.read(
    'gauge',
    'larder_mail_waiting',
    'Mails that are not sent yet.',
    () => mailWaiting(services).mails,
  )
  metrics.read('gauge', 'larder_mail_oldest_seconds', 'How long the oldest of them waits; 0 if none.', () => {
    const { since } = mailWaiting(services)
    return since === 0 ? 0 : Math.max(0, Date.now() - since) / 1000
  })
  metrics.read('gauge', 'larder_database_bytes', 'The size of the database and of its journal.', () =>
    Object.entries(FILES).map(([file, name]) => [
      { file },
      statSync(join(config.DATA_DIR, name), { throwIfNoEntry: false })?.size ?? 0,
    ]),
  )
  metrics.read('counter', 'larder_audit_events_total', 'Audit lines, by event.', () =>
    Object.entries(audit.counts).map(([event, count]) => [{ event }, count]),
  )
  metrics.read('counter', 'larder_log_lines_total', 'Lines of the log, by level.', () =>
    Object.entries(lines).map(([level, count]) => [{ level }, count]),
  )
}
