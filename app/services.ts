import type { Logger } from 'pino'
import type { Config } from '#app/config/config.server.ts'
import type { Database } from '#db/database.ts'
import type { UserLimits } from './domain/accounts/memoryLimiter.ts'
import type { Passwords } from './domain/accounts/passwords.ts'
import type { Audit } from './domain/audit.ts'
import type { MailQueue } from './domain/mail/mailQueue.ts'
import type { Queues } from './domain/queues.ts'
import type { SeenRecorder } from './domain/sharing/seenRecorder.ts'
import type { ResponseCache } from './http/api/responseCache.ts'
import type { Metrics } from './metrics/metrics.ts'
import type { Ai } from './ports/ai/ai.ts'
import type { MailPort } from './ports/mail/mail.ts'
import type { Storage } from './ports/storage/storage.ts'
import type { EventBus } from './realtime/bus.ts'

export interface Services extends Pick<Database, 'db' | 'write' | 'waitingWrites' | 'unlessRunning'> {
  config: Config
  log: Logger
  audit: Audit
  metrics: Metrics
  /** The only way to write: one unit of work at a time, resolved after the commit. */
  events: EventBus
  passwords: Passwords
  /** Undefined if emails go nowhere. */
  mail: MailPort | undefined
  mailQueue: MailQueue
  userLimits: UserLimits
  renderQueue: Queues
  sendQueue: Queues
  /** The items of a list, as the API sends them. */
  itemResponses: ResponseCache
  /** Hashing and comparing passwords: one at a time per network, so that none can fill the worker pool's queue. */
  passwordQueue: Queues
  storage: Storage
  seen: SeenRecorder
  linkKey: Buffer
  ai: Ai
  /** The same as `ai` without an AI server. */
  cookbook: Ai
  close(): Promise<void>
}
