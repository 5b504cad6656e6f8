import type { Logger } from 'pino'
import type { Database } from '#db/database.ts'
import type { Config } from './config.server.ts'
import type { Passwords } from './domain/accounts/passwords.ts'
import type { UserLimits } from './domain/accounts/userLimits.ts'
import type { Audit } from './domain/audit.ts'
import type { Outbox } from './domain/mail/mailQueue.ts'
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
  /** Logs security events, such as sign-ins and refusals. */
  audit: Audit
  metrics: Metrics
  db: Database['db']
  /** The only way to write: one unit of work at a time, resolved after the commit. */
  write: Database['write']
  waitingWrites(): number
  /** Runs the work, unless another server that shares the database is doing the same. */
  unlessRunning: Database['unlessRunning']
  /** The domain publishes here after each commit. */
  events: EventBus
  /** Hashes and compares passwords in a worker pool. */
  passwords: Passwords
  mail: MailPort
  /** Queues mail in the database until it is sent. */
  outbox: Outbox
  /** Limits requests per user in this process. */
  userLimits: UserLimits
  /** Long lists take long to read and render: one at a time per user. */
  renderQueue: Queues
  /** Large responses stay in memory until they are sent: three at a time per user. */
  sendQueue: Queues
  /** Hashing and comparing passwords: one at a time per network, so that none can fill the worker pool's queue. */
  passwordQueue: Queues
  /** Stores the receipt images. */
  storage: Storage
  /** Records who has seen which revision of a list. */
  seen: SeenRecorder
  /** The addresses of links and invitations are derived from it. */
  linkKey: Buffer
  /** Generates ingredients for a recipe. */
  ai: Ai
  close(): Promise<void>
}
