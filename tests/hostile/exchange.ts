import { connect } from 'node:net'
import { hostile, type TestUser } from './requests.ts'

/** Requests per user, few enough to stay below the rate limits. */
const EACH = 50
const AT_ONCE = 8

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

interface Run {
  port: number
  seed: number
  first: number
  last: number
  addUser(): TestUser | Promise<TestUser>
}

/** Sends the requests with these numbers, and returns the statuses of the responses and what is wrong with them. */
export async function sendHostile({ port, seed, first, last, addUser }: Run) {
  const statuses = new Map<string, number>()
  const problems: string[] = []
  let user = await addUser()
  let next = first
  const worker = async () => {
    while (next < last) {
      const n = next++
      if (n % EACH === 0) user = await addUser()
      const sent = hostile(seed, n, user)
      const received = (await exchange(port, sent)).replace(/^HTTP\/1.1 100 Continue\r\n\r\n/, '')
      const status = received.split(' ', 2)[1] ?? 'none'
      statuses.set(status, (statuses.get(status) ?? 0) + 1)
      const wrong = problemIn(sent, received)
      if (wrong) problems.push(`request ${n} ${wrong}: ${sent.toString('latin1', 0, 300)}`)
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, worker))
  return { statuses, problems }
}
