// How live events reach 1,000 sockets on 50 lists at 100 changes a second; the same through a bare
// `ws` server, and through our door without domain and database behind it. They take turns.
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { WebSocket } from 'ws'
import { bundled } from './bundled.mjs'

const SOCKETS = 1000
const LISTS = 50
const RATE = 100
/** A minute shows more; a run of everything should not take longer than it must. */
const SECONDS = Number(process.env.FANOUT_SECONDS ?? 12)
const TURNS = 2

const now = () => Number(process.hrtime.bigint()) / 1e6

async function start(kind, { server, folder }) {
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

const KINDS = { bare: 'bare ws', door: 'our door alone', larder: 'door, domain, database' }

export async function measureFanout(folder) {
  mkdirSync(folder, { recursive: true })
  const server = await bundled('fanoutServer.mjs')
  const contests = []
  for (const kind of Object.keys(KINDS)) contests.push(await start(kind, { server, folder }))
  // Warm, before anything is counted.
  for (const contest of contests) {
    await turn(contest, 2)
    Object.assign(contest, { delays: [], delivered: 0, expected: 0 })
  }
  for (let i = 0; i < TURNS; i += 1) for (const contest of contests) await turn(contest, SECONDS / TURNS)
  for (const { child, sockets } of contests) {
    for (const socket of sockets) socket.terminate()
    child.kill()
  }
  const figures = contests.map(inFigures)
  return figures.flatMap(({ kind, p50, p99, lost, rss }) => [
    { what: `${KINDS[kind]}, ms to arrive`, p50, p99, failed: lost, ratio: p50 / figures[0].p50 },
    { what: `${KINDS[kind]}, memory with 1,000 sockets, MB`, value: rss },
  ])
}

function inFigures({ kind, delays, delivered, expected, rss }) {
  delays.sort((a, b) => a - b)
  const at = (share) => delays[Math.floor(delays.length * share)]
  return { kind, p50: at(0.5), p99: at(0.99), lost: expected - delivered, rss: rss.at(-1) }
}
