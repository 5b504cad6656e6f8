import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import Sqlite from 'better-sqlite3'
import { expect, test } from 'vitest'
import { newId } from '#app/domain/ids.ts'
import { temporaryFolder } from '#tests/support/services.ts'
import { size } from '#tests/support/size.ts'
import { createClient } from './support/client.ts'
import { makePeople } from './support/people.ts'
import { createRandom, report } from './support/random.ts'
import { startServer } from './support/server.ts'

const KILLS = size('TORTURE_UNDO_KILLS', { short: 4, full: 100 })
const ITEMS = 200

test('kill -9 inside an undo leaves all of it or nothing, and sent again it is done once', async () => {
  const dataDir = temporaryFolder()
  const random = createRandom('undo')
  const [person] = makePeople(dataDir, 1)
  if (!person) throw new Error('no person')
  const count = { kills: 0, done: 0, notDone: 0 }
  let server = await startServer(dataDir)
  let client = createClient(server.url)
  const text = Array.from({ length: ITEMS }, (_, n) => `item ${n}`).join('\n')
  await client.post(`/api/v1/item/text?listID=${person.listId}`, person, { text })
  while (count.kills < KILLS) {
    await client.post(`/delete-items/${person.listId}.data`, person, {})
    const change = newestChange(dataDir)
    const undo = { path: `/undo/${change}.data`, fields: { id: newId() } }
    const sent = client.post(undo.path, person, undo.fields).catch(() => undefined)
    await wait(random.between(0, 60))
    await server.kill()
    await sent
    client.close()
    count.kills += 1
    const { live, deleted, undoneBy } = stateOf(dataDir, change)
    expect(live === ITEMS || deleted === ITEMS).toBe(true)
    expect(undoneBy).toBe(live === ITEMS ? undo.fields.id : null)
    count[live === ITEMS ? 'done' : 'notDone'] += 1
    server = await startServer(dataDir)
    client = createClient(server.url)
    expect((await client.post(undo.path, person, undo.fields)).status).toBe(200)
    expect(stateOf(dataDir, change)).toEqual({ live: ITEMS, deleted: 0, undoneBy: undo.fields.id })
  }
  client.close()
  expect(await server.stop()).toBe(0)
  report('undo killed', count)
})

function newestChange(dataDir: string): string {
  return read(dataDir, (database) =>
    String(database.prepare('SELECT id FROM changes ORDER BY created_at DESC, id DESC').pluck().get()),
  )
}

function stateOf(dataDir: string, change: string) {
  return read(dataDir, (database) => {
    const number = (sql: string) => Number(database.prepare(sql).pluck().get())
    return {
      live: number('SELECT count(*) FROM items WHERE deleted_at IS NULL'),
      deleted: number('SELECT count(*) FROM items WHERE deleted_at IS NOT NULL'),
      undoneBy: database.prepare('SELECT undone_by FROM changes WHERE id = ?').pluck().get(change),
    }
  })
}

function read<T>(dataDir: string, work: (database: Sqlite.Database) => T): T {
  const database = new Sqlite(join(dataDir, 'larder.db'), { readonly: true })
  try {
    return work(database)
  } finally {
    database.close()
  }
}
