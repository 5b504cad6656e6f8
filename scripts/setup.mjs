// npm run setup: fetches the packages and builds, and starts nothing. `setup packages` stops before building.
import { ensureBuilt } from './lib/built.mjs'
import { ensureInstalled } from './lib/installed.mjs'

await ensureInstalled()
if (process.argv[2] !== 'packages') await ensureBuilt()
