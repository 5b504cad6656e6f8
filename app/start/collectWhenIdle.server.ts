import type { Server } from 'node:http'
import { Session } from 'node:inspector/promises'
import { SECOND } from '#app/domain/time.ts'

/** A household's server waits for most of the day, and a collection takes as long as a few pages. */
const IDLE_AFTER = 30 * SECOND

/** V8 would keep the room for new objects that the last busy moment needed. */
export function collectWhenIdle(server: Pick<Server, 'on'>): void {
  const timer = setTimeout(() => void collect(), IDLE_AFTER).unref()
  server.on('request', () => timer.refresh())
}

/** Only the inspector's collection makes that room smaller: `gc()` does not. */
async function collect(): Promise<void> {
  const session = new Session()
  session.connect()
  await session.post('HeapProfiler.collectGarbage').finally(() => session.disconnect())
}
