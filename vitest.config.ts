import { existsSync, readdirSync, readFileSync, statfsSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { defineConfig, type TestProjectInlineConfiguration } from 'vitest/config'
import { packagingChanged } from './scripts/lib/changes.mjs'
import { isFull } from './tests/support/size.ts'

/**
 * Test files that use a database run on both, in these folders. Only the domain has statements: the other folders are
 * for the full run.
 */
const FOLDERS = isFull
  ? ['app/domain', 'app/http', 'app/realtime', 'app/routes', 'tests/api']
  : ['app/domain']
const BOTH = FOLDERS.flatMap((folder) =>
  readdirSync(folder, { recursive: true }).map((file) => join(folder, String(file))),
)
  .filter((file) => /\.test\.tsx?$/.test(file))
  .filter((file) => /support\/(?:api|examples|live|services|testData)/.test(readFileSync(file, 'utf8')))

/** The access matrix has their routes and roles, in one way each. */
const NIGHTLY = ['tests/api/authorization.test.ts']

/** On PostgreSQL only in the full run: other files send all of their statements. */
const NIGHTLY_ON_POSTGRES = [
  'app/domain/accounts/{changePassword,clock}.test.ts',
  'app/domain/history/undoOperation.test.ts',
  'app/domain/operations.test.ts',
  'app/domain/receipts/{receipts.crash,storageBudget}.test.ts',
  'app/domain/recipes/ingredients.test.ts',
]

const PACKAGING = ['tests/packaging/**']

const MEMORY = '/dev/shm'
const ENOUGH = 4 * 2 ** 30

/** In memory, no test waits for the disk. What survives a power cut is for tests/torture, which use the disk. */
function temporaryFolder(): string {
  if (!existsSync(MEMORY)) return tmpdir()
  const { bavail, bsize } = statfsSync(MEMORY)
  return bavail * bsize > ENOUGH ? MEMORY : tmpdir()
}

interface Files {
  include: string[]
  exclude?: string[]
}

/** Tests that start the built server wait for a build; those next to the code don't. */
const BUILD = 'tests/support/globalSetup.mjs'

const onSqlite = (
  name: string,
  files: Files,
  globalSetup: string[] = [],
): TestProjectInlineConfiguration => ({
  extends: true,
  test: { name, ...files, globalSetup, setupFiles: 'tests/support/realTime.ts' },
})

const onPostgres = (
  name: string,
  files: Files,
  globalSetup: string[] = [],
): TestProjectInlineConfiguration => ({
  extends: true,
  test: {
    name,
    ...files,
    env: { TEST_DATABASE: 'postgres' },
    globalSetup: [...globalSetup, 'tests/support/postgresSetup.ts'],
    setupFiles: ['tests/support/realTime.ts', 'tests/support/postgresTests.ts'],
  },
})

export default defineConfig({
  test: {
    env: { TMPDIR: temporaryFolder() },
    restoreMocks: true,
    // Loading all modules again for each file takes a third of the time.
    isolate: false,
    // Most tests wait for servers, timers or disks rather than the CPU.
    maxWorkers: 4,
    // Long enough that only tests that hang fail, even on a busy machine.
    testTimeout: 180_000,
    hookTimeout: 180_000,
    expect: { poll: { timeout: 20_000 } },
    projects: [
      onSqlite('unit', {
        include: ['{app,db,tests/sources}/**/*.test.{ts,tsx}'],
        exclude: ['db/postgres/**'],
      }),
      onPostgres('postgres', {
        include: ['db/postgres/**/*.test.ts', ...BOTH],
        exclude: isFull ? [] : NIGHTLY_ON_POSTGRES,
      }),
      onSqlite(
        'whole',
        {
          include: ['tests/**/*.test.ts'],
          exclude: [
            'tests/{postgres,sources}/**',
            ...(isFull ? [] : NIGHTLY),
            ...(isFull || packagingChanged() ? [] : PACKAGING),
          ],
        },
        [BUILD],
      ),
      onPostgres('whole on postgres', { include: ['tests/postgres/**/*.test.ts'] }, [BUILD]),
    ],
  },
})
