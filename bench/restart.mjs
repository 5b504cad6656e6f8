// node bench/restart.mjs (after npm run build): 200 tabs on a server that is stopped with
// SIGTERM and started again. What they are told, and how long until all of them listen again.
import { bundled } from './bundled.mjs'

await import(await bundled('restartTabs.mjs'))
