import { defineConfig } from 'vitest/config'

// One file at a time, because parallel tests would distort the measurements.
export default defineConfig({
  test: {
    include: ['tests/torture/**/*.torture.ts'],
    root: new URL('../..', import.meta.url).pathname,
    fileParallelism: false,
    testTimeout: 3_600_000,
    hookTimeout: 60_000,
    // By default a second, which a busy machine exceeds.
    expect: { poll: { timeout: 20_000 } },
  },
})
