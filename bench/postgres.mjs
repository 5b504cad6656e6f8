// One and two Larders on one PostgreSQL, next to one on SQLite:
//
//   node bench/postgres.mjs               about three minutes; needs PostgreSQL as Debian installs it
//   node bench/postgres.mjs --rounds=9
//
// Everything runs on this machine: servers, PostgreSQL and the load. The configurations take turns, so a machine that
// slows down slows all of them. Also counts how many units of work ran again after a conflict.
import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import autocannon from 'autocannon'
import { ensureBuilt } from '../scripts/lib/built.mjs'
import { fail, root } from '../scripts/lib/steps.mjs'
import { startPostgres } from '../tests/support/postgresServer.mjs'
import { fill } from './data.mjs'
import { cookie, JSON_BODY, round } from './load.mjs'
import { startLarder } from './servers.mjs'

const { values } = parseArgs({ options: { rounds: { type: 'string', default: '5' } } })
const ROUNDS = Number(values.rounds)
const SECONDS = 3
const CONNECTIONS = 20
const WRITERS = 10
const USERS = 2000
const URL_OF_PAGES = 'http://localhost'

const KINDS = {
  page: (user) => ({ path: `/single-list?listID=${user.listId}`, headers: cookie(user) }),
  tick: (user, count) => ({
    method: 'PATCH',
    path: `/api/v1/item/checkbox/${user.itemIds[count % user.itemIds.length]}`,
    headers: { ...cookie(user), ...JSON_BODY },
    body: JSON.stringify({ completed: Math.floor(count / user.itemIds.length) % 2 === 0 }),
  }),
}

await ensureBuilt()
const postgres = await startPostgres({ fsync: 'on' })
if (!postgres) fail('PostgreSQL is not installed (Debian: apt-get install postgresql)')
const folder = mkdtempSync(join(tmpdir(), 'larder-bench-'))
const servers = []
try {
  const dataDir = join(folder, 'sqlite')
  mkdirSync(dataDir)
  // The first start creates the tables.
  await (await startLarder(dataDir)).stop()
  const users = fill(join(dataDir, 'larder.db'), { people: USERS, itemsEach: 50 })
  const shared = {
    DATABASE_URL: postgres.url,
    BASE_URL: URL_OF_PAGES,
    METRICS_LOOPBACK: 'on',
    LOG_LEVEL: 'error',
  }
  execFileSync(process.execPath, ['build/operator.js', 'move-to-postgres'], {
    cwd: root,
    env: { ...process.env, ...shared, DATA_DIR: dataDir },
  })
  servers.push(await startLarder(dataDir, { LOG_LEVEL: 'error' }))
  for (const name of ['first', 'second'])
    servers.push(await startLarder(join(folder, name), { ...shared, TRUST_PROXY: 'off' }))
  const [sqlite, first, second] = servers
  const configurations = { SQLite: [sqlite], 'PostgreSQL, one': [first], 'PostgreSQL, two': [first, second] }

  const results = Object.fromEntries(
    Object.keys(configurations).map((name) => [name, { page: [], tick: [] }]),
  )
  const before = await conflicts([first, second])
  for (let count = 0; count <= ROUNDS; count += 1) {
    for (const kind of Object.keys(KINDS)) {
      for (const [name, used] of Object.entries(configurations)) {
        const perSecond = await measure(used, users, kind)
        // The first round is for the JIT compiler.
        if (count > 0) results[name][kind].push(perSecond)
      }
    }
  }
  print('configuration', 'pages/s', 'ticks/s')
  for (const [name, { page, tick }] of Object.entries(results)) print(name, median(page), median(tick))
  const gain = (kind) =>
    median(
      results['PostgreSQL, two'][kind].map((value, index) => value / results['PostgreSQL, one'][kind][index]),
    )
  print('two ÷ one', gain('page').toFixed(2), gain('tick').toFixed(2))

  const spread = difference(await conflicts([first, second]), before)
  print(
    'reruns, spread',
    `${spread.reruns} of ${spread.units}`,
    `${((100 * spread.reruns) / spread.units).toFixed(2)} %`,
  )
  const beforeOne = await conflicts([first, second])
  await measure([first, second], users.slice(0, 1), 'tick', WRITERS)
  const one = difference(await conflicts([first, second]), beforeOne)
  print(
    `reruns, ${WRITERS} writers on a list`,
    `${one.reruns} of ${one.units}`,
    `${(one.reruns / one.units).toFixed(2)} a unit`,
  )
} finally {
  for (const server of servers) await server.stop()
  await postgres.stop()
  rmSync(folder, { recursive: true, force: true })
}

async function measure(used, users, kind, connections = CONNECTIONS) {
  let count = 0
  const runs = used.map((server) =>
    autocannon({
      url: server.url,
      connections: connections / used.length,
      duration: SECONDS,
      requests: round(users, (user) => {
        count += 1
        return KINDS[kind](user, Math.floor(count / users.length))
      }),
    }),
  )
  const finished = await Promise.all(runs)
  const failed = finished.reduce((sum, { non2xx, errors, timeouts }) => sum + non2xx + errors + timeouts, 0)
  if (failed > 0 && users.length > 1) throw new Error(`${failed} ${kind} requests failed`)
  return Math.round(finished.reduce((sum, { '2xx': successful }) => sum + successful, 0) / SECONDS)
}

async function conflicts(used) {
  const sum = { units: 0, reruns: 0 }
  for (const { url } of used) {
    const text = await (await fetch(`${url}/metrics`)).text()
    const read = (name) => Number(new RegExp(`^${name} (\\d+)`, 'm').exec(text)?.[1] ?? 0)
    sum.units += read('larder_database_units_total')
    sum.reruns += read('larder_database_reruns_total')
  }
  return sum
}

function difference(now, before) {
  return { units: now.units - before.units, reruns: now.reruns - before.reruns }
}

function print(name, ...cells) {
  process.stdout.write(`${name.padEnd(28)}${cells.map((cell) => String(cell).padStart(16)).join('')}\n`)
}

function median(numbers) {
  return numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)]
}
