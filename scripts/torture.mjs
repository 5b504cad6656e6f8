// npm run torture: tests crashes, full disks, slow clients and more (about two hours in all).
// `npm run torture -- kill` runs one file. Environment variables set the sizes:
//
//   file            variables (with the values of the long version)           duration
//   kill            TORTURE_KILLS=200 TORTURE_WRITES=50000 TORTURE_READY_MS=3000  10 min
//   powerCut        TORTURE_POWER_CUTS=1000                                       10 min
//   fullDisk        TORTURE_FULL_DISKS=100             (needs root to mount)       5 min
//   readOnlyDisk    TORTURE_READ_ONLY_DISKS=20         (needs root to mount)       1 min
//   lockedDatabase  TORTURE_READ_MS=500                                            1 min
//   sigterm         TORTURE_IN_FLIGHT=500 TORTURE_UPLOADS_IN_FLIGHT=4 TORTURE_SOCKETS=100   1 min
//   slowClients     TORTURE_SLOW_CLIENTS=500 TORTURE_OTHER_REQUESTS=1000 TORTURE_SLOW_MS=500  1 min
//   migrations      TORTURE_MIGRATION_KILLS=60         (for each schema)          10 min
//   upgrade                                            (and back)                 1 min
//   backup          TORTURE_BACKUPS=40 TORTURE_RESTORES=200                       15 min
//   firstStart      TORTURE_FIRST_STARTS=20           (installs from npm)       10 min
//   soak            TORTURE_SOAK_MINUTES=30 TORTURE_SOAK_LISTENERS=50             31 min
//
// TORTURE_SEED=… repeats a run with the same random choices. TEST_SIZE=short runs the files and sizes of `npm test`.
import { ensureReady } from './lib/installed.mjs'
import { runTool } from './lib/steps.mjs'

await ensureReady({ dev: true })
const args = ['run', '--config', 'tests/torture/vitest.config.ts', ...process.argv.slice(2)]
if (!(await runTool('vitest', args, { env: { TEST_SIZE: process.env.TEST_SIZE ?? 'full' } })))
  process.exitCode = 1
