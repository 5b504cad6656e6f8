// Delivery of live events to 1,000 sockets on 50 lists with 100 changes per second: Larder, Larder's socket layer
// without domain and database, and a minimal `ws` server. They are measured in turns.
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { WebSocket } from 'ws'
import { bundled } from './bundled.mjs'

const SOCKETS = 1000
const LISTS = 50
const RATE = 100
/** Short by default; set FANOUT_SECONDS=60 for a more reliable result. */
const SECONDS = Number(process.env.FANOUT_SECONDS ?? 12)
const ROUNDS = 2

const now = () => Number(process.hrtime.bigint()) / 1e6

async function start(kind, { server, folder }) {
  const child = fork(server, [kind, LISTS, RATE, join(folder, kind)])
  const [ready] = await once(child, 'message')
  const arrived = new Map()
  const sockets = await Promise.all(
    Array.from({ length: SOCKETS }, (_, i) => connect(ready, ready.lists[i % LISTS], arrived)),
  )
  return { kind, child, sockets, arrived, rss: [ready.rss], delays: [], delivered: 0, expected: 0 }
}

async function connect({ port }, { listID, cookie }, arrived) {
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

async function measure(candidate, seconds) {
  candidate.arrived.clear()
  candidate.child.send({ seconds })
  const [{ started, rss }] = await once(candidate.child, 'message')
  candidate.rss.push(rss)
  for (const [listID, revision, at] of started) {
    const times = candidate.arrived.get(`${listID} ${revision}`) ?? []
    candidate.expected += SOCKETS / LISTS
    candidate.delivered += times.length
    for (const time of times) candidate.delays.push(time - at)
  }
}

const KINDS = {
  bare: 'minimal ws server',
  socket: 'socket layer only',
  larder: 'socket layer, domain and database',
}

export async function measureFanout(folder) {
  mkdirSync(folder, { recursive: true })
  const server = await bundled('fanoutServer.mjs')
  const candidates = []
  for (const kind of Object.keys(KINDS)) candidates.push(await start(kind, { server, folder }))
  // Warm-up
  for (const candidate of candidates) {
    await measure(candidate, 2)
    Object.assign(candidate, { delays: [], delivered: 0, expected: 0 })
  }
  for (let i = 0; i < ROUNDS; i += 1) {
    for (const candidate of candidates) await measure(candidate, SECONDS / ROUNDS)
  }
  for (const { child, sockets } of candidates) {
    for (const socket of sockets) socket.terminate()
    child.kill()
  }
  const results = candidates.map(summarize)
  return results.flatMap(({ kind, p50, p99, lost, rss }) => [
    { name: `${KINDS[kind]}, delivery in ms`, p50, p99, failed: lost, ratio: p50 / results[0].p50 },
    { name: `${KINDS[kind]}, memory with 1,000 sockets, MB`, value: rss },
  ])
}

function summarize({ kind, delays, delivered, expected, rss }) {
  delays.sort((a, b) => a - b)
  const at = (share) => delays[Math.floor(delays.length * share)]
  return { kind, p50: at(0.5), p99: at(0.99), lost: expected - delivered, rss: rss.at(-1) }
}
