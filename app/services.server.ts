import { join } from 'node:path'
import type { Logger } from 'pino'
import type { Config } from '#app/config/config.server.ts'
import { VERSION } from '#app/config/version.ts'
import { loadLinkKey } from '#app/start/linkKey.server.ts'
import type { Database, DatabaseMetrics } from '#db/database.ts'
import { openDatabase } from '#db/sqlite/client.ts'
import { lockDataFolder } from '#db/sqlite/dataFolder.ts'
import { migrateDatabase } from '#db/sqlite/migrate.ts'
import { writeMail } from './document/writeMail.ts'
import { createUserLimits } from './domain/accounts/memoryLimiter.ts'
import { createPasswords } from './domain/accounts/passwords.ts'
import { createAudit } from './domain/audit.ts'
import { MAX_CACHED_RESPONSE_BYTES } from './domain/limitsAndLifetimes.ts'
import { startMailQueue } from './domain/mail/mailQueue.ts'
import { createQueues } from './domain/queues.ts'
import { createSeenRecorder } from './domain/sharing/seenRecorder.ts'
import { SECOND } from './domain/time.ts'
import { createResponseCache } from './http/api/responseCache.ts'
import { announce } from './http/log.ts'
import { createMetrics, databaseMetrics, metricsEnabled } from './metrics/metrics.ts'
import type { Ai } from './ports/ai/ai.ts'
import { cookbookAi } from './ports/ai/cookbook.ts'
import { isOpenAi } from './ports/ai/listModels.ts'
import { modelOf } from './ports/ai/modelOf.ts'
import { openAi } from './ports/ai/openAi.ts'
import { createLogMail } from './ports/mail/log.ts'
import type { MailPort } from './ports/mail/mail.ts'
import { createSmtpMail } from './ports/mail/smtp.ts'
import { diskStorage } from './ports/storage/disk.ts'
import { s3Storage } from './ports/storage/s3.ts'
import type { Storage } from './ports/storage/storage.ts'
import { createBus } from './realtime/bus.ts'
import type { Services } from './services.ts'
import { readerIn } from './words/languages.server.ts'

export async function createServices(config: Config, log: Logger, makeMailQueue = startMailQueue) {
  const lock = lockDataFolder(config.DATA_DIR)
  const metrics = createMetrics()
  const measured = metricsEnabled(config) ? databaseMetrics(metrics) : {}
  const { database, connectRelay } = config.DATABASE_URL
    ? await openPostgres(config, log, measured)
    : openSqlite(config, log, measured)
  const events = await createBus(connectRelay)
  const linkKey = await loadLinkKey(config, database)
  const passwords = createPasswords()
  const { write } = database
  const cookbook = cookbookAi()
  const parts = {
    config,
    log,
    audit: createAudit(log),
    metrics,
    db: database.db,
    write,
    seen: createSeenRecorder({ write, events, log }),
    waitingWrites: database.waitingWrites,
    unlessRunning: database.unlessRunning,
    events,
    passwords,
    mail: createMail(config, log),
    storage: chooseStorage(config),
    ai: chooseAi(config, cookbook),
    cookbook,
    linkKey,
    userLimits: createUserLimits(),
    renderQueue: createQueues({ rests: true }),
    sendQueue: createQueues({ concurrency: 3 }),
    itemResponses: createResponseCache(MAX_CACHED_RESPONSE_BYTES),
    passwordQueue: createQueues(),
    async close() {
      await mailQueue.close()
      await parts.seen.close()
      await Promise.all([passwords.close(), events.close(), database.close()])
      lock.release()
    },
  } satisfies Omit<Services, 'mailQueue'>
  const mailQueue = makeMailQueue(parts, (language, ...mail) => writeMail(readerIn(language), ...mail))
  return { ...parts, mailQueue }
}

type OpenedDatabase = { database: Database; connectRelay?: Parameters<typeof createBus>[0] }

function openSqlite({ DATA_DIR }: Config, log: Logger, metrics: DatabaseMetrics): OpenedDatabase {
  const file = join(DATA_DIR, 'larder.db')
  const { applied, copy } = migrateDatabase(file)
  if (applied.length > 0) log.info({ applied }, 'database migrated')
  if (copy) announce(log, `Updated the database for Larder ${VERSION}. A copy from before is in ${copy}`)
  return { database: openDatabase(file, metrics) }
}

/** Imported only here: with SQLite, PostgreSQL costs neither memory nor time. */
async function openPostgres(config: Config, log: Logger, metrics: DatabaseMetrics): Promise<OpenedDatabase> {
  const [{ migrateDatabase }, { openDatabase }, { createRelay }] = await Promise.all([
    import('#db/postgres/migrate.ts'),
    import('#db/postgres/open.ts'),
    import('#db/postgres/relay.ts'),
  ])
  const url = config.DATABASE_URL
  const { applied } = await migrateDatabase(url)
  if (applied.length > 0) log.info({ applied }, 'database migrated')
  if (!config.S3_BUCKET) log.warn('S3_BUCKET is not set, so receipts are stored on this machine only')
  return {
    database: await openDatabase(url, metrics),
    connectRelay: (listener) => createRelay({ url, log, ...listener }),
  }
}

function createMail(config: Config, log: Logger): MailPort | undefined {
  if (config.SMTP_HOST === '') {
    return config.MAIL_TO_LOG === 'on' ? createLogMail((line) => announce(log, line)) : undefined
  }
  if (!config.BASE_URL) {
    log.warn(`BASE_URL is not set, so links in emails point to http://localhost:${config.PORT}`)
  }
  return createSmtpMail(config)
}

export const chooseStorage = (config: Config, options: { deadline?: number } = {}): Storage =>
  config.S3_BUCKET ? bucketStorage(config, options) : folderStorage(config)

export const receiptsFolder = ({ DATA_DIR }: Config) => join(DATA_DIR, 'receipts')

export const folderStorage = (config: Config): Storage => diskStorage(receiptsFolder(config))

export function bucketStorage(config: Config, options: { deadline?: number } = {}): Storage {
  return s3Storage({
    bucket: config.S3_BUCKET,
    endpoint: config.S3_ENDPOINT,
    region: config.S3_REGION,
    accessKeyId: config.S3_ACCESS_KEY_ID,
    secretAccessKey: config.S3_SECRET_ACCESS_KEY,
    forcePathStyle: config.S3_FORCE_PATH_STYLE === 'on',
    ...options,
  })
}

function chooseAi(config: Config, cookbook: Ai): Ai {
  const { OPENAI_API_KEY: apiKey, OPENAI_BASE_URL: baseUrl } = config
  if (!apiKey && !baseUrl) return cookbook
  return openAi({
    apiKey,
    baseUrl,
    model: modelOf(config),
    isOpenAi: isOpenAi(baseUrl),
    idleTimeout: config.AI_IDLE_TIMEOUT * SECOND,
    timeout: config.AI_TIMEOUT * SECOND,
  })
}
