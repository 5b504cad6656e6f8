import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    include: ['{app,db,tests}/**/*.test.{ts,tsx}'],
    globalSetup: 'tests/support/globalSetup.mjs',
    restoreMocks: true,
    // Most tests wait for servers, timers or disks rather than the CPU.
    maxWorkers: 3,
    // Long enough that only tests that hang fail, even on a busy machine.
    testTimeout: 60_000,
    hookTimeout: 60_000,
    expect: { poll: { timeout: 20_000 } },
  },
})
