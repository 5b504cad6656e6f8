import { join } from 'node:path'
import type { Logger } from 'pino'
import { openDatabase } from '#db/client.ts'
import type { Db, Write } from '#db/database.ts'
import { lockDataFolder } from '#db/dataFolder.ts'
import { migrateDatabase } from '#db/migrate.ts'
import type { Config } from './config.server.ts'
import { type Audit, createAudit } from './domain/audit.ts'
import { fromDatabaseError } from './domain/errors.ts'
import { type Outbox, startOutbox } from './domain/outbox.ts'
import { createPasswords, type Passwords } from './domain/passwords.ts'
import { createTurns, type Turns } from './domain/queues.ts'
import { createUserLimits } from './domain/userLimits.ts'
import { databaseMetrics } from './metrics/database.ts'
import { createMetrics, type Metrics, metricsWanted } from './metrics/registry.ts'
import type { Ai } from './ports/ai/ai.ts'
import { cookbookAi } from './ports/ai/cookbook.ts'
import { openAi } from './ports/ai/openAi.ts'
import { createLogMail } from './ports/mail/log.ts'
import type { MailPort } from './ports/mail/mail.ts'
import { createSmtpMail } from './ports/mail/smtp.ts'
import { diskStorage } from './ports/storage/disk.ts'
import { s3Storage } from './ports/storage/s3.ts'
import type { Storage } from './ports/storage/storage.ts'
import { createBus, type EventBus } from './realtime/bus.ts'

export interface Services {
  config: Config
  log: Logger
  /** Who came in and who was kept out. */
  audit: Audit
  /** What this process counts of itself, for whoever may read it. */
  metrics: Metrics
  db: Db
  /** Every write goes through here: one at a time, answered after the commit. */
  write: Write
  waitingWrites(): number
  /** What the domain tells after a commit. */
  events: EventBus
  /** Hashing and comparing, away from the event loop. */
  passwords: Passwords
  mail: MailPort
  /** Mail that waits in the database until it is sent. */
  outbox: Outbox
  /** How much one user may ask of this process. */
  userLimits: ReturnType<typeof createUserLimits>
  /** What takes long to read and to draw: one at a time for each user. */
  heavyWork: Turns
  /** Pages of megabytes that are on their way, and in memory until then. */
  heavyPages: Turns
  /** Passwords to hash and compare: one at a time for each address, so that none fills the queue. */
  passwordWork: Turns
  /** The receipts' files. */
  storage: Storage
  /** Knows what dishes are made of. */
  ai: Ai
  close(): Promise<void>
}

/** The only place where adapters are chosen. Everything live is made here, once. */
export function createServices(config: Config, log: Logger, makeOutbox = startOutbox): Services {
  const hold = lockDataFolder(config.DATA_DIR)
  const file = join(config.DATA_DIR, 'larder.db')
  const { applied, copy } = migrateDatabase(file)
  if (applied.length > 0) log.info({ applied, copy }, 'database brought up to date')
  const metrics = createMetrics()
  const database = openDatabase(file, metricsWanted(config) ? databaseMetrics(metrics) : {})
  const passwords = createPasswords()
  const parts = {
    config,
    log,
    audit: createAudit(log),
    metrics,
    db: database.db,
    write: (work) =>
      database.write(work).catch((error) => {
        throw fromDatabaseError(error)
      }),
    waitingWrites: database.waitingWrites,
    events: createBus(),
    passwords,
    mail: createMail(config, log),
    storage: chooseStorage(config),
    ai: chooseAi(config),
    userLimits: createUserLimits(),
    heavyWork: createTurns(),
    heavyPages: createTurns({ atOnce: 3 }),
    passwordWork: createTurns(),
    async close() {
      await outbox.close()
      await Promise.all([passwords.close(), database.close()])
      hold.release()
    },
  } satisfies Omit<Services, 'outbox'>
  const outbox = makeOutbox(parts)
  return { ...parts, outbox }
}

function createMail(config: Config, log: Logger): MailPort {
  if (config.SMTP_HOST === '') return createLogMail()
  if (!config.BASE_URL) {
    log.warn(`BASE_URL is not set: links in mail point to http://localhost:${config.PORT}`)
  }
  return createSmtpMail(config)
}

/** Also for backups, which bring the receipts along wherever they are kept. */
export function chooseStorage(config: Config): Storage {
  if (!config.S3_BUCKET) return diskStorage(join(config.DATA_DIR, 'receipts'))
  return s3Storage({
    bucket: config.S3_BUCKET,
    endpoint: config.S3_ENDPOINT,
    region: config.S3_REGION,
    accessKeyId: config.S3_ACCESS_KEY_ID,
    secretAccessKey: config.S3_SECRET_ACCESS_KEY,
    forcePathStyle: config.S3_FORCE_PATH_STYLE === 'on',
  })
}

function chooseAi(config: Config): Ai {
  if (!config.OPENAI_API_KEY && !config.OPENAI_BASE_URL) return cookbookAi()
  return openAi({
    apiKey: config.OPENAI_API_KEY,
    baseUrl: config.OPENAI_BASE_URL,
    model: config.OPENAI_MODEL,
  })
}
