import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    include: ['{app,db,scripts,tests}/**/*.test.{ts,tsx}', 'server.test.ts'],
    globalSetup: 'tests/support/builtFirst.mjs',
    restoreMocks: true,
    testTimeout: 20_000,
  },
})
