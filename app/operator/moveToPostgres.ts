import { existsSync } from 'node:fs'
import type { Config } from '#app/config/config.server.ts'
import { linkKeyOf } from '#app/start/linkKey.server.ts'
import { lockDataFolder, lockForServer } from '#db/sqlite/dataFolder.ts'
import { lastApplied, newestMigration, refuseNewer } from '#db/sqlite/migrate.ts'
import { openUntrusted } from '#db/sqlite/origin.ts'
import { databasePath } from './access.ts'
import { OperatorError } from './errors.ts'
import { countsOf } from './manifest.ts'

export async function moveToPostgres(config: Config): Promise<string> {
  const { DATABASE_URL: url, DATA_DIR, S3_BUCKET } = config
  const file = databasePath(config)
  if (!url) throw new OperatorError('Set DATABASE_URL to an empty PostgreSQL database.')
  if (!existsSync(file)) {
    throw new OperatorError(`There is no Larder data in ${DATA_DIR}. Set DATA_DIR to the right folder.`)
  }
  const locks = [lockForServer(DATA_DIR), lockDataFolder(DATA_DIR)]
  const sqlite = openUntrusted(file)
  try {
    // One snapshot, because other commands may write.
    sqlite.exec('BEGIN')
    refuseNewer(sqlite, file)
    if (lastApplied(sqlite) < newestMigration()) {
      throw new OperatorError(
        'The SQLite database is from an older version of Larder. Start this version once without DATABASE_URL to update it.',
      )
    }
    const { migrateDatabase } = await import('#db/postgres/migrate.ts')
    const { moveRows } = await import('#db/postgres/move.ts')
    await migrateDatabase(url)
    const moved = await moveRows(sqlite, url, linkKeyOf(DATA_DIR)?.toString('hex'))
    const { users = 0, lists = 0, items = 0, receipts = 0 } = moved
    const rows = Object.values(moved).reduce((sum, count) => sum + count, 0)
    const lines = [
      `Copied ${countsOf({ users, lists, items, receipts })} to PostgreSQL and compared all ${rows} rows. The SQLite database in ${DATA_DIR} is unchanged.`,
      'From now on, start Larder with DATABASE_URL.',
    ]
    if (!S3_BUCKET && receipts > 0) {
      lines.push(
        `The receipt images are still in ${DATA_DIR}/receipts. For several servers, set S3_BUCKET and run larder move-receipts --to s3.`,
      )
    }
    return lines.join('\n')
  } finally {
    sqlite.close()
    for (const lock of locks) lock.release()
  }
}
