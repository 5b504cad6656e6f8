import { connect } from 'node:net'
import { expect, test } from 'vitest'
import { startLarder } from '../support/larder.ts'
import { hostile } from './requests.ts'
import { addSomebody, residentMb } from './somebody.ts'

// More by hand: HOSTILE_REQUESTS=10000 HOSTILE_SEED=7 npx vitest run tests/hostile
const COUNT = Number(process.env.HOSTILE_REQUESTS ?? 500)
const SEED = Number(process.env.HOSTILE_SEED ?? 1)
/** So many come from one person, before the limits would answer instead of what is behind them. */
const EACH = 50
const AT_ONCE = 8
/** Seen: about 240 after 10,000, and no more after 30,000. */
const MOST_MB = 350

/** Everything that comes back until the server closes; nothing, when it closes without a word. */
function exchange(port: number, bytes: Buffer): Promise<string> {
  return new Promise((resolve) => {
    const socket = connect({ port, host: 'localhost', allowHalfOpen: true })
    let received = ''
    socket.setEncoding('latin1')
    socket.on('data', (chunk) => {
      received += chunk
    })
    // A reset is an answer, too: many a request deserves none.
    socket.on('error', () => resolve(received))
    socket.on('close', () => resolve(received))
    socket.on('end', () => socket.destroy())
    socket.end(bytes)
  })
}

/** What must never come back, whatever was sent. */
function complaint(sent: Buffer, received: string): string | undefined {
  const [head = '', body = ''] = received.split('\r\n\r\n', 2)
  const status = Number(head.split(' ', 2)[1])
  if (status >= 500) return `answered ${status}`
  if (/\n\s+at .+:\d+:\d+|node_modules/.test(body)) return 'shows a stack'
  const [, path = ''] = sent.toString('latin1', 0, 200).split(' ', 2)
  if (path.startsWith('/api/v1/') && /content-type: text\/html/i.test(head)) return 'answers HTML'
  return undefined
}

test(`${COUNT} malformed requests (seed ${SEED}): no failure of ours, and nobody is worse off`, {
  timeout: 60_000 + COUNT * 60,
}, async () => {
  const { larder, server, stop } = await startLarder({ LOG_LEVEL: 'warn' })
  const port = Number(new URL(larder.url).port)
  const statuses = new Map<string, number>()
  const complaints: string[] = []
  let who = addSomebody(larder)
  const ask = async (n: number) => {
    if (n % EACH === 0) who = addSomebody(larder)
    const sent = hostile(SEED, n, who)
    const received = (await exchange(port, sent)).replace(/^HTTP\/1.1 100 Continue\r\n\r\n/, '')
    const status = received.split(' ', 2)[1] ?? 'none'
    statuses.set(status, (statuses.get(status) ?? 0) + 1)
    const wrong = complaint(sent, received)
    if (wrong) complaints.push(`request ${n} ${wrong}: ${sent.toString('latin1', 0, 300)}`)
  }
  try {
    // The first ones make the process as large as it is when it works.
    for (let n = 0; n < 50; n++) await ask(n)
    const before = residentMb(server.pid)
    let next = 50
    const worker = async () => {
      while (next < COUNT) await ask(next++)
    }
    await Promise.all(Array.from({ length: AT_ONCE }, worker))
    const after = residentMb(server.pid)
    process.stdout.write(
      `${COUNT} requests: ${[...statuses]
        .sort()
        .map(([status, n]) => `${n} × ${status}`)
        .join(', ')}; ` + `memory ${Math.round(before)} → ${Math.round(after)} MB\n`,
    )
    expect(complaints).toEqual([])
    expect((await fetch(`${larder.url}/livez`)).status).toBe(200)
    expect((await fetch(`${larder.url}/readyz`)).status).toBe(200)
    expect(server.exitCode).toBeNull()
    expect(larder.output()).not.toMatch(/"level":"(?:error|fatal)"/)
    expect(after).toBeLessThan(MOST_MB)
  } finally {
    await stop()
  }
})
