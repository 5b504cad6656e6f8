import { onTestFinished } from 'vitest'
import { WebSocket } from 'ws'
import type { Person } from './people.ts'

/** A WebSocket like that of an open list page; resolves when it is subscribed. */
export function subscribe(url: string, { cookie, listId }: Person) {
  const socket = new WebSocket(`${url.replace('http', 'ws')}/ws`, {
    headers: { Cookie: `session=${cookie}` },
  })
  onTestFinished(() => socket.terminate())
  const closed = new Promise<number>((resolve) => socket.once('close', resolve))
  return new Promise<{ closed: Promise<number>; disconnect(): void }>((resolve, reject) => {
    socket.once('error', reject)
    socket.once('open', () => socket.send(JSON.stringify({ type: 'subscribe', listID: listId })))
    socket.once('message', () => resolve({ closed, disconnect: () => socket.close() }))
  })
}
