import { existsSync, statSync } from 'node:fs'
import { join } from 'node:path'
import type { Config } from '#app/config.server.ts'
import { sleepingOutbox } from '#app/domain/outbox.ts'
import { createLog } from '#app/http/log.ts'
import { createServices, type Services } from '#app/services.server.ts'
import { openConnection } from '#db/client.ts'
import { lastApplied, newestMigration } from '#db/migrate.ts'
import { DATABASE } from './manifest.ts'
import { OperatorError } from './sentence.ts'

/** Does something with the domain, beside a server that may be running on the same data. */
export async function withServices<T>(config: Config, work: (services: Services) => Promise<T>): Promise<T> {
  refuseOlder(databaseOf(config))
  const services = createServices(config, createLog('silent'), sleepingOutbox)
  try {
    return await work(services)
  } finally {
    await services.close()
  }
}

export function databaseOf({ DATA_DIR }: Config): string {
  return join(DATA_DIR, DATABASE)
}

/** For what makes no sense without data: a mistyped DATA_DIR must not make an empty Larder. */
export function mustExist(config: Config): void {
  if (existsSync(databaseOf(config))) return
  throw new OperatorError(`There is no Larder in ${config.DATA_DIR} yet. DATA_DIR names the folder.`)
}

/** What root writes, the server could not read any more. */
export function refuseRoot({ DATA_DIR }: Config): void {
  if (process.geteuid?.() !== 0) return
  const owner = statSync(DATA_DIR, { throwIfNoEntry: false })?.uid ?? 0
  if (owner === 0) return
  throw new OperatorError(
    `${DATA_DIR} belongs to another user (number ${owner}). Run this as that one, not as root: runuser or sudo -u.`,
  )
}

/** The server brings a database up to date. Doing it here would change it under an older server's feet. */
function refuseOlder(file: string): void {
  if (!existsSync(file)) return
  const connection = openConnection(file)
  const last = lastApplied(connection)
  connection.close()
  if (last > 0 && last < newestMigration()) {
    throw new OperatorError(
      'This database was last used by an older Larder. Start this one once: that brings it up to date.',
    )
  }
}
