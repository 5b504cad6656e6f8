// npm run setup: installs packages and builds, without starting. `setup packages` only installs.
import { ensureInstalled, ensureReady } from './lib/installed.mjs'

await (process.argv[2] === 'packages' ? ensureInstalled() : ensureReady())
