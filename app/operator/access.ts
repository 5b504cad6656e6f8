import { existsSync, statSync } from 'node:fs'
import { join } from 'node:path'
import type { Config } from '#app/config/config.server.ts'
import { disabledMailQueue } from '#app/domain/mail/mailQueue.ts'
import { createLog } from '#app/http/log.ts'
import { createServices } from '#app/services.server.ts'
import type { Services } from '#app/services.ts'
import { openConnection } from '#db/sqlite/client.ts'
import { urlOfServer } from '#db/sqlite/dataFolder.ts'
import { lastApplied, newestMigration } from '#db/sqlite/migrate.ts'
import { OperatorError } from './errors.ts'
import { DATABASE } from './manifest.ts'

export async function withServices<T>(config: Config, work: (services: Services) => Promise<T>): Promise<T> {
  if ((await schemaOf(config)) === 'older') {
    // Migrating here would change the schema while a server of an older version is running.
    throw new OperatorError(
      'This database was last used by an older version of Larder. Start the server once to update it.',
    )
  }
  // Links lead to the running server, wherever it listens.
  const BASE_URL = config.BASE_URL ?? urlOfServer(config.DATA_DIR)
  const services = await createServices({ ...config, BASE_URL }, createLog('silent'), disabledMailQueue)
  try {
    return await work(services)
  } finally {
    await services.close()
  }
}

export const databasePath = ({ DATA_DIR }: Config) => join(DATA_DIR, DATABASE)

/** For commands that need data: with a mistyped setting they must not create an empty database. */
export async function requireDatabase(config: Config): Promise<void> {
  if ((await schemaOf(config)) !== 'none') return
  if (config.DATABASE_URL) throw new OperatorError('There is no Larder data in the database of DATABASE_URL.')
  throw new OperatorError(`There is no Larder data in ${config.DATA_DIR}. Set DATA_DIR to the right folder.`)
}

/** The server couldn't read the files that root creates. */
export function refuseRoot({ DATA_DIR }: Config): void {
  if (process.geteuid?.() !== 0) return
  const owner = statSync(DATA_DIR, { throwIfNoEntry: false })?.uid ?? 0
  if (owner === 0) return
  throw new OperatorError(
    `${DATA_DIR} belongs to another user (UID ${owner}). Run this command as that user, not as root, with runuser or sudo -u.`,
  )
}

async function schemaOf(config: Config): Promise<'none' | 'older' | 'current'> {
  if (config.DATABASE_URL) {
    const { schemaOf } = await import('#db/postgres/migrate.ts')
    return schemaOf(config.DATABASE_URL)
  }
  const file = databasePath(config)
  if (!existsSync(file)) return 'none'
  const connection = openConnection(file)
  const last = lastApplied(connection)
  connection.close()
  return last > 0 && last < newestMigration() ? 'older' : 'current'
}
