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
/** After its start, the server still loads what it doesn't need at once. */
const START_TAKES = 4000

export async function measureMemory(dataDir) {
  await prepare(root, dataDir)
  const people = fill(join(dataDir, 'larder.db'), { people: 1000, itemsEach: 60 })
  const { url, rss, stop } = await startLarder(dataDir, { LOG_LEVEL: 'warn' })
  try {
    await pause(START_TAKES)
    const idle = rss()
    const { non2xx, errors } = await autocannon({
      url,
      connections: 10,
      amount: PAGES,
      requests: round(people, KINDS.page.of),
    })
    return [
      { name: 'memory idle, MB', ...maxGoal(idle, 102) },
      {
        name: `memory after ${PAGES} pages of 60 items, MB`,
        failed: non2xx + errors,
        ...maxGoal(rss(), 170),
      },
    ]
  } finally {
    await stop()
  }
}
