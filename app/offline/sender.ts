import { collide, mayWait } from '#app/acts/acts.ts'
import { MAX_PARALLEL_SENDS, RESEND_OPERATIONS_FOR } from '#app/domain/limitsAndLifetimes.ts'
import { SECOND } from '#app/domain/time.ts'
import { isReply, type Reply } from '#app/protocol/reply.ts'
import { fetchWithin, insteadOfLarder } from './fetchWithin.ts'
import type { Unreached } from './keptDocument.ts'
import type { Answer, Entry } from './schema.ts'

// Several tabs and the service worker may send at once: the server does each operation once, and each of them
// sends dependent entries in order.

const TIMEOUT = 10 * SECOND
/** Browsers refuse longer requests that may survive their page. */
const MAX_KEEPALIVE_LENGTH = 10_000

export type Result =
  | { type: 'done'; reply: Extract<Reply, { ok: true }> }
  | { type: 'refused'; answer: Answer }
  | { type: 'signedOut' }
  | { type: 'later'; wait: number; answer: Answer }
  | { type: 'unreachable'; reach: Unreached }
  | { type: 'gone' }

/** Without a text: answerText.ts writes it in the reader's language. */
const TOO_OLD: Answer = { status: 0, code: 'too-old', message: '' }

async function send(entry: Entry, noteSending: Outbox['noteSending']): Promise<Result> {
  const wasSent = entry.state === 'sending'
  if (wasSent && Date.now() - entry.at > RESEND_OPERATIONS_FOR) return { type: 'refused', answer: TOO_OLD }
  try {
    if (!wasSent && !(await noteSending(entry))) return { type: 'gone' }
    const body = String(new URLSearchParams(Object.entries({ ...entry.fields, op: entry.op })))
    const init: RequestInit = {
      method: 'POST',
      body,
      headers: {
        Accept: 'application/json',
        'Content-Type': 'application/x-www-form-urlencoded',
        ...(entry.account && { 'X-Larder-Account': entry.account }),
      },
      redirect: 'manual',
      keepalive: body.length < MAX_KEEPALIVE_LENGTH,
    }
    // What can't wait has only this try.
    return await fetchWithin(mayWait(entry) ? TIMEOUT : 6 * TIMEOUT, entry.path, init, async (response) =>
      resultOf(response, await response.text()),
    )
  } catch {
    return { type: 'unreachable', reach: false }
  }
}

function resultOf({ status, headers }: Response, text: string): Result {
  const reply = replyIn(text)
  if (!reply) return { type: 'unreachable', reach: insteadOfLarder({ status }) }
  if (reply.ok) return { type: 'done', reply }
  const { ok: _, ...answer } = reply
  if (status === 401) return { type: 'signedOut' }
  if (status === 408 || status === 429 || status >= 500) {
    const seconds = Number(headers.get('Retry-After')) || 5
    return { type: 'later', wait: Math.min(seconds, 60) * SECOND, answer }
  }
  return { type: 'refused', answer }
}

/** Anything but Larder's JSON comes from a proxy or a captive portal. */
function replyIn(text: string): Reply | undefined {
  try {
    const body: unknown = JSON.parse(text)
    if (!isReply(body)) return undefined
    return body.ok === true || (body.ok === false && typeof body.message === 'string') ? body : undefined
  } catch {
    return undefined
  }
}

interface Outbox {
  read(): Entry[]
  /** From then on, the server may have the entry. False if it is gone. */
  noteSending(entry: Entry): Promise<boolean>
  onResult(entry: Entry, result: Result): void | Promise<void>
}

export function createSender({ read, noteSending, onResult }: Outbox) {
  const running = new Set<number>()
  let onIdle: (() => void)[] = []

  async function run(entry: Entry) {
    running.add(entry.seq)
    const result = await send(entry, noteSending)
    await onResult(entry, result)
    running.delete(entry.seq)
    if (['done', 'refused', 'gone'].includes(result.type)) pump()
    if (running.size > 0) return
    for (const done of onIdle) done()
    onIdle = []
  }

  function pump() {
    const waiting = read().filter(({ state }) => state !== 'refused')
    for (const [index, entry] of waiting.entries()) {
      if (running.size >= MAX_PARALLEL_SENDS) return
      const isNext = !waiting.slice(0, index).some((before) => collide(before, entry))
      if (isNext && !running.has(entry.seq)) void run(entry)
    }
  }

  return {
    pump,
    idle: () =>
      running.size === 0 ? Promise.resolve() : new Promise<void>((resolve) => onIdle.push(resolve)),
  }
}
