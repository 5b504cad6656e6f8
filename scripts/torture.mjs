// npm run torture: tries to break the promises, for as long as it takes (about two hours in all).
// A part is named by its file: `npm run torture -- kill`. Each takes its sizes from the environment:
//
//   part            key (and what the long form takes)                        about
//   kill            TORTURE_KILLS=200 TORTURE_WRITES=50000 TORTURE_READY_MS=3000  10 min
//   powerCut        TORTURE_POWER_CUTS=1000                                       10 min
//   fullDisk        TORTURE_FULL_DISKS=100             (mounts a tmpfs: root)      5 min
//   readOnlyDisk    TORTURE_READ_ONLY_DISKS=20         (mounts an image: root)     1 min
//   lockedDatabase  TORTURE_READ_MS=500                                            1 min
//   sigterm         TORTURE_IN_FLIGHT=500 TORTURE_UPLOADS_IN_FLIGHT=4 TORTURE_SOCKETS=100   1 min
//   slowClients     TORTURE_SLOW_CLIENTS=500 TORTURE_OTHER_REQUESTS=1000 TORTURE_SLOW_MS=500  1 min
//   migrations      TORTURE_MIGRATION_KILLS=60         (for each schema)          10 min
//   backup          TORTURE_BACKUPS=40 TORTURE_RESTORES=200                       15 min
//   soak            TORTURE_SOAK_MINUTES=30 TORTURE_SOAK_LISTENERS=50             31 min
//
// TORTURE_SEED=… repeats the decisions of a run that said so; TORTURE=short takes the sizes of `npm test`.
import { ensureBuilt } from './lib/built.mjs'
import { ensureInstalled } from './lib/installed.mjs'
import { tool } from './lib/steps.mjs'

await ensureInstalled()
await ensureBuilt()
const args = ['run', '--config', 'tests/torture/vitest.config.ts', ...process.argv.slice(2)]
if (!(await tool('vitest', args, { env: { TORTURE: process.env.TORTURE ?? 'full' } }))) process.exitCode = 1
