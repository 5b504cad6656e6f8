import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { drizzle } from 'drizzle-orm/better-sqlite3'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { PREFIX } from '#app/http/api/endpoints/groups.ts'
import type { Db } from '#db/database.ts'
import * as schema from '#db/schema.ts'
import { startLarder } from '../support/larder.ts'
import { itemsText, watchRevisions } from '../support/revisions.ts'
import { size } from '../support/size.ts'
import { call, modesOf } from './call.ts'
import { API, type Entry, PAGES, SHARING } from './table.ts'
import { createWorld, forgetRequests, type World } from './world.ts'

// Every write of the table, by several people and in a row, on a built server. matrix.test.ts fails if the table lacks
// one. Writes that no request makes are in app/domain/items/revisions.test.ts.

const RUNS = size('REVISION_RUNS', { short: 5, full: 300 })

interface Write {
  route: string
  entry: Entry
}

const WRITES: Write[] = Object.entries({ ...PAGES, ...SHARING, ...API })
  .filter(([route]) => !route.startsWith('GET'))
  .flatMap(([route, entries]) =>
    [entries].flat().map((entry) => ({ route: entry.way ? `${route} (${entry.way})` : route, entry })),
  )

let running: Awaited<ReturnType<typeof startLarder>>
let db: Db
beforeAll(async () => {
  running = await startLarder({ LOG_LEVEL: 'error' })
  const { database } = running.larder
  database.pragma('synchronous = OFF')
  db = drizzle({ client: database, schema }) as unknown as Db
  const seeded = database.prepare("SELECT 1 FROM settings WHERE key = 'goods-seeded' AND value = 'done'")
  await vi.waitFor(() => expect(seeded.get()).toBeDefined(), 20_000)
})
afterAll(async () => running.stop())

async function startWatching() {
  const world = await createWorld(running.larder)
  const check = watchRevisions(db)
  await check('nothing')
  return { world, check }
}

type Watched = Awaited<ReturnType<typeof startWatching>>

type Sender = 'owner' | 'editor' | 'linkEditor'

/** Members send what the owner sends, so that several people change the same items. */
async function act({ world, check }: Watched, { route, entry }: Write, name: Sender) {
  const actor = world.actors[name]
  const [mode = 'page'] = modesOf(route, entry)
  const [method = ''] = route.split(' ')
  const sent = entry.send(world, entry.byLink ? actor : world.actors.owner)
  const { status } = await call(running.larder, method, actor, sent, mode)
  expect(status, route).toBeLessThan(500)
  forgetRequests(running.larder)
  await check(`${route} by ${name}`)
  await expectFresh(world, route)
}

/** The server has sent the list before, so what it sends now may be from the cache. */
async function expectFresh({ list, actors }: World, route: string) {
  const response = await fetch(`${running.larder.url}${PREFIX}/item?listID=${list}`, {
    headers: { Authorization: `Bearer ${actors.editor.apiToken}` },
  })
  const text = await response.text()
  if (response.status === 200) expect(text, route).toBe(await itemsText(db, list))
  else expect([401, 404], `${route}: ${text}`).toContain(response.status)
}

test.each(WRITES)('$route raises the revision if it changes what the list shows', async (write) => {
  const watched = await startWatching()
  for (const name of ['owner', 'editor', 'linkEditor', 'owner', 'editor'] as const) {
    await act(watched, write, name)
  }
})

test('so do any writes of several people in a row', async () => {
  const ofItems = WRITES.filter(({ entry: { need } }) => need === 'edit' || need === 'editAll')
  const step = fc.record({
    write: fc.constantFrom(...ofItems, ...ofItems, ...WRITES),
    name: fc.constantFrom<Sender>('owner', 'editor', 'linkEditor'),
  })
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 3, maxLength: 15, size: 'max' }), async (steps) => {
      const watched = await startWatching()
      for (const { write, name } of steps) await act(watched, write, name)
    }),
    { numRuns: RUNS },
  )
}, 300_000)

/** Tried here or in app/domain/items/revisions.test.ts. */
const WRITE_ITEMS = [
  'app/domain/history/applyReversals.ts',
  'app/domain/history/purge.ts',
  'app/domain/history/trash.ts',
  'app/domain/history/trimBytes.ts',
  'app/domain/items/deleteItems.ts',
  'app/domain/items/itemRows.ts',
  'app/domain/items/items.ts',
  'app/domain/items/untickAll.ts',
  'app/domain/lists/editList.ts',
  'app/domain/trips/finish.ts',
  'app/operator/demo.ts',
]

test('nothing else writes items', () => {
  const files = readdirSync('app', { recursive: true }).map((file) => join('app', String(file)))
  const writing = files
    .filter((file) => /\.tsx?$/.test(file) && !/\.test\.tsx?$/.test(file))
    .filter((file) =>
      /(?:insert|update|delete)\(items\)|deleteSome\(tx, items\b|(?:INTO|UPDATE) items\b|FROM items\b/.test(
        readFileSync(file, 'utf8'),
      ),
    )
  expect(writing.sort()).toEqual(WRITE_ITEMS)
})
