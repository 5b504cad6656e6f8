// Memory before the first page and after many.
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import autocannon from 'autocannon'
import { root } from '../scripts/lib/steps.mjs'
import { prepare } from './cpu.mjs'
import { fill } from './data.mjs'
import { KINDS } from './kinds.mjs'
import { round } from './load.mjs'
import { startLarder } from './servers.mjs'
import { maxGoal } from './table.mjs'

const PAGES = 20_000
/** After that long without a request, the server gives back what it has no use for. */
const IDLE_AFTER = 31_000

export async function measureMemory(dataDir) {
  await prepare(root, dataDir)
  const people = fill(join(dataDir, 'larder.db'), { people: 1000, itemsEach: 60 })
  const { url, rss, stop } = await startLarder(dataDir, { LOG_LEVEL: 'warn' })
  try {
    await pause(IDLE_AFTER)
    const idle = rss()
    const { non2xx, errors } = await autocannon({
      url,
      connections: 10,
      amount: PAGES,
      requests: round(people, KINDS.page.of),
    })
    const busy = rss()
    await pause(IDLE_AFTER)
    return [
      { name: 'memory idle, MB', ...maxGoal(idle, 95) },
      {
        name: `memory after ${PAGES} pages of 60 items, MB`,
        failed: non2xx + errors,
        ...maxGoal(busy, 170),
      },
      { name: 'memory half a minute later, MB', value: rss() },
    ]
  } finally {
    await stop()
  }
}
