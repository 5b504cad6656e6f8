import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    include: ['{app,db,scripts,tests}/**/*.test.{ts,tsx}', 'server.test.ts'],
    globalSetup: 'tests/support/builtFirst.mjs',
    restoreMocks: true,
    // Most tests wait for something else than the processor: a server's start, a timer, a disk.
    maxWorkers: 3,
    // For what hangs, not for what is slow: a busy machine must not turn a suite red.
    testTimeout: 60_000,
    hookTimeout: 60_000,
    expect: { poll: { timeout: 20_000 } },
  },
})
