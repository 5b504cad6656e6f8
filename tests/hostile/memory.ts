import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { WebSocket } from 'ws'
import type { Larder } from '../support/larder.ts'

/** Environment for a server whose memory will be inspected. */
export const INSPECTED = { NODE_OPTIONS: '--inspect=127.0.0.1:0' }

/** Megabytes that the server's JavaScript holds after a garbage collection. */
export async function heldMb(larder: Larder): Promise<number> {
  const address = /Debugger listening on (ws:\S+)/.exec(larder.output())?.[1] ?? ''
  const inspector = new WebSocket(address)
  await once(inspector, 'open')
  let id = 0
  const call = async (method: string, params = {}) => {
    id += 1
    inspector.send(JSON.stringify({ id, method, params }))
    for (;;) {
      const [data] = await once(inspector, 'message')
      const message = JSON.parse(String(data))
      if (message.id === id) return message.result
    }
  }
  await call('HeapProfiler.collectGarbage')
  await call('HeapProfiler.collectGarbage')
  const expression = '(({ heapUsed, external }) => heapUsed + external)(process.memoryUsage())'
  const { result } = await call('Runtime.evaluate', { expression })
  inspector.terminate()
  return result.value / 1e6
}

export function residentMb(pid: number | undefined): number {
  const [, kb] = /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? []
  return Number(kb) / 1024
}
