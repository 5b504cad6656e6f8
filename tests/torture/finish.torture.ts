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

const KILLS = size('TORTURE_FINISH_KILLS', { short: 4, full: 100 })
const ITEMS = 200

test('kill -9 while a trip is finished leaves all of it or nothing, and sent again it is done once', async () => {
  const dataDir = temporaryFolder()
  const random = createRandom('finish')
  const [person] = makePeople(dataDir, 1)
  if (!person) throw new Error('no person')
  const path = `/finish.data?listID=${person.listId}`
  const count = { kills: 0, done: 0, notDone: 0 }
  let server = await startServer(dataDir)
  let client = createClient(server.url)
  const finishOf = (items: string[]) => ({
    op: newId(),
    items: items.join(' '),
    paid: '26.80',
    boughtOn: '',
    store: 'Lidl',
  })
  const { ms } = await client.post(path, person, finishOf(tick(dataDir, person.listId)))
  while (count.kills < KILLS) {
    const items = tick(dataDir, person.listId)
    const finish = finishOf(items)
    const sent = client.post(path, person, finish).catch(() => undefined)
    await wait(random.between(0, ms))
    await server.kill()
    await sent
    client.close()
    count.kills += 1
    const { onList, inTrips } = stateOf(dataDir, items)
    expect([onList, inTrips]).toEqual(onList === 0 ? [0, 1] : [ITEMS, 0])
    count[onList === 0 ? 'done' : 'notDone'] += 1

    server = await startServer(dataDir)
    client = createClient(server.url)
    expect((await client.post(path, person, finish)).status).toBe(200)
    expect(stateOf(dataDir, items)).toEqual({ onList: 0, inTrips: 1, trips: count.kills + 1, lines: ITEMS })
  }
  client.close()
  expect(await server.stop()).toBe(0)
  report('finish killed', count)
})

/** New rows in the basket. */
function tick(dataDir: string, listId: string): string[] {
  const database = new Sqlite(join(dataDir, 'larder.db'))
  const insert = database.prepare(
    `INSERT INTO items (id, list_id, name, quantity_milli, price_cents, completed, position, created_at, updated_at)
     VALUES (?, ?, ?, 1000, 100, 1, ?, 1, 1)`,
  )
  const ids = Array.from({ length: ITEMS }, (_, position) => {
    const id = newId()
    insert.run(id, listId, `item ${position}`, position)
    return id
  })
  database.close()
  return ids
}

function stateOf(dataDir: string, ids: string[]) {
  const database = new Sqlite(join(dataDir, 'larder.db'), { readonly: true })
  const some = `(${ids.map(() => '?').join()})`
  const number = (sql: string, ...values: string[]) =>
    Number(
      database
        .prepare(sql)
        .pluck()
        .get(...values),
    )
  const state = {
    onList: number(`SELECT count(*) FROM items WHERE deleted_at IS NULL AND id IN ${some}`, ...ids),
    inTrips: number(
      `SELECT count(DISTINCT trip_id) FROM items WHERE trip_id IS NOT NULL AND id IN ${some}`,
      ...ids,
    ),
    trips: number('SELECT count(*) FROM trips'),
    lines: number(
      `SELECT count(*) FROM trip_items WHERE trip_id IN (SELECT trip_id FROM items WHERE id = ?)`,
      ids[0] ?? '',
    ),
  }
  expect(database.pragma('foreign_key_check')).toEqual([])
  database.close()
  return state
}
