// Requests per second with 1 and 10 connections, memory and startup time, compared with baselines.
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import bcrypt from 'bcryptjs'
import Sqlite from 'better-sqlite3'
import { fill, PASSWORD } from './data.mjs'
import { cookie, FORM, JSON_BODY, load, round } from './load.mjs'
import { startBaseline, startLarder } from './servers.mjs'
import { maxGoal, ratioGoal } from './table.mjs'

// Enough that none of them reaches the limit for writes.
const USERS = 1000

export async function measureServer(dataDir) {
  mkdirSync(dataDir, { recursive: true })
  const first = await startLarder(dataDir)
  await first.stop()
  const file = join(dataDir, 'larder.db')
  const people = fill(file, { people: USERS, itemsEach: 50, passwordHash: bcrypt.hashSync(PASSWORD, 11) })
  const rows = [...(await baselines(file, people))]
  const baseline = Object.fromEntries(rows.map((row) => [row.name, row]))

  const larder = await startLarder(dataDir)
  const response = await fetch(`${larder.url}/landing`)
  rows.push({ name: 'start to first response, ms', ...maxGoal(Math.round(larder.startedIn()), 800) })
  await response.text()
  rows.push({ name: 'memory idle, MB', ...maxGoal(larder.rss(), 120) })

  const all = requests(people)
  // Reads first, because writes make the lists longer than in the baselines.
  const plan = [all.filter(isRead), all.filter((kind) => !isRead(kind))].flatMap((kinds) =>
    [1, 10].flatMap((connections) => kinds.map((kind) => ({ kind, connections }))),
  )
  for (const { kind, connections } of plan) {
    const result = await load(larder.url, {
      requests: kind.requests,
      connections,
      seconds: kind.seconds ?? 4,
    })
    const hasGoal = kind.goal && connections === (kind.at ?? connections)
    const { rps } = baseline[`${kind.baseline} ×${connections}`] ?? baseline[kind.baseline] ?? {}
    const ratio = hasGoal ? ratioGoal(result.rps, rps, kind.goal) : {}
    rows.push({ name: `${kind.name} ×${connections}`, ...result, ...ratio })
  }
  rows.push(...(await readsWhileWriting(larder, people)))
  rows.push({ name: 'memory after load, MB', ...maxGoal(larder.rss(), 200) })
  for (const nth of ['second', 'third']) {
    const page = requests(people).find(({ name }) => name === 'list page, HTML')
    await load(larder.url, { requests: page.requests, seconds: 4 })
    rows.push({ name: `memory after a ${nth} load, MB`, ...maxGoal(larder.rss(), 200) })
  }
  await larder.stop()
  return rows
}

async function baselines(file, people) {
  const rows = []
  for (const [name, kind] of [
    ['baseline: node:http', 'http'],
    ['baseline: node:http + SQLite, 50 rows', 'items'],
    ['baseline: React alone, 50 rows', 'react'],
  ]) {
    const server = await startBaseline(kind, file)
    for (const connections of [1, 10]) {
      const requests = round(people, (person) => ({ path: `/${person.listId}` }))
      rows.push({ name: `${name} ×${connections}`, ...(await load(server.url, { requests, connections })) })
    }
    await server.stop()
  }
  rows.push({ name: 'baseline: commits, synchronous=FULL', rps: commits(`${file}.commits`) })
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

const SQLITE = 'baseline: node:http + SQLite, 50 rows'
const REACT = 'baseline: React alone, 50 rows'
const COMMITS = 'baseline: commits, synchronous=FULL'

function requests(people) {
  const get = (path) =>
    round(people, (person) => ({ method: 'GET', path: path(person), headers: cookie(person) }))
  let ticks = 0
  const tick = (person) => {
    ticks += 1
    const id = person.itemIds[ticks % person.itemIds.length]
    return { id, completed: Math.floor(ticks / 50) % 2 === 0 }
  }
  return [
    {
      name: 'list page, HTML',
      baseline: REACT,
      goal: 0.3,
      requests: get((user) => `/single-list?listID=${user.listId}`),
    },
    { name: 'list page, data', requests: get((user) => `/single-list.data?listID=${user.listId}`) },
    { name: 'lists page, HTML', requests: get((user) => `/?userID=${user.id}`) },
    {
      name: 'API, 50 items',
      baseline: SQLITE,
      goal: 0.4,
      requests: get((user) => `/api/v1/item?listID=${user.listId}`),
    },
    {
      name: 'API, add item',
      baseline: COMMITS,
      goal: 0.25,
      at: 10,
      requests: round(people, (user) => ({
        method: 'POST',
        path: `/api/v1/item?listID=${user.listId}`,
        headers: { ...cookie(user), ...JSON_BODY },
        body: JSON.stringify({ name: 'Milk', quantity: 1, price: 1.2 }),
      })),
    },
    {
      name: 'API, tick item',
      baseline: COMMITS,
      goal: 0.25,
      at: 10,
      requests: round(people, (user) => {
        const { id, completed } = tick(user)
        const headers = { ...cookie(user), ...JSON_BODY }
        return {
          method: 'PATCH',
          path: `/api/v1/item/checkbox/${id}`,
          headers,
          body: JSON.stringify({ completed }),
        }
      }),
    },
    {
      name: 'form, add item',
      baseline: COMMITS,
      goal: 0.1,
      at: 10,
      requests: round(people, (user) => ({
        method: 'POST',
        path: `/single-list?listID=${user.listId}`,
        headers: { ...cookie(user), ...FORM },
        body: 'name=Milk&quantity=1&price=1.2',
      })),
    },
    {
      name: 'form, tick item',
      baseline: COMMITS,
      goal: 0.1,
      at: 10,
      requests: round(people, (user) => {
        const { id, completed } = tick(user)
        const body = `completed=${completed ? 'on' : 'false'}&id=${id}&listID=${user.listId}`
        return { method: 'POST', path: '/completed', headers: { ...cookie(user), ...FORM }, body }
      }),
    },
    {
      name: 'login',
      seconds: 3,
      requests: round(people, (user, index) => ({
        method: 'POST',
        path: '/login',
        headers: { ...FORM, 'x-forwarded-for': `10.0.${index >> 8}.${index & 255}` },
        body: new URLSearchParams({ email: user.email, password: PASSWORD }).toString(),
      })),
    },
  ]
}

function isRead({ requests: [first], baseline }) {
  return baseline !== COMMITS && first.method !== 'POST'
}

async function readsWhileWriting(larder, people) {
  const all = requests(people)
  const read = all.find(({ name }) => name === 'list page, HTML').requests
  const write = all.find(({ name }) => name === 'form, tick item').requests
  const alone = await load(larder.url, { requests: read, connections: 1 })
  const [withWrites] = await Promise.all([
    load(larder.url, { requests: read, connections: 1 }),
    load(larder.url, { requests: write, connections: 10 }),
  ])
  return [
    {
      name: 'list page during writes on 10 connections; ratio: p99',
      ...withWrites,
      ...ratioGoal(withWrites.p99, alone.p99, 3, { isMax: true }),
    },
  ]
}
