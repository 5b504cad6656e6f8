import type { ServerResponse } from 'node:http'
import type { Duplex } from 'node:stream'
import type { Stage } from './stages.ts'

const MOST = 10
/** Pages are done in far less; a long download gives way to what was sent behind it. */
const PATIENCE = 5_000

const unanswered = new WeakMap<Duplex, Set<ServerResponse>>()

/**
 * Browsers wait for a response before they send the next request on a connection. A client that goes
 * on sending without reading would have all the responses kept in our memory.
 */
export const limitPipelining: Stage = ({ socket }, res, next) => {
  const open = unanswered.get(socket) ?? openOn(socket)
  if (open.size >= MOST) return void socket.destroy()
  open.add(res)
  res.once('close', () => open.delete(res))
  next()
}

function openOn(socket: Duplex): Set<ServerResponse> {
  const open = new Set<ServerResponse>()
  unanswered.set(socket, open)
  socket.once('close', () => setImmediate(closeAll, open))
  return open
}

/**
 * Older versions of Node tell only the response that is being sent that its connection is gone. Those behind
 * it would never let go of what they hold: memory, a turn, a place.
 */
function closeAll(open: Set<ServerResponse>) {
  for (const res of open) res.destroy()
  setImmediate(() => {
    for (const res of open) res.emit('close')
  })
}

/**
 * Resolves once the requests of a connection have their responses (except one that will never be
 * complete): two things must never write to a socket at once, and Node itself gives up (an assertion)
 * when it is handed a socket in use. A connection on which that takes too long is cut.
 */
export async function answered(socket: Duplex, except?: ServerResponse): Promise<void> {
  const open = new Set(unanswered.get(socket))
  if (except) open.delete(except)
  if (open.size === 0) return
  const timer = setTimeout(() => socket.destroy(), PATIENCE)
  await new Promise<void>((resolve) => {
    for (const res of open) {
      res.once('close', () => {
        open.delete(res)
        if (open.size === 0) resolve()
      })
    }
  })
  clearTimeout(timer)
}
