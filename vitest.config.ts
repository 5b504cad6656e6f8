import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    include: ['{app,db,scripts,tests}/**/*.test.{ts,tsx}', 'server.test.ts'],
    restoreMocks: true,
    testTimeout: 20_000,
  },
})
