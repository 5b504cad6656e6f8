import { readdirSync, readFileSync, statSync } from 'node:fs'
import { connect, type Socket } from 'node:net'
import { expect, test } from 'vitest'
import { temporaryFolder } from '#tests/support/services.ts'
import { size } from '#tests/support/size.ts'
import { createClient } from './support/client.ts'
import { makePeople, type Person } from './support/people.ts'
import { quantile } from './support/quantile.ts'
import { report } from './support/random.ts'
import { startServer } from './support/server.ts'

const SLOW = size('TORTURE_SLOW_CLIENTS', { short: 60, full: 500 })
const REQUESTS = size('TORTURE_OTHER_REQUESTS', { short: 40, full: 1_000 })
const WITHIN = size('TORTURE_SLOW_MS', { short: 20_000, full: 500 })

// ASVS 2.4.1
test('clients that send or read slowly do not slow down others', async () => {
  const dataDir = temporaryFolder()
  const people = makePeople(dataDir, 20)
  const [slow, ...others] = people
  if (!slow) throw new Error('no such user')
  const server = await startServer(dataDir)
  const client = createClient(server.url)
  // Warm-up, so that growth afterwards comes from the slow clients.
  for (const person of people) await client.get(`/single-list?listID=${person.listId}`, person)
  const before = megabytesOf(server.process.pid)
  const sockets = await Promise.all(Array.from({ length: SLOW }, () => openSocket(server.url)))
  const inputs = sockets.map((_, n) => slowInput(n % 5, slow))
  let at = 0
  // Each sends one more character; no request is ever complete.
  const drip = setInterval(() => {
    for (const [n, socket] of sockets.entries()) {
      const next = inputs[n]?.[at]
      if (next && !socket.destroyed) socket.write(next)
    }
    at += 1
  }, 200)
  const times: number[] = []
  for (let n = 0; n < REQUESTS; n += 1) {
    const person = others[n % others.length]
    if (!person) throw new Error('no such user')
    const { status, ms } = await client.get(`/single-list?listID=${person.listId}`, person)
    expect(status).toBe(200)
    times.push(ms)
  }
  clearInterval(drip)
  const after = megabytesOf(server.process.pid)
  const open = sockets.filter((socket) => !socket.destroyed).length
  for (const socket of sockets) socket.destroy()
  client.close()
  expect(await server.stop()).toBe(0)
  const p99 = quantile(times, 0.99)
  report('slow clients', {
    slow: SLOW,
    'still open': open,
    requests: REQUESTS,
    'MB before': Math.round(before),
    'MB after': Math.round(after),
    'median in ms': Math.round(quantile(times, 0.5)),
    'p99 in ms': Math.round(p99),
  })
  expect(p99).toBeLessThan(WITHIN)
  // Partial requests and unread responses must not accumulate.
  expect(after - before).toBeLessThan(200)
})

const ASSETS = 'build/client/assets'

/** Much larger than the socket buffers of the operating system. */
function largestAsset(): string {
  const names = readdirSync(ASSETS).filter((name) => name.endsWith('.js'))
  const [largest] = names.sort((a, b) => statSync(`${ASSETS}/${b}`).size - statSync(`${ASSETS}/${a}`).size)
  return `/assets/${largest}`
}

function megabytesOf(pid = 0): number {
  return Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1024
}

/** An endless request line, header, form or photo, or large requests whose responses are never read. */
function slowInput(kind: number, person: Person): string[] {
  const head = `Host: larder\r\nCookie: session=${person.cookie}\r\n`
  if (kind === 0) return [...`GET /${'a'.repeat(5000)}`]
  if (kind === 1) return [...`GET / HTTP/1.1\r\n${head}X-Slow: ${'a'.repeat(5000)}`]
  if (kind === 2) {
    const form = `${head}Content-Type: application/x-www-form-urlencoded\r\nContent-Length: 60000\r\n\r\n`
    return [`POST /single-list?listID=${person.listId} HTTP/1.1\r\n${form}`, ...'name='.padEnd(5000, 'a')]
  }
  if (kind === 3) {
    const photo = `${head}Content-Type: multipart/form-data; boundary=x\r\nContent-Length: 5000000\r\n\r\n--x\r\n`
    return [`POST /add-receipt/${person.listId} HTTP/1.1\r\n${photo}`, ...'a'.repeat(5000)]
  }
  return [`GET ${largestAsset()} HTTP/1.1\r\n${head}\r\n`.repeat(10)]
}

function openSocket(url: string): Promise<Socket> {
  const { hostname, port } = new URL(url)
  return new Promise((resolve, reject) => {
    const socket = connect(Number(port), hostname, () => resolve(socket.pause()))
    socket.once('error', reject)
    socket.on('error', () => {})
  })
}
