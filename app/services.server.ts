import { join } from 'node:path'
import type { Logger } from 'pino'
import { type Database, openDatabase } from '#db/client.ts'
import { migrateDatabase } from '#db/migrate.ts'
import type { Write } from '#db/write.ts'
import type { Config } from './config.server.ts'
import { fromDatabaseError } from './domain/errors.ts'
import { createBus, type EventBus } from './realtime/bus.ts'

export interface Services {
  config: Config
  log: Logger
  db: Database['db']
  /** Every write goes through here: one at a time, answered after the commit. */
  write: Write<Database['db']>
  waitingWrites(): number
  /** What the domain tells after a commit. */
  events: EventBus
  close(): Promise<void>
}

/** The only place where adapters are chosen. Everything live is made here, once. */
export function createServices(config: Config, log: Logger): Services {
  const file = join(config.DATA_DIR, 'larder.db')
  const { applied, copy } = migrateDatabase(file)
  if (applied.length > 0) log.info({ applied, copy }, 'database brought up to date')
  const database = openDatabase(file)
  return {
    config,
    log,
    db: database.db,
    write: (work) =>
      database.write(work).catch((error) => {
        throw fromDatabaseError(error)
      }),
    waitingWrites: database.waitingWrites,
    events: createBus(),
    close: database.close,
  }
}
