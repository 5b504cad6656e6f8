import type { Server } from 'node:http'
import { SECOND } from '#app/domain/time.ts'

/** A household's server waits for most of the day, and a collection takes as long as a few pages. */
const IDLE_AFTER = 30 * SECOND

/** V8 would keep the room for new objects that the last busy moment needed. */
export function collectWhenIdle(server: Pick<Server, 'on'>): void {
  const timer = setTimeout(() => void collect().catch(() => {}), IDLE_AFTER).unref()
  server.on('request', () => timer.refresh())
}

/** Only the inspector's collection makes that room smaller: `gc()` does not. Some builds of Node have no inspector. */
async function collect(): Promise<void> {
  const { Session } = await import('node:inspector/promises')
  const session = new Session()
  session.connect()
  await session.post('HeapProfiler.collectGarbage').finally(() => session.disconnect())
}
