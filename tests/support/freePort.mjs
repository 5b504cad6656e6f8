import { once } from 'node:events'
import { createServer } from 'node:net'

// Below the ports that systems give to connections and to servers without a port of their own, so that nobody takes it
// before the test does.
const FIRST = 15_000
const LAST = 30_000

/** A free port of this machine, also for a server that is started again. */
export async function freePort() {
  for (;;) {
    const port = FIRST + Math.floor(Math.random() * (LAST - FIRST))
    if (await isFree(port)) return port
  }
}

async function isFree(port) {
  const server = createServer()
  try {
    await once(server.listen(port, '127.0.0.1'), 'listening')
  } catch {
    return false
  }
  await once(server.close(), 'close')
  return true
}
