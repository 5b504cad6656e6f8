import { readFileSync } from 'node:fs'
import { readConfig } from '#app/config.server.ts'
import { setReceipt } from '#app/domain/receipts.ts'
import { createLog } from '#app/http/log.ts'
import { createServices } from '#app/services.server.ts'

// A program that uploads a receipt and is killed at one point of it: see receipts.crash.test.ts.

const [, , point, userId = '', listId, photo = ''] = process.argv

function here(name: string) {
  if (name === point) process.kill(process.pid, 'SIGKILL')
}

const services = createServices(readConfig(), createLog('silent'))
const { storage, write } = services
let filed = false

services.storage = {
  ...storage,
  async put(key, bytes) {
    here('before the file')
    await storage.put(key, bytes)
    filed = true
    here('after the file')
  },
  async delete(key) {
    here('before the old file goes')
    await storage.delete(key)
    here('after the old file went')
  },
}
services.write = async (work) => {
  // Counting the attempt is a write of its own, before all this.
  if (!filed) return write(work)
  here('before the row')
  const answer = await write(async (tx) => {
    const answer = await work(tx)
    here('before the commit')
    return answer
  })
  here('after the commit')
  return answer
}
services.events.onEvent(() => here('after the event'))

await setReceipt(services, { id: userId, name: 'Ada', email: '' }, listId, async () => readFileSync(photo))
