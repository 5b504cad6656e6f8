import { connect } from 'node:net'
import { expect, test } from 'vitest'
import { startLarder } from '../support/larder.ts'
import { residentMb } from './memory.ts'
import { hostile } from './requests.ts'
import { addTestUser } from './testUser.ts'

// A longer run: HOSTILE_REQUESTS=10000 HOSTILE_SEED=7 npx vitest run tests/hostile
const COUNT = Number(process.env.HOSTILE_REQUESTS ?? 500)
const SEED = Number(process.env.HOSTILE_SEED ?? 1)
/** Requests per user, few enough to stay below the rate limits. */
const EACH = 50
const AT_ONCE = 8
/** Measured: about 240 after 10,000 requests and the same after 30,000. */
const MOST_MB = 350

/** Everything received until the server closes the connection, which can be nothing. */
function exchange(port: number, bytes: Buffer): Promise<string> {
  return new Promise((resolve) => {
    const socket = connect({ port, host: 'localhost', allowHalfOpen: true })
    let received = ''
    socket.setEncoding('latin1')
    socket.on('data', (chunk) => {
      received += chunk
    })
    // A reset is fine: some requests get no response.
    socket.on('error', () => resolve(received))
    socket.on('close', () => resolve(received))
    socket.on('end', () => socket.destroy())
    socket.end(bytes)
  })
}

/** Describes a response that no request may get. */
function problemIn(sent: Buffer, received: string): string | undefined {
  const [head = '', body = ''] = received.split('\r\n\r\n', 2)
  const status = Number(head.split(' ', 2)[1])
  if (status >= 500) return `returned ${status}`
  if (/\n\s+at .+:\d+:\d+|node_modules/.test(body)) return 'shows a stack trace'
  const [, path = ''] = sent.toString('latin1', 0, 200).split(' ', 2)
  if (path.startsWith('/api/v1/') && /content-type: text\/html/i.test(head)) return 'returns HTML'
  return undefined
}

test(`${COUNT} malformed requests (seed ${SEED}) cause no server errors, and memory stays bounded`, {
  timeout: 60_000 + COUNT * 60,
}, async () => {
  const { larder, server, stop } = await startLarder({ LOG_LEVEL: 'warn' })
  const port = Number(new URL(larder.url).port)
  const statuses = new Map<string, number>()
  const problems: string[] = []
  let user = addTestUser(larder)
  const send = async (n: number) => {
    if (n % EACH === 0) user = addTestUser(larder)
    const sent = hostile(SEED, n, user)
    const received = (await exchange(port, sent)).replace(/^HTTP\/1.1 100 Continue\r\n\r\n/, '')
    const status = received.split(' ', 2)[1] ?? 'none'
    statuses.set(status, (statuses.get(status) ?? 0) + 1)
    const wrong = problemIn(sent, received)
    if (wrong) problems.push(`request ${n} ${wrong}: ${sent.toString('latin1', 0, 300)}`)
  }
  try {
    // The first requests warm the process up.
    for (let n = 0; n < 50; n++) await send(n)
    const before = residentMb(server.pid)
    let next = 50
    const worker = async () => {
      while (next < COUNT) await send(next++)
    }
    await Promise.all(Array.from({ length: AT_ONCE }, worker))
    const after = residentMb(server.pid)
    process.stdout.write(
      `${COUNT} requests: ${[...statuses]
        .sort()
        .map(([status, n]) => `${n} × ${status}`)
        .join(', ')}; ` + `memory ${Math.round(before)} → ${Math.round(after)} MB\n`,
    )
    expect(problems).toEqual([])
    expect((await fetch(`${larder.url}/livez`)).status).toBe(200)
    expect((await fetch(`${larder.url}/readyz`)).status).toBe(200)
    expect(server.exitCode).toBeNull()
    expect(larder.output()).not.toMatch(/"level":"(?:error|fatal)"/)
    expect(after).toBeLessThan(MOST_MB)
  } finally {
    await stop()
  }
})
