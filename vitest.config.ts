import { defineConfig } from 'vitest/config'

const POSTGRES = 'db/postgres/**/*.test.ts'

export default defineConfig({
  test: {
    restoreMocks: true,
    // Most tests wait for servers, timers or disks rather than the CPU.
    maxWorkers: 3,
    // Long enough that only tests that hang fail, even on a busy machine.
    testTimeout: 60_000,
    hookTimeout: 60_000,
    expect: { poll: { timeout: 20_000 } },
    projects: [
      {
        extends: true,
        test: {
          name: 'sqlite',
          include: ['{app,db,tests}/**/*.test.{ts,tsx}'],
          exclude: [POSTGRES],
          globalSetup: 'tests/support/globalSetup.mjs',
        },
      },
      {
        extends: true,
        test: {
          name: 'postgres',
          include: [POSTGRES],
          globalSetup: 'tests/support/postgresSetup.ts',
          setupFiles: 'tests/support/postgresTests.ts',
        },
      },
    ],
  },
})
