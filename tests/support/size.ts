// `npm test` runs short versions of some tests and leaves out others, `npm run test:full` runs everything.

export const isFull = process.env.TEST_SIZE === 'full'

/** The suites run once on each database: see vitest.config.ts. */
export const onPostgres = process.env.TEST_DATABASE === 'postgres'

/** How many times a test does something. An environment variable with this name overrides both. */
export function size(name: string, { short, full }: { short: number; full: number }): number {
  const given = process.env[name]
  return given ? Number(given) : isFull ? full : short
}
