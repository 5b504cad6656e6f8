import { join } from 'node:path'
import Sqlite from 'better-sqlite3'
import { expect, test } from 'vitest'
import { readConfig } from '#app/config/config.server.ts'
import { listsOf } from '#app/domain/lists/ownLists.ts'
import { disabledMailQueue } from '#app/domain/mail/mailQueue.ts'
import { createLog } from '#app/http/log.ts'
import { createServices } from '#app/services.server.ts'
import { migrateDatabase } from '#db/sqlite/migrate.ts'
import { originOf } from '#db/sqlite/origin.ts'
import { firstMigrations, journal } from '../support/migrations.ts'
import { insertOldRows, updatedRows } from '../support/oldRows.ts'
import { temporaryFolder } from '../support/services.ts'

const TABLES = "SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE '%\\_\\_%' ESCAPE '\\'"

function tablesOf(database: Sqlite.Database): string[] {
  return database.prepare<[], string>(TABLES).pluck().all()
}

function rowsIn(database: Sqlite.Database) {
  const rowsOf = (table: string) => database.prepare(`SELECT * FROM ${table} ORDER BY 1`).all()
  return Object.fromEntries(tablesOf(database).map((table) => [table, rowsOf(table)])) as Parameters<
    typeof updatedRows
  >[0]
}

function opened<T>(file: string, work: (database: Sqlite.Database) => T): T {
  const database = new Sqlite(file, { fileMustExist: true })
  try {
    return work(database)
  } finally {
    database.close()
  }
}

const olderSchemas = journal.entries.slice(0, -1).map(({ tag }, at) => [tag, at + 1] as const)

test.each(olderSchemas)(
  'data with schema %s is as before after the update, and so is its copy',
  async (_tag, count) => {
    const config = readConfig({ DATA_DIR: temporaryFolder(), LOG_LEVEL: 'silent' })
    const file = join(config.DATA_DIR, 'larder.db')
    migrateDatabase(file, firstMigrations(count))
    const before = opened(file, (database) => {
      database.exec(insertOldRows(tablesOf(database)))
      return rowsIn(database)
    })

    const services = await createServices(config, createLog('silent'), disabledMailQueue)
    const ada = { id: 'u', name: 'Ada', email: 'ada@example.org' }
    expect(await listsOf(services, ada)).toMatchObject([{ id: 'l', name: 'Saturday' }])
    await services.close()

    expect(originOf(file)).toEqual({ madeBy: 'larder' })
    opened(file, (database) => {
      expect(database.pragma('integrity_check', { simple: true })).toBe('ok')
      expect(rowsIn(database)).toMatchObject(updatedRows(before))
    })
    const copy = `${file}.before-${journal.entries[count]?.tag}`
    expect(originOf(copy)).toEqual({ madeBy: 'larder' })
    opened(copy, (database) => {
      expect(database.pragma('integrity_check', { simple: true })).toBe('ok')
      expect(rowsIn(database)).toEqual(before)
    })
  },
)

test('there are rows for each table of today', () => {
  const file = join(temporaryFolder(), 'larder.db')
  migrateDatabase(file)
  opened(file, (database) => {
    database.exec(insertOldRows(tablesOf(database)))
    const empty = Object.entries(rowsIn(database)).filter(([, rows]) => rows.length === 0)
    expect(empty).toEqual([])
  })
})
