import { defineConfig } from 'vitest/config'

// One at a time: what is measured here must not be disturbed by what runs beside it.
export default defineConfig({
  test: {
    include: ['tests/torture/**/*.torture.ts'],
    root: new URL('../..', import.meta.url).pathname,
    fileParallelism: false,
    testTimeout: 3_600_000,
    hookTimeout: 60_000,
  },
})
