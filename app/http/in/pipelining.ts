import type { ServerResponse } from 'node:http'
import type { Duplex } from 'node:stream'
import type { RequestHandler } from 'express'

const MAX_PENDING = 10
/** Pages take far less; a long download is cut for the requests queued behind it. */
const TIMEOUT = 5_000

const pendingBySocket = new WeakMap<Duplex, Set<ServerResponse>>()

/** Browsers don't pipeline; a client that never reads would have us hold all its responses in memory. */
export const limitPipelining: RequestHandler = ({ socket }, res, next) => {
  const pending = pendingBySocket.get(socket) ?? track(socket)
  if (pending.size >= MAX_PENDING) return void socket.destroy()
  pending.add(res)
  res.once('close', () => pending.delete(res))
  next()
}

function track(socket: Duplex): Set<ServerResponse> {
  const pending = new Set<ServerResponse>()
  pendingBySocket.set(socket, pending)
  socket.once('close', () => setImmediate(closeAll, pending))
  return pending
}

// Node 20 emits 'close' only on the response being sent when a connection ends. Those queued behind it would
// never release what they hold.
function closeAll(pending: Set<ServerResponse>) {
  for (const res of pending) res.destroy()
  setImmediate(() => {
    for (const res of pending) res.emit('close')
  })
}

/**
 * Two writers must never share a socket, and Node crashes (an assertion) when it's handed one that is in use.
 * `except` is a request that will never be complete.
 */
export async function responsesSent(socket: Duplex, except?: ServerResponse): Promise<void> {
  const pending = new Set(pendingBySocket.get(socket))
  if (except) pending.delete(except)
  if (pending.size === 0) return
  const timer = setTimeout(() => socket.destroy(), TIMEOUT)
  await new Promise<void>((resolve) => {
    for (const res of pending) {
      res.once('close', () => {
        pending.delete(res)
        if (pending.size === 0) resolve()
      })
    }
  })
  clearTimeout(timer)
}
