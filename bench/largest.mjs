// Every page and API call with as much data as is allowed: its CPU, and how long others wait while it is requested 60
// times at once:
//
//   node bench/largest.mjs                about two minutes
//   node bench/largest.mjs recent item    only those whose name contains one of the words
import { createHash, randomUUID } from 'node:crypto'
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { request as connect } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import Sqlite from 'better-sqlite3'
import { ensureBuilt } from '../scripts/lib/built.mjs'
import { cookie, FORM, JSON_BODY } from './load.mjs'
import { startOthers } from './others.mjs'
import { startLarder } from './servers.mjs'

const AT_ONCE = 60
const ROUNDS = 3
const LISTS = 500
const ITEMS = 2000
const CHANGES = 96
const MEMORIES = 5000
const now = Date.now()

const words = process.argv.slice(2)
const reads = {
  'page: lists': ({ user }) => get(`/?userID=${user.id}`),
  'page: list': ({ list }) => get(`/single-list?listID=${list}`),
  'data: list': ({ list }) => get(`/single-list.data?listID=${list}`),
  'page: recent': ({ list }) => get(`/recent?listID=${list}`),
  'page: recently deleted': () => get('/recently-deleted'),
  'page: sharing': ({ list }) => get(`/sharing?listID=${list}`),
  'page: settings': () => get('/settings'),
  'page: remembered': () => get('/settings/remembered'),
  'page: share target': () => get(`/share-target?text=${'milk%0A'.repeat(1000)}`),
  suggest: ({ list }) => get(`/suggest?listID=${list}&q=ingredient`),
  'page: quick add': ({ list }) => get(`/quick-add?listID=${list}`),
  'api: lists': ({ user }) => get(`/api/v1/list?userID=${user.id}`),
  'api: items': ({ list }) => get(`/api/v1/item?listID=${list}`),
  'api: deleted items': ({ list }) => get(`/api/v1/item?listID=${list}&deleted=1`),
  'api: changes': ({ list }) => get(`/api/v1/list/${list}/change`),
  'api: people': ({ list }) => get(`/api/v1/list/${list}/member`),
}
const writes = {
  'quick add: 200 lines': ({ own, n }) =>
    form(`/quick-add?listID=${own}`, { id: randomUUID(), lines: lines(200, n) }),
  'quick add: one line of 40 kB': ({ own }) =>
    form(`/quick-add?listID=${own}`, { id: randomUUID(), lines: 'milk, '.repeat(6666) }),
  'api: 200 lines': ({ own, n }) => json(`/api/v1/item/lines?listID=${own}`, { lines: lines(200, n) }),
  'api: text of 100 kB': ({ own }) =>
    json(`/api/v1/item/text?listID=${own}`, { text: 'milk, eggs\n'.repeat(9000) }),
  duplicate: ({ own }) => form(`/duplicate-list/${own}`, { id: randomUUID() }),
  'untick all': ({ own }) => form(`/untick-all/${own}`, {}),
  'clear done': ({ own }) => form(`/clear-done/${own}`, {}),
  'delete all': ({ own }) => form(`/delete-items/${own}`, {}),
  'delete list': ({ own }) => form(`/delete-list/${own}`, {}),
}
const lines = (count, n) => Array.from({ length: count }, (_, at) => `ingredient ${n} ${at}`).join('\n')
const get = (path) => ({ path })
const form = (path, fields) => ({
  path,
  method: 'POST',
  headers: FORM,
  body: new URLSearchParams(fields).toString(),
})
const json = (path, body) => ({ path, method: 'POST', headers: JSON_BODY, body: JSON.stringify(body) })

const calls = Object.entries({ ...reads, ...writes }).filter(
  ([name]) => words.length === 0 || words.some((word) => name.includes(word)),
)

await ensureBuilt()
let others
const folder = mkdtempSync(join(tmpdir(), 'larder-bench-'))
try {
  mkdirSync(folder, { recursive: true })
  await (await startLarder(folder)).stop()
  const { list, readers, other } = fill(join(folder, 'larder.db'))
  const larder = await startLarder(folder, { LOG_LEVEL: 'error' })
  const send = (person, { path, method, headers, body }) =>
    new Promise((resolve, reject) => {
      const encodings = { 'accept-encoding': 'gzip, deflate, br' }
      const all = { ...cookie(person), ...encodings, ...headers }
      connect(larder.url + path, { method, headers: all }, (response) => {
        // Not decompressed: that would take CPU from the server.
        response.resume().once('end', () => resolve(response.statusCode))
      })
        .once('error', reject)
        .end(body)
    })
  others = startOthers(`${larder.url}/single-list?listID=${other.list}`, cookie(other))
  await measured(others, 100)
  const idle = []
  const rows = []
  for (const [at, [name, request]] of calls.entries()) {
    const user = readers[at]
    let n = 0
    const once = () => {
      n += 1
      return send(user, request({ user, list, own: user.own, n }))
    }
    for (let k = 0; k < 3; k += 1) await once()
    const before = await larder.cpu()
    for (let k = 0; k < 5; k += 1) await once()
    const cpu = ((await larder.cpu()) - before) / 5
    await pause(300)
    idle.push(...(await measured(others, 100)))
    const answers = new Map()
    const busy = others.measure(20)
    for (let round = 0; round < ROUNDS; round += 1) {
      const crowd = Array.from({ length: AT_ONCE }, async () => {
        const status = await once()
        answers.set(status, (answers.get(status) ?? 0) + 1)
      })
      await Promise.all(crowd)
    }
    busy.stop()
    rows.push({ name, cpu, waits: await busy.times, answers })
  }
  // Over all calls, because a hundred requests say little about a 99th percentile.
  const usual = percentile(idle, 0.99)
  print([
    'call',
    'CPU each, ms',
    'others wait, p50/p99',
    `p99 / idle (${usual.toFixed(0)})`,
    'worst',
    'answers',
  ])
  for (const { name, cpu, waits, answers } of rows) {
    print([
      name,
      cpu.toFixed(1),
      `${percentile(waits, 0.5).toFixed(0)}/${percentile(waits, 0.99).toFixed(0)}`,
      (percentile(waits, 0.99) / usual).toFixed(1),
      Math.max(...waits).toFixed(0),
      [...answers].map(([status, count]) => `${count} × ${status}`).join(', '),
    ])
  }
  await larder.stop()
} finally {
  await others?.end()
  rmSync(folder, { recursive: true, force: true })
}

function print(cells) {
  process.stdout.write(`${cells.join(' | ')}\n`)
}

function measured(others, least) {
  const { times, stop } = others.measure(least)
  stop()
  return times
}

function percentile(times, part) {
  const sorted = [...times].sort((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))]
}

function fill(file) {
  const db = new Sqlite(file)
  db.pragma('synchronous=OFF')
  const insert = (table, row) => {
    const names = Object.keys(row)
    db.prepare(`INSERT INTO ${table} (${names}) VALUES (${names.map(() => '?')})`).run(...Object.values(row))
  }
  const person = (index) => {
    const id = randomUUID()
    const token = `bench-${index}-${id}`
    const session = { created_at: now, last_seen_at: now, expires_at: now + 86_400_000 }
    insert('users', {
      id,
      name: `Person ${index}`,
      email: `${id}@example.org`,
      password_hash: 'x',
      email_verified_at: now,
      created_at: now,
    })
    insert('sessions', { id: createHash('sha256').update(token).digest('hex'), user_id: id, ...session })
    return { id, cookie: token }
  }
  const addList = (owner, values = {}) => {
    const id = randomUUID()
    insert('lists', {
      id,
      name: 'Saturday market',
      created_by: owner.id,
      created_at: now,
      changed_at: now,
      ...values,
    })
    return id
  }
  const addItems = (listId, count, values = {}) =>
    Array.from({ length: count }, (_, at) => {
      const id = randomUUID()
      insert('items', {
        id,
        list_id: listId,
        name: `Ingredient ${at}`,
        quantity_milli: 1000,
        price_cents: 119,
        completed: at % 2,
        position: at,
        created_at: now,
        updated_at: now,
        ...values,
      })
      return id
    })
  return db.transaction(() => {
    const owner = person('owner')
    const list = addList(owner, { revision: CHANGES })
    const ids = addItems(list, ITEMS)
    addItems(list, ITEMS, { deleted_at: now })
    for (let revision = 1; revision <= CHANGES; revision += 1) {
      const id = randomUUID()
      insert('changes', {
        id,
        list_id: list,
        actor_id: owner.id,
        kind: 'edit',
        list_revision: revision,
        created_at: now,
        ...withSummary(db, { item_count: ITEMS, first_item_id: ids[0] }),
      })
      for (const item of ids) {
        insert('change_items', {
          change_id: id,
          item_id: item,
          before: '{"completed":false}',
          after: '{"completed":true}',
        })
      }
    }
    const shared = Array.from({ length: LISTS }, () => addList(owner))
    for (const id of shared) addItems(id, 20)
    const readers = calls.map((_, index) => person(index))
    for (const reader of readers) {
      for (const id of [list, ...shared.slice(1)]) {
        insert('list_members', { list_id: id, user_id: reader.id, role: 'editor', created_at: now })
      }
      for (let n = 0; n < LISTS; n += 1) addList(reader, { deleted_at: now })
      for (let n = 0; n < MEMORIES; n += 1) {
        const name = `Ingredient ${n}`
        const memory = {
          name_key: name.toLowerCase(),
          unit: '',
          name,
          uses: 5,
          last_used_at: now,
          price_cents: 119,
        }
        insert('memories', { user_id: reader.id, ...memory, price_for: 'one' })
      }
      reader.own = addList(reader)
      addItems(reader.own, ITEMS - 210)
    }
    const other = person('other')
    other.list = addList(other)
    addItems(other.list, 20)
    return { list, readers, other }
  })()
}

/** A database of an older Larder has no such columns. */
function withSummary(db, columns) {
  const names = new Set(db.pragma('table_info(changes)').map(({ name }) => name))
  return Object.fromEntries(Object.entries(columns).filter(([name]) => names.has(name)))
}
