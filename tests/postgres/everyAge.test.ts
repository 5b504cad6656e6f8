import { cpSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { readConfig } from '#app/config/config.server.ts'
import { listsOf } from '#app/domain/lists/ownLists.ts'
import { disabledMailQueue } from '#app/domain/mail/mailQueue.ts'
import { createLog } from '#app/http/log.ts'
import { createServices } from '#app/services.server.ts'
import { migrateDatabase } from '#db/postgres/migrate.ts'
import { insertOldRows, updatedRows } from '../support/oldRows.ts'
import { emptyDatabase, query } from '../support/postgres.ts'
import { temporaryFolder } from '../support/services.ts'

const FILES = readdirSync('migrations/postgres').sort()

async function tablesOf(url: string): Promise<string[]> {
  const rows = await query(url, "SELECT tablename FROM pg_tables WHERE schemaname = 'public'")
  return rows.map(({ tablename }) => String(tablename)).filter((name) => !name.startsWith('larder_'))
}

async function rowsIn(url: string) {
  const selects = (await tablesOf(url)).map(
    (table) =>
      `SELECT '${table}' AS name, (SELECT json_agg(row) FROM (SELECT * FROM ${table} ORDER BY 1) row) AS rows`,
  )
  const tables = await query(url, selects.join(' UNION ALL '))
  return Object.fromEntries(tables.map(({ name, rows }) => [name, rows]))
}

async function oldDatabase(count: number) {
  const url = await emptyDatabase()
  const older = temporaryFolder()
  for (const file of FILES.slice(0, count)) cpSync(`migrations/postgres/${file}`, join(older, file))
  await migrateDatabase(url, older)
  await query(url, insertOldRows(await tablesOf(url)))
  return { url, before: await rowsIn(url) }
}

test.each(FILES.slice(0, -1).map((file, at) => [file, at + 1] as const))(
  'data with schema %s is as before after the update',
  async (_file, count) => {
    const { url, before } = await oldDatabase(count)
    await migrateDatabase(url)
    expect(await rowsIn(url)).toMatchObject(updatedRows(before))
  },
)

test('a server opens the oldest database', async () => {
  const { url } = await oldDatabase(1)
  const config = readConfig({ DATA_DIR: temporaryFolder(), LOG_LEVEL: 'silent' })
  config.DATABASE_URL = url
  const services = await createServices(config, createLog('silent'), disabledMailQueue)
  const ada = { id: 'u', name: 'Ada', email: 'ada@example.org' }
  expect(await listsOf(services, ada)).toMatchObject([{ id: 'l', name: 'Saturday' }])
  await services.close()
})
