import { defineConfig } from 'vitest/config'
import { isFull } from '../support/size.ts'

/** In `npm test`: what kills a server, also while it finishes a trip, cuts its power, fills its disk and brings back an old version or a backup. */
const SHORT = '{backup,finish,fullDisk,kill,powerCut,sigterm,undo,upgrade}'

// One file at a time, because parallel tests would distort the measurements.
export default defineConfig({
  test: {
    include: [`tests/torture/${isFull ? '*' : SHORT}.torture.ts`],
    root: new URL('../..', import.meta.url).pathname,
    fileParallelism: false,
    testTimeout: 3_600_000,
    hookTimeout: 60_000,
    // By default a second, which a busy machine exceeds.
    expect: { poll: { timeout: 20_000 } },
  },
})
