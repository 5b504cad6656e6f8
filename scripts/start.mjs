// npm start: does what is missing, then becomes the server. Signals reach it directly.
import { ensureBuilt } from './lib/built.mjs'
import { ensureInstalled } from './lib/installed.mjs'

await ensureInstalled()
await ensureBuilt()
process.env.NODE_ENV = 'production'
await import('../build/server.js')
