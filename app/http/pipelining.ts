import type { Socket } from 'node:net'
import type { Stage } from './stages.ts'

const MOST = 10

/**
 * Browsers wait for an answer before they ask again on a connection. Whoever asks on and on without
 * reading would have all the answers kept for him in our memory.
 */
export function refuseEndlessAsking(): Stage {
  const unanswered = new WeakMap<Socket, number>()
  return ({ socket }, res, next) => {
    const count = (unanswered.get(socket) ?? 0) + 1
    if (count > MOST) return void socket.destroy()
    unanswered.set(socket, count)
    res.once('close', () => unanswered.set(socket, (unanswered.get(socket) ?? 1) - 1))
    next()
  }
}
