import { setTimeout as wait } from 'node:timers/promises'
import { onTestFinished } from 'vitest'
import { WebSocket } from 'ws'
import type { Person } from './people.ts'

const RECONNECT_PAUSE = 100

/** An open list page: it reconnects like the browser's script and knows the newest revision it was told. */
export class Follower {
  revision = 0
  /** How long each reconnection took, from the lost connection to the subscription. */
  readonly reconnections: number[] = []
  /** When each revision arrived. */
  readonly arrivals = new Map<number, number>()
  private socket: WebSocket | undefined
  private stopped = false
  private readonly url: string
  private readonly person: Person

  constructor(url: string, person: Person) {
    this.url = `${url.replace('http', 'ws')}/ws`
    this.person = person
    onTestFinished(() => this.stop())
  }

  /** Resolves when the page is subscribed. */
  async start(): Promise<void> {
    let lostAt = performance.now()
    const isFirst = this.socket === undefined
    for (;;) {
      const socket = new WebSocket(this.url, { headers: { Cookie: `session=${this.person.cookie}` } })
      this.socket = socket
      const subscribed = new Promise<boolean>((resolve) => {
        socket.once('close', () => resolve(false))
        socket.on('error', () => resolve(false))
        socket.on('open', () =>
          socket.send(JSON.stringify({ type: 'subscribe', listID: this.person.listId })),
        )
        socket.on('message', (data) => {
          const message = JSON.parse(String(data)) as { type: string; revision: number }
          this.arrivals.set(message.revision, performance.now())
          this.revision = Math.max(this.revision, message.revision)
          if (message.type === 'subscribed') resolve(true)
        })
      })
      if (await subscribed) break
      if (this.stopped) return
      await wait(RECONNECT_PAUSE)
    }
    if (!isFirst) this.reconnections.push(performance.now() - lostAt)
    this.socket?.once('close', () => {
      lostAt = performance.now()
      if (!this.stopped) void this.start()
    })
  }

  stop(): void {
    this.stopped = true
    this.socket?.terminate()
  }
}
