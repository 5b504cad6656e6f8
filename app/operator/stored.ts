import { existsSync } from 'node:fs'
import Sqlite from 'better-sqlite3'
import type { Config } from '#app/config/config.server.ts'
import { isRegistration, type Registration } from '#app/domain/accounts/registration.ts'
import { openUntrusted } from '#db/sqlite/origin.ts'
import { databasePath } from './access.ts'

/** What commands read without opening the data as a server does, which creates and updates it. */
export interface Stored {
  registration: Registration | undefined
  receiptKeys: string[]
}

export async function storedIn(config: Config): Promise<Stored> {
  if (config.DATABASE_URL) {
    const { inspectServer } = await import('#db/postgres/migrate.ts')
    return asStored(await inspectServer(config.DATABASE_URL))
  }
  const file = databasePath(config)
  if (!existsSync(file)) return { registration: undefined, receiptKeys: [] }
  return leavingNoTrace(file, () => read(file))
}

type Found = { registration: string | undefined; receiptKeys: string[] }

export const asStored = ({ registration = '', receiptKeys }: Found): Stored => ({
  registration: isRegistration(registration) ? registration : undefined,
  receiptKeys,
})

function read(file: string): Stored {
  const connection = openUntrusted(file)
  try {
    const setting = connection.prepare<[], string>("SELECT value FROM settings WHERE key = 'registration'")
    const keys = connection.prepare<[], string>('SELECT storage_key FROM receipts')
    return asStored({ registration: setting.pluck().get(), receiptKeys: keys.pluck().all() })
  } finally {
    connection.close()
  }
}

/** Reading leaves empty files next to the database, and the last connection that may write removes them. */
export function leavingNoTrace<T>(file: string, work: () => T): T {
  const wasClosed = !existsSync(`${file}-wal`)
  try {
    return work()
  } finally {
    if (wasClosed) closeAgain(file)
  }
}

function closeAgain(file: string) {
  try {
    const connection = new Sqlite(file, { fileMustExist: true, timeout: 0 })
    connection.pragma('schema_version')
    connection.close()
  } catch {
    // Files that stay do no harm.
  }
}
