import type { Logger } from 'pino'
import type { Database } from '#db/database.ts'
import type { Config } from './config.server.ts'
import type { Passwords } from './domain/accounts/passwords.ts'
import type { UserLimits } from './domain/accounts/userLimits.ts'
import type { Audit } from './domain/audit.ts'
import type { MailQueue } from './domain/mail/mailQueue.ts'
import type { Queues } from './domain/queues.ts'
import type { SeenRecorder } from './domain/sharing/seenRecorder.ts'
import type { Metrics } from './metrics/registry.ts'
import type { Ai } from './ports/ai/ai.ts'
import type { MailPort } from './ports/mail/mail.ts'
import type { Storage } from './ports/storage/storage.ts'
import type { EventBus } from './realtime/bus.ts'

/** Everything that lives as long as the process. Types only, so that every module can name it. */
export interface Services {
  config: Config
  log: Logger
  audit: Audit
  metrics: Metrics
  db: Database['db']
  /** The only way to write: one unit of work at a time, resolved after the commit. */
  write: Database['write']
  waitingWrites(): number
  unlessRunning: Database['unlessRunning']
  events: EventBus
  passwords: Passwords
  mail: MailPort
  mailQueue: MailQueue
  userLimits: UserLimits
  /** Long lists take long to read and render: one at a time per user. */
  renderQueue: Queues
  /** Large responses stay in memory until they are sent: three at a time per user. */
  sendQueue: Queues
  /** Hashing and comparing passwords: one at a time per network, so that none can fill the worker pool's queue. */
  passwordQueue: Queues
  storage: Storage
  seen: SeenRecorder
  linkKey: Buffer
  ai: Ai
  close(): Promise<void>
}
