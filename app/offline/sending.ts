import { collide } from '#app/acts/acts.ts'
import { RESEND_OPERATIONS_FOR } from '#app/domain/limits.ts'
import { SECOND } from '#app/domain/time.ts'
import { days } from '#app/messages/format.ts'
import type { Reply } from '#app/protocol/reply.ts'
import type { Answer, Entry } from './schema.ts'

// Sends the outbox. Several tabs and the service worker may do so at once: the server does each operation once, and
// everybody sends what belongs together in order, the next after the answer to the one before.

const TIMEOUT = 10 * SECOND
const MAX_PARALLEL = 6
/** Browsers refuse longer ones that may survive their page. */
const MAX_KEEPALIVE_LENGTH = 10_000

export type Result =
  | { type: 'done'; reply: Extract<Reply, { ok: true }> }
  | { type: 'refused'; answer: Answer }
  /** Somebody else is signed in, or nobody. */
  | { type: 'signedOut' }
  /** The server is busy. */
  | { type: 'later'; wait: number }
  | { type: 'unreachable' }
  /** Somebody took it back elsewhere, or sent it. */
  | { type: 'gone' }

const TOO_OLD: Answer = {
  status: 0,
  code: 'too-old',
  message: `This change is more than ${days(RESEND_OPERATIONS_FOR)} old. It may have been saved then.`,
}

async function send(entry: Entry, noteSending: Outbox['noteSending']): Promise<Result> {
  const wasSent = entry.state === 'sending'
  if (wasSent && Date.now() - entry.at > RESEND_OPERATIONS_FOR) return { type: 'refused', answer: TOO_OLD }
  const controller = new AbortController()
  const timer = setTimeout(() => controller.abort(), TIMEOUT)
  try {
    if (!wasSent && !(await noteSending(entry))) return { type: 'gone' }
    const body = String(new URLSearchParams(Object.entries({ ...entry.fields, op: entry.op })))
    const response = await fetch(entry.path, {
      method: 'POST',
      body,
      headers: {
        Accept: 'application/json',
        'Content-Type': 'application/x-www-form-urlencoded',
        'X-Larder-Account': entry.account,
      },
      // Larder's replies never redirect.
      redirect: 'manual',
      keepalive: body.length < MAX_KEEPALIVE_LENGTH,
      signal: controller.signal,
    })
    return resultOf(response, await response.json())
  } catch {
    return { type: 'unreachable' }
  } finally {
    clearTimeout(timer)
  }
}

/** Anything else than Larder's JSON comes from something in between. */
function resultOf({ status, headers }: Response, body: unknown): Result {
  if (typeof body !== 'object' || body === null || !('ok' in body)) return { type: 'unreachable' }
  const reply = body as Reply
  if (reply.ok === true) return { type: 'done', reply }
  if (reply.ok !== false || typeof reply.message !== 'string') return { type: 'unreachable' }
  if (status === 401) return { type: 'signedOut' }
  if (status === 408 || status === 429 || status >= 500) {
    const seconds = Number(headers.get('Retry-After')) || 5
    return { type: 'later', wait: Math.min(seconds, 60) * SECOND }
  }
  const { ok: _, ...answer } = reply
  return { type: 'refused', answer }
}

interface Outbox {
  /** In the order of the acts. */
  read(): Entry[]
  /** Before an entry is sent for the first time. From then on, the server may have it. False if it is gone. */
  noteSending(entry: Entry): Promise<boolean>
  /** Must take an entry that is done or gone out of the ones to read. */
  onResult(entry: Entry, result: Result): void
}

export function createSender({ read, noteSending, onResult }: Outbox) {
  const running = new Set<number>()
  let onIdle: (() => void)[] = []

  async function run(entry: Entry) {
    running.add(entry.seq)
    const result = await send(entry, noteSending)
    running.delete(entry.seq)
    onResult(entry, result)
    if (['done', 'refused', 'gone'].includes(result.type)) pump()
    if (running.size > 0) return
    for (const done of onIdle) done()
    onIdle = []
  }

  /** Sends what can be sent now, and after each answer what had to wait for it. */
  function pump() {
    const waiting = read().filter(({ state }) => state !== 'refused')
    for (const [index, entry] of waiting.entries()) {
      if (running.size >= MAX_PARALLEL) return
      const isNext = !waiting.slice(0, index).some((before) => collide(before, entry))
      if (isNext && !running.has(entry.seq)) void run(entry)
    }
  }

  return {
    pump,
    /** Resolves when nothing is on its way. */
    idle: () =>
      running.size === 0 ? Promise.resolve() : new Promise<void>((resolve) => onIdle.push(resolve)),
  }
}
