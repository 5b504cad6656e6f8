import { once } from 'node:events'
import { WebSocket } from 'ws'
import type { Larder } from '../support/larder.ts'

/** For the environment of a server whose memory is to be looked into. */
export const INSPECTED = { NODE_OPTIONS: '--inspect=127.0.0.1:0' }

/** Megabytes that the server's JavaScript really holds: what is left after a garbage collection. */
export async function heldMb(larder: Larder): Promise<number> {
  const address = /Debugger listening on (ws:\S+)/.exec(larder.output())?.[1] ?? ''
  const inspector = new WebSocket(address)
  await once(inspector, 'open')
  let id = 0
  const ask = async (method: string, params = {}) => {
    id += 1
    inspector.send(JSON.stringify({ id, method, params }))
    for (;;) {
      const [data] = await once(inspector, 'message')
      const message = JSON.parse(String(data))
      if (message.id === id) return message.result
    }
  }
  await ask('HeapProfiler.collectGarbage')
  await ask('HeapProfiler.collectGarbage')
  const expression = '(({ heapUsed, external }) => heapUsed + external)(process.memoryUsage())'
  const { result } = await ask('Runtime.evaluate', { expression })
  inspector.terminate()
  return result.value / 1e6
}
