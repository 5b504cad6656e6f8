// npm run dev: the same server behind Vite, which applies changes without a restart.
import { ensureInstalled } from './lib/installed.mjs'
import { root } from './lib/steps.mjs'

await ensureInstalled({ dev: true })
process.env.NODE_ENV = 'development'
const { createServer } = await import('vite')
const vite = await createServer({ root, appType: 'custom', server: { middlewareMode: true } })
const { serve } = await vite.ssrLoadModule('/server.ts')
await serve({
  assets: vite.middlewares,
  build: () => vite.ssrLoadModule('virtual:remix/server-build'),
})
