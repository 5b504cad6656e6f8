import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    include: ['tests/engines/*.engine.ts'],
    root: new URL('../..', import.meta.url).pathname,
    maxWorkers: 2,
    globalSetup: 'tests/support/globalSetup.mjs',
    // Long enough that only tests that hang fail, even on a busy machine.
    testTimeout: 90_000,
    hookTimeout: 60_000,
    expect: { poll: { timeout: 20_000 } },
  },
})
