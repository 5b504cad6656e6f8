// node bench/fanout.mjs: how live events reach 1,000 sockets on 50 lists at 100 changes a second for a
// minute; the same through a bare `ws` server, and through our door without domain and database
// behind it. They take turns in the same run, so read the ratios: the figures belong to the machine
// and to what else it was doing.
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { WebSocket } from 'ws'
import { bundled } from './bundled.mjs'

const SOCKETS = 1000
const LISTS = 50
const RATE = 100
const SECONDS = Number(process.argv[2] ?? 60)
const TURNS = 2

const server = await bundled('fanoutServer.mjs')
const folder = mkdtempSync(join(tmpdir(), 'larder-bench-'))
process.once('exit', () => rmSync(folder, { recursive: true, force: true }))
const now = () => Number(process.hrtime.bigint()) / 1e6

async function start(kind) {
  const child = fork(server, [kind, LISTS, RATE, join(folder, kind)])
  const [hello] = await once(child, 'message')
  const arrived = new Map()
  const sockets = await Promise.all(
    Array.from({ length: SOCKETS }, (_, i) => enter(hello, hello.rooms[i % LISTS], arrived)),
  )
  return { kind, child, sockets, arrived, rss: [hello.rss], delays: [], delivered: 0, expected: 0 }
}

async function enter({ port }, { listID, cookie }, arrived) {
  const socket = new WebSocket(`ws://127.0.0.1:${port}/ws`, { headers: cookie ? { cookie } : {} })
  await once(socket, 'open')
  socket.send(JSON.stringify({ type: 'subscribe', listID }))
  await once(socket, 'message')
  socket.on('message', (data) => {
    const at = now()
    const event = JSON.parse(String(data))
    const key = `${event.listID} ${event.revision}`
    const times = arrived.get(key)
    if (times) times.push(at)
    else arrived.set(key, [at])
  })
  return socket
}

async function turn(contest, seconds) {
  contest.arrived.clear()
  contest.child.send({ seconds })
  const [{ started, rss }] = await once(contest.child, 'message')
  contest.rss.push(rss)
  for (const [listID, revision, at] of started) {
    const times = contest.arrived.get(`${listID} ${revision}`) ?? []
    contest.expected += SOCKETS / LISTS
    contest.delivered += times.length
    for (const time of times) contest.delays.push(time - at)
  }
}

const contests = []
for (const kind of ['bare', 'door', 'larder']) contests.push(await start(kind))
// Warm, before anything is counted.
for (const contest of contests) {
  await turn(contest, 2)
  Object.assign(contest, { delays: [], delivered: 0, expected: 0 })
}
for (let i = 0; i < TURNS; i += 1) for (const contest of contests) await turn(contest, SECONDS / TURNS)

const rows = contests.map(({ kind, delays, delivered, expected, rss }) => {
  delays.sort((a, b) => a - b)
  const at = (share) => Number(delays[Math.floor(delays.length * share)]?.toFixed(2))
  return {
    kind,
    expected,
    delivered,
    p50: at(0.5),
    p99: at(0.99),
    rssMB: rss,
  }
})
for (const row of rows) {
  const ratio = (share) => Number((row[share] / rows[0][share]).toFixed(2))
  process.stdout.write(`${JSON.stringify({ ...row, p50Ratio: ratio('p50'), p99Ratio: ratio('p99') })}\n`)
}
for (const { child } of contests) child.kill()
process.exit(rows.every(({ expected, delivered }) => expected === delivered) ? 0 : 1)
