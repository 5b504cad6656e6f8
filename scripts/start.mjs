// npm start: installs and builds if needed, then runs the server in this process, so that it receives signals.
import { ensureReady } from './lib/installed.mjs'

await ensureReady()
process.env.NODE_ENV = 'production'
await import('../build/server.js')
