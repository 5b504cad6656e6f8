import { expect, test } from 'vitest'
import { startLarder } from '../support/larder.ts'
import { size } from '../support/size.ts'
import { sendHostile } from './exchange.ts'
import { residentMb } from './memory.ts'
import { addTestUser } from './testUser.ts'

// HOSTILE_SEED=7 sends other requests.
const COUNT = size('HOSTILE_REQUESTS', { short: 100, full: 10_000 })
const SEED = Number(process.env.HOSTILE_SEED ?? 1)
/** Measured: about 240 after 10,000 requests and the same after 30,000. */
const MOST_MB = 350

// ASVS 2.2.1
test(`${COUNT} malformed requests (seed ${SEED}) cause no server errors, and memory stays bounded`, {
  timeout: 60_000 + COUNT * 60,
}, async () => {
  const { larder, server, stop } = await startLarder({ LOG_LEVEL: 'warn' })
  const port = Number(new URL(larder.url).port)
  const run = { port, seed: SEED, addUser: () => addTestUser(larder) }
  try {
    // The first requests warm the process up.
    const first = await sendHostile({ ...run, first: 0, last: 50 })
    const before = residentMb(server.pid)
    const rest = await sendHostile({ ...run, first: 50, last: COUNT })
    const after = residentMb(server.pid)
    process.stdout.write(
      `${COUNT - 50} requests: ${[...rest.statuses]
        .sort()
        .map(([status, n]) => `${n} × ${status}`)
        .join(', ')}; ` + `memory ${Math.round(before)} → ${Math.round(after)} MB\n`,
    )
    expect([...first.problems, ...rest.problems]).toEqual([])
    expect((await fetch(`${larder.url}/livez`)).status).toBe(200)
    expect((await fetch(`${larder.url}/readyz`)).status).toBe(200)
    expect(server.exitCode).toBeNull()
    expect(larder.output()).not.toMatch(/"level":"(?:error|fatal)"/)
    expect(after).toBeLessThan(MOST_MB)
  } finally {
    await stop()
  }
})
