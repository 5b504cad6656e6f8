// CPU per request (user + system, all threads) of several servers that run at the same time and take turns, so a
// machine that slows down slows all of them.
import { createHash, randomUUID } from 'node:crypto'
import { existsSync, mkdirSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import autocannon from 'autocannon'
import Sqlite from 'better-sqlite3'
import { fail } from '../scripts/lib/steps.mjs'
import { fill } from './data.mjs'
import { KINDS } from './kinds.mjs'
import { round } from './load.mjs'
import { startLarder, stylesOf } from './servers.mjs'

// Enough that no user reaches the limit of 600 reads and 120 writes a minute.
const USERS = { small: 500, written: 500, long: 50 }
const ITEMS = { small: 60, written: 50, long: 500 }
const CONNECTIONS = 10
const WARM_UP = 1500

export async function startCheckout(name, checkout, folder) {
  const dataDir = join(folder, name)
  await prepare(checkout, dataDir)
  const file = join(dataDir, 'larder.db')
  const styles = stylesOf(checkout)
  const lists = {}
  for (const [kind, people] of Object.entries(USERS)) {
    lists[kind] = fill(file, { people, itemsEach: ITEMS[kind] }).map((user) => ({ ...user, styles }))
  }
  addTokens(file, Object.values(lists).flat())
  const server = await startLarder(dataDir, { LOG_LEVEL: 'warn' }, checkout)
  return { name, server, lists, count: 0, toRequest: (of) => of }
}

/** The other checkout needs its packages installed; each is built if it is not up to date. The first start creates the tables. */
export async function prepare(checkout, dataDir) {
  const script = join(resolve(checkout), 'scripts/lib/built.mjs')
  if (!existsSync(script)) fail(`${checkout} is not a checkout of Larder.`)
  const { ensureBuilt } = await import(pathToFileURL(script).href)
  await ensureBuilt()
  mkdirSync(dataDir, { recursive: true })
  await (await startLarder(dataDir, {}, checkout)).stop()
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

/** For each kind and server, the CPU of each round in ms. A server may know only some kinds. */
export async function measureRounds(servers, kinds, { rounds, requests }) {
  const knows = (server, kind) => !server.kinds || server.kinds.includes(kind)
  const taken = {}
  for (const kind of kinds) {
    taken[kind] = {}
    for (const server of servers) {
      if (!knows(server, kind)) continue
      taken[kind][server.name] = []
      await send(server, kind, KINDS[kind].lists === 'long' ? WARM_UP / 5 : WARM_UP)
    }
  }
  for (let count = 0; count < rounds; count += 1) {
    for (const kind of kinds) {
      for (const server of count % 2 === 0 ? servers : servers.toReversed()) {
        if (knows(server, kind)) taken[kind][server.name].push(await cpuPerRequest(server, kind, requests))
      }
    }
  }
  return taken
}

async function cpuPerRequest(server, kind, requests) {
  const before = await server.server.cpu()
  await send(server, kind, requests)
  return ((await server.server.cpu()) - before) / requests
}

async function send(side, kind, amount) {
  const { lists = 'small', people, of } = KINDS[kind]
  const some = side.lists[lists].slice(0, people)
  // Where the last round ended, so that all have their turn.
  const first = side.count % some.length
  const users = [...some.slice(first), ...some.slice(0, first)]
  const toRequest = side.toRequest(of, kind)
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

/** The median of the ratios of all rounds, and their range: a wide one means that the machine is busy. */
export function ratioOf(now, other) {
  const ratios = now.map((value, index) => value / other[index])
  return {
    ratio: median(ratios),
    range: `${Math.min(...ratios).toFixed(2)} to ${Math.max(...ratios).toFixed(2)}`,
  }
}

export const median = (numbers) => numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)]
