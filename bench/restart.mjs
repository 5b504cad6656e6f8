// node bench/restart.mjs (after npm run build): restarts a server with 200 open tabs and prints the close codes
// they receive and the time until all of them are subscribed again.
import { bundled } from './bundled.mjs'

await import(await bundled('restartTabs.mjs'))
