// CPU per request of this checkout and another one, interleaved in one run:
//
//   node bench/compare.mjs ../before                      all kinds, about five minutes
//   node bench/compare.mjs ../before page api-read        only these
//   node bench/compare.mjs ../before --rounds=41
//
// Both servers run at the same time, each on fresh data, and take turns, so a machine that slows down slows
// both. A row shows the median CPU per request (user + system, all threads) before and now, the median of the
// ratios of all rounds, and their range: a wide range means the machine is busy, so add rounds or try later.
// The other checkout needs its packages installed; each is built if it is not up to date.
import { createHash, randomUUID } from 'node:crypto'
import { existsSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { parseArgs } from 'node:util'
import autocannon from 'autocannon'
import Sqlite from 'better-sqlite3'
import { fail, root } from '../scripts/lib/steps.mjs'
import { fill } from './data.mjs'
import { cookie, JSON_BODY, round } from './load.mjs'
import { startLarder } from './servers.mjs'

// Enough that no user reaches the limit of 600 reads and 120 writes a minute.
const USERS = 1000
const CONNECTIONS = 10
const WARM_UP = 1500

const NAVIGATION = {
  accept: 'text/html',
  'accept-encoding': 'gzip, deflate, br',
  'sec-fetch-dest': 'document',
  'sec-fetch-mode': 'navigate',
  'sec-fetch-site': 'none',
}
const SAME_ORIGIN = {
  accept: '*/*',
  'accept-encoding': 'gzip, deflate, br',
  'sec-fetch-dest': 'empty',
  'sec-fetch-site': 'same-origin',
}

const bearer = (user) => ({ authorization: `Bearer ${user.token}` })

const KINDS = {
  page: (user) => ({
    path: `/single-list?listID=${user.listId}`,
    headers: { ...NAVIGATION, ...cookie(user) },
  }),
  'page-data': (user) => ({
    path: `/single-list.data?listID=${user.listId}`,
    headers: { ...SAME_ORIGIN, ...cookie(user) },
  }),
  'lists-page': (user) => ({
    path: `/?userID=${user.id}`,
    headers: { ...NAVIGATION, ...cookie(user) },
  }),
  'api-read': (user) => ({
    path: `/api/v1/item?listID=${user.listId}`,
    headers: bearer(user),
  }),
  'api-add': (user) => ({
    method: 'POST',
    path: `/api/v1/item?listID=${user.listId}`,
    headers: { ...bearer(user), ...JSON_BODY },
    body: JSON.stringify({ name: 'Milk', quantity: 1, price: 1.2 }),
  }),
  // The form of a row, sent by the page's script.
  action: (user, count) => ({
    method: 'POST',
    path: '/completed.data',
    headers: {
      ...SAME_ORIGIN,
      ...cookie(user),
      'content-type': 'application/x-www-form-urlencoded;charset=UTF-8',
    },
    body: `id=${user.itemIds[0]}&listID=${user.listId}${count % 2 === 0 ? '&completed=on' : ''}`,
  }),
  'api-tick': (user, count) => ({
    method: 'PATCH',
    path: `/api/v1/item/checkbox/${user.itemIds[0]}`,
    headers: { ...bearer(user), ...JSON_BODY },
    body: JSON.stringify({ completed: count % 2 === 0 }),
  }),
}

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    rounds: { type: 'string', default: '21' },
    requests: { type: 'string', default: '150' },
  },
})
const [other, ...only] = positionals
if (!other) fail('name the other checkout: node bench/compare.mjs ../before')
const unknown = only.find((name) => !(name in KINDS))
if (unknown) fail(`there is no kind "${unknown}". Kinds: ${Object.keys(KINDS).join(', ')}.`)
const kinds = only.length > 0 ? only : Object.keys(KINDS)
const rounds = Number(values.rounds)
const requests = Number(values.requests)

const folder = mkdtempSync(join(tmpdir(), 'larder-compare-'))
const sides = []
try {
  sides.push(await open('before', resolve(other)))
  sides.push(await open('now', root))
  for (const kind of kinds) {
    for (const side of sides) await send(side, kind, WARM_UP)
  }
  const perRound = Object.fromEntries(kinds.map((kind) => [kind, { before: [], now: [] }]))
  for (let count = 0; count < rounds; count += 1) {
    for (const kind of kinds) {
      for (const side of count % 2 === 0 ? sides : sides.toReversed()) {
        perRound[kind][side.name].push(await cpuPerRequest(side, kind))
      }
    }
  }
  print(perRound)
  for (const side of sides) {
    process.stdout.write(`memory ${side.name}: ${Math.round(side.server.rss())} MB\n`)
  }
} finally {
  for (const side of sides) await side.server.stop()
  rmSync(folder, { recursive: true, force: true })
}

async function open(name, checkout) {
  await build(checkout)
  const dataDir = join(folder, name)
  mkdirSync(dataDir)
  // The first start creates the tables.
  await (await startLarder(dataDir, {}, checkout)).stop()
  const file = join(dataDir, 'larder.db')
  const users = fill(file, { people: USERS, itemsEach: 50 })
  addTokens(file, users)
  const server = await startLarder(dataDir, { LOG_LEVEL: 'warn' }, checkout)
  // Added items would make the lists longer that are read.
  return { name, server, readers: users.slice(0, USERS / 2), writers: users.slice(USERS / 2), count: 0 }
}

async function build(checkout) {
  const script = join(checkout, 'scripts/lib/built.mjs')
  if (!existsSync(script)) fail(`${checkout} is not a checkout of Larder.`)
  const { ensureBuilt } = await import(pathToFileURL(script).href)
  await ensureBuilt()
}

function addTokens(file, users) {
  const db = new Sqlite(file)
  const insert = db.prepare(
    'INSERT INTO api_tokens (id, user_id, name, hash, created_at, last_used_at) VALUES (?, ?, ?, ?, ?, ?)',
  )
  // Used "in the future", so that no read has to note when the token was last used.
  const later = Date.now() + 86_400_000
  db.transaction(() => {
    for (const user of users) {
      user.token = `larder_${randomUUID()}`
      const hash = createHash('sha256').update(user.token).digest('hex')
      insert.run(randomUUID(), user.id, 'Bench', hash, Date.now(), later)
    }
  })()
  db.close()
}

async function cpuPerRequest(side, kind) {
  const before = await side.server.cpu()
  await send(side, kind, requests)
  return ((await side.server.cpu()) - before) / requests
}

async function send(side, kind, amount) {
  const toRequest = KINDS[kind]
  const users = 'body' in toRequest(side.writers[0], 0) ? side.writers : side.readers
  const result = await autocannon({
    url: side.server.url,
    connections: CONNECTIONS,
    amount,
    requests: round(users, (user) => {
      side.count += 1
      return toRequest(user, Math.floor(side.count / users.length))
    }),
  })
  const failed = result.non2xx + result.errors + result.timeouts
  if (failed > 0) throw new Error(`${failed} of ${amount} ${kind} requests failed (${side.name})`)
}

function print(perRound) {
  const lines = [['CPU per request', 'before, ms', 'now, ms', 'ratio', 'range']]
  for (const [kind, { before, now }] of Object.entries(perRound)) {
    const ratios = now.map((value, index) => value / before[index])
    lines.push([
      kind,
      median(before).toFixed(3),
      median(now).toFixed(3),
      median(ratios).toFixed(3),
      `${Math.min(...ratios).toFixed(2)} to ${Math.max(...ratios).toFixed(2)}`,
    ])
  }
  const widths = lines[0].map((_, index) => Math.max(...lines.map((line) => line[index].length)))
  for (const line of lines) {
    const padded = line.map((cell, index) => (index ? cell.padStart(widths[index]) : cell.padEnd(widths[0])))
    process.stdout.write(`${padded.join('  ')}\n`)
  }
}

function median(numbers) {
  return numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)]
}
