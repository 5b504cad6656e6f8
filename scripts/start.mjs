// npm start: installs and builds if needed, then runs the server in this process, so that it receives signals.
import { ensureBuilt } from './lib/built.mjs'
import { ensureInstalled } from './lib/installed.mjs'

await ensureInstalled()
await ensureBuilt()
process.env.NODE_ENV = 'production'
await import('../build/server.js')
