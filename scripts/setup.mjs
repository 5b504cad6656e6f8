// npm run setup: installs packages and builds, without starting. `setup packages` only installs.
import { ensureBuilt } from './lib/built.mjs'
import { ensureInstalled } from './lib/installed.mjs'

await ensureInstalled()
if (process.argv[2] !== 'packages') await ensureBuilt()
