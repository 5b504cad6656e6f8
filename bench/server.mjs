// Requests a second at 1 and 10 connections, memory and start, each beside its floor.
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import bcrypt from 'bcryptjs'
import Sqlite from 'better-sqlite3'
import { fill, PASSWORD } from './data.mjs'
import { cookie, FORM, JSON_BODY, load, round } from './load.mjs'
import { startFloor, startLarder } from './servers.mjs'
import { against, atMost } from './table.mjs'

// So many that none of them writes more often than he may.
const PEOPLE = 1000

export async function measureServer(dataDir) {
  mkdirSync(dataDir, { recursive: true })
  const first = await startLarder(dataDir)
  await first.stop()
  const file = join(dataDir, 'larder.db')
  const people = fill(file, { people: PEOPLE, itemsEach: 50, passwordHash: bcrypt.hashSync(PASSWORD, 11) })
  const rows = [...(await floors(file, people))]
  const floor = Object.fromEntries(rows.map((row) => [row.what, row]))

  const larder = await startLarder(dataDir)
  const answered = await fetch(`${larder.url}/landing`)
  rows.push({ what: 'start to first answer, ms', ...atMost(Math.round(larder.startedIn()), 800) })
  await answered.text()
  rows.push({ what: 'memory idle, MB', ...atMost(larder.rss(), 120) })

  const all = requests(people)
  // Reads first: what is added later makes the lists longer than those the floors have read.
  const plan = [all.filter(isRead), all.filter((one) => !isRead(one))].flatMap((some) =>
    [1, 10].flatMap((connections) => some.map((one) => ({ one, connections }))),
  )
  for (const { one, connections } of plan) {
    const result = await load(larder.url, {
      requests: one.requests,
      connections,
      seconds: one.seconds ?? 4,
    })
    const goal = one.goal && connections === (one.at ?? connections)
    const beside = goal
      ? against(result.rps, floor[`${one.floor} ×${connections}`]?.rps ?? floor[one.floor].rps, one.goal)
      : {}
    rows.push({ what: `${one.what} ×${connections}`, ...result, ...beside })
  }
  rows.push(...(await readsWhileWriting(larder, people)))
  rows.push({ what: 'memory after load, MB', ...atMost(larder.rss(), 200) })
  for (const again of ['second', 'third']) {
    const page = requests(people).find((one) => one.what === 'list page, HTML')
    await load(larder.url, { requests: page.requests, seconds: 4 })
    rows.push({ what: `memory after a ${again} load, MB`, ...atMost(larder.rss(), 200) })
  }
  await larder.stop()
  return rows
}

async function floors(file, people) {
  const rows = []
  for (const [what, kind] of [
    ['floor: node:http', 'http'],
    ['floor: node:http + SQLite, 50 rows', 'sqlite'],
    ['floor: React alone, 50 rows', 'react'],
  ]) {
    const server = await startFloor(kind, file)
    for (const connections of [1, 10]) {
      const requests = round(people, (person) => ({ path: `/${person.listId}` }))
      rows.push({ what: `${what} ×${connections}`, ...(await load(server.url, { requests, connections })) })
    }
    await server.stop()
  }
  rows.push({ what: 'floor: commits, synchronous=FULL', rps: commits(`${file}.commits`) })
  return rows
}

function commits(file) {
  const db = new Sqlite(file)
  db.pragma('journal_mode=WAL')
  db.pragma('synchronous=FULL')
  db.exec('CREATE TABLE t (id INTEGER PRIMARY KEY, name TEXT) STRICT')
  const insert = db.prepare('INSERT INTO t (name) VALUES (?)')
  const until = performance.now() + 3000
  let count = 0
  while (performance.now() < until) {
    insert.run('Milk')
    count += 1
  }
  db.close()
  return Math.round(count / 3)
}

const SQLITE = 'floor: node:http + SQLite, 50 rows'
const REACT = 'floor: React alone, 50 rows'
const COMMITS = 'floor: commits, synchronous=FULL'

function requests(people) {
  const get = (path) =>
    round(people, (person) => ({ method: 'GET', path: path(person), headers: cookie(person) }))
  let turn = 0
  const tick = (person) => {
    turn += 1
    const id = person.itemIds[turn % person.itemIds.length]
    return { id, completed: Math.floor(turn / 50) % 2 === 0 }
  }
  return [
    {
      what: 'list page, HTML',
      floor: REACT,
      goal: 0.3,
      requests: get((one) => `/single-list?listID=${one.listId}`),
    },
    { what: 'list page, data', requests: get((one) => `/single-list.data?listID=${one.listId}`) },
    { what: 'lists page, HTML', requests: get((one) => `/?userID=${one.id}`) },
    {
      what: 'API, 50 items',
      floor: SQLITE,
      goal: 0.4,
      requests: get((one) => `/api/v1/item?listID=${one.listId}`),
    },
    {
      what: 'API, add item',
      floor: COMMITS,
      goal: 0.25,
      at: 10,
      requests: round(people, (one) => ({
        method: 'POST',
        path: `/api/v1/item?listID=${one.listId}`,
        headers: { ...cookie(one), ...JSON_BODY },
        body: JSON.stringify({ name: 'Milk', quantity: 1, price: 1.2 }),
      })),
    },
    {
      what: 'API, tick item',
      floor: COMMITS,
      goal: 0.25,
      at: 10,
      requests: round(people, (one) => {
        const { id, completed } = tick(one)
        const headers = { ...cookie(one), ...JSON_BODY }
        return {
          method: 'PATCH',
          path: `/api/v1/item/checkbox/${id}`,
          headers,
          body: JSON.stringify({ completed }),
        }
      }),
    },
    {
      what: 'form, add item',
      floor: COMMITS,
      goal: 0.1,
      at: 10,
      requests: round(people, (one) => ({
        method: 'POST',
        path: `/single-list?listID=${one.listId}`,
        headers: { ...cookie(one), ...FORM },
        body: 'name=Milk&quantity=1&price=1.2',
      })),
    },
    {
      what: 'form, tick item',
      floor: COMMITS,
      goal: 0.1,
      at: 10,
      requests: round(people, (one) => {
        const { id, completed } = tick(one)
        const body = `completed=${completed ? 'on' : 'false'}&id=${id}&listID=${one.listId}`
        return { method: 'POST', path: '/completed', headers: { ...cookie(one), ...FORM }, body }
      }),
    },
    {
      what: 'login',
      seconds: 3,
      requests: round(people, (one, index) => ({
        method: 'POST',
        path: '/login',
        headers: { ...FORM, 'x-forwarded-for': `10.0.${index >> 8}.${index & 255}` },
        body: new URLSearchParams({ email: one.email, password: PASSWORD }).toString(),
      })),
    },
  ]
}

function isRead({ requests: [first], floor }) {
  return floor !== COMMITS && first.method !== 'POST'
}

async function readsWhileWriting(larder, people) {
  const all = requests(people)
  const read = all.find((one) => one.what === 'list page, HTML').requests
  const write = all.find((one) => one.what === 'form, tick item').requests
  const alone = await load(larder.url, { requests: read, connections: 1 })
  const [beside] = await Promise.all([
    load(larder.url, { requests: read, connections: 1 }),
    load(larder.url, { requests: write, connections: 10 }),
  ])
  return [
    { what: 'list page while 10 write', ...beside, ...against(beside.p99, alone.p99, 3, { most: true }) },
  ]
}
