import { readFileSync } from 'node:fs'
import { readConfig } from '#app/config/config.server.ts'
import { setReceipt } from '#app/domain/receipts/receipts.ts'
import { createLog } from '#app/http/log.ts'
import { createServices } from '#app/services.server.ts'

// Uploads a receipt and kills itself at the given point; used by receipts.crash.test.ts.

const [, , killPoint, userId = '', listId, photo = ''] = process.argv

function killAt(point: string) {
  if (point === killPoint) process.kill(process.pid, 'SIGKILL')
}

// In a function, because the bundle's later modules are not ready before the first ones have run.
async function upload() {
  const services = await createServices(readConfig(), createLog('silent'))
  const { storage, write } = services
  let stored = false

  services.storage = {
    ...storage,
    async put(key, bytes) {
      killAt('before storing the file')
      await storage.put(key, bytes)
      stored = true
      killAt('after storing the file')
    },
  }
  services.write = async (work) => {
    // Counting the attempt is a separate write before the upload.
    if (!stored) return write(work)
    killAt('before the write')
    const result = await write(async (tx) => {
      const result = await work(tx)
      killAt('before the commit')
      return result
    })
    killAt('after the commit')
    return result
  }
  services.events.onEvent(() => killAt('after the event'))

  await setReceipt(services, { id: userId, name: 'Ada', email: '' }, listId, async () => readFileSync(photo))
}

void upload()
