// CPU of what reads and writes trips, for an account with almost 5,000 trips of 20 items, beside one without any.
import { randomUUID } from 'node:crypto'
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import Sqlite from 'better-sqlite3'
import { fill } from './data.mjs'
import { cookie, JSON_BODY } from './load.mjs'
import { startLarder } from './servers.mjs'
import { maxGoal, ratioGoal } from './table.mjs'

/** Almost as many as an account may have. */
const TRIPS = 4_950
const LINES = 20
/** Over ten years. */
const EVERY_DAYS = (10 * 365) / TRIPS
const ITEMS = 60
const FINISHES = 20
const ROUNDS = 60
const TURNS = 20
const DAY = 86_400_000

export async function measureTrips(dataDir) {
  mkdirSync(dataDir, { recursive: true })
  await (await startLarder(dataDir)).stop()
  const file = join(dataDir, 'larder.db')
  const [ada, ben, often] = fill(file, { people: 3, itemsEach: ITEMS })
  const lists = fillTrips(file, ada)
  const toFinish = fillTicked(file, often)
  const larder = await startLarder(dataDir, { LOG_LEVEL: 'warn' })
  try {
    return await measure(larder, { ada, ben, often }, lists, toFinish)
  } finally {
    await larder.stop()
  }
}

async function measure(larder, { ada, ben, often }, lists, toFinish) {
  const get = (user, path) => send(larder.url + path, { headers: cookie(user) })
  const page = (user) => get(user, `/single-list?listID=${user.listId}`)
  const edit = (user) => get(user, `/single-list?listID=${user.listId}&dialog=edit&itemID=${user.itemIds[0]}`)
  const finish = (user, list) =>
    send(`${larder.url}/api/v1/list/${list}/finish`, {
      method: 'POST',
      headers: { ...cookie(user), ...JSON_BODY, 'sec-fetch-site': 'same-origin' },
      body: '{"paid":26.8}',
    })

  const spending = await cpuOf(larder, ROUNDS, () => get(ada, '/spending'))
  const finished = await cpuOf(larder, FINISHES, (n) => finish(ada, lists[n]), 10)
  const [withPrices, without] = await inTurns(larder, [() => edit(ada), () => edit(ben)])
  const asked = await cpuOf(larder, ROUNDS, () =>
    get(ada, `/last-prices?listID=${ada.listId}&name=milk&unit=`),
  )
  for (const round of toFinish) {
    round()
    await finish(often, often.listId)
  }
  const [finishedOften, never] = await inTurns(larder, [() => page(often), () => page(ben)])
  return [
    { name: `spending, ${TRIPS} trips, ms`, ...maxGoal(spending, 100) },
    { name: `finish ${ITEMS} items, ms`, ...maxGoal(finished, 30) },
    { name: 'edit without trips, ms', value: without },
    { name: 'edit with last prices, ms more', ...maxGoal(withPrices - without, 2) },
    { name: 'last prices for the script, ms', value: asked },
    { name: 'a list on its first day, ms', value: never },
    {
      name: `a list finished ${FINISHES} times`,
      value: finishedOften,
      ...ratioGoal(finishedOften, never, 1.05, { isMax: true }),
    },
  ]
}

/** Returns lists to finish, with everything ticked. */
function fillTrips(file, user) {
  const db = new Sqlite(file)
  db.pragma('synchronous=OFF')
  const now = Date.now()
  const trip = db.prepare(
    `INSERT INTO trips (id, list_id, list_name, owner_id, finished_by, store, paid_minor, estimate_minor, currency,
       bought_on, item_count, stored_bytes, created_at, updated_at) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
  )
  const line = db.prepare(
    `INSERT INTO trip_items (trip_id, position, name, name_key, unit, quantity_milli, price_minor, price_for, amount_minor)
     VALUES (?, ?, ?, ?, '', 1000, ?, 'one', ?)`,
  )
  const [{ name }] = db.prepare('SELECT name FROM items WHERE id = ?').all(user.itemIds[0])
  const stores = ['Lidl', 'Aldi', 'Market', '']
  const lists = db.transaction(() => {
    for (let n = 0; n < TRIPS; n += 1) {
      const id = randomUUID()
      const day = new Date(now - n * EVERY_DAYS * DAY).toISOString().slice(0, 10)
      const [store, paid] = [stores[n % stores.length], n % 3 === 0 ? null : 2_680]
      trip.run(
        id,
        user.listId,
        'Saturday market',
        user.id,
        user.id,
        store,
        paid,
        2_400,
        'USD',
        day,
        LINES,
        9_000,
        now,
        now,
      )
      for (let position = 0; position < LINES; position += 1) {
        const thing = position === 0 ? name : position === 1 ? 'milk' : `thing ${position}`
        line.run(id, position, thing, thing.toLowerCase(), 120, 120)
      }
    }
    return Array.from({ length: FINISHES + 10 }, () => addTicked(db, user))
  })()
  db.close()
  return lists
}

function addTicked(db, user, listId = randomUUID()) {
  const now = Date.now()
  db.prepare('INSERT OR IGNORE INTO lists (id, name, created_by, created_at) VALUES (?, ?, ?, ?)').run(
    listId,
    'Finished',
    user.id,
    now,
  )
  const item = db.prepare(
    `INSERT INTO items (id, list_id, name, quantity_milli, price_cents, completed, position, created_at, updated_at)
     VALUES (?, ?, ?, 1000, 199, 1, ?, ?, ?)`,
  )
  for (let n = 0; n < ITEMS; n += 1) item.run(randomUUID(), listId, `Ticked ${n}`, now + n, now, now)
  return listId
}

/** Ticks this list's next items, again and again. */
const fillTicked = (file, user) =>
  Array.from({ length: FINISHES }, () => () => {
    const db = new Sqlite(file)
    addTicked(db, user, user.listId)
    db.close()
  })

async function send(url, options) {
  const response = await fetch(url, options)
  await response.arrayBuffer()
  if (!response.ok) throw new Error(`${response.status} ${url}`)
}

async function cpuOf(larder, times, work, warmUp = 40) {
  for (let n = 0; n < warmUp; n += 1) await work(times + n)
  const before = await larder.cpu()
  for (let n = 0; n < times; n += 1) await work(n)
  return ((await larder.cpu()) - before) / times
}

/** A machine that slows down slows all of them. */
async function inTurns(larder, works) {
  const sums = works.map(() => 0)
  for (let turn = 0; turn < TURNS; turn += 1) {
    const warmUp = turn === 0 ? 40 : 0
    for (const [at, work] of works.entries()) sums[at] += await cpuOf(larder, ROUNDS / TURNS, work, warmUp)
  }
  return sums.map((sum) => sum / TURNS)
}
