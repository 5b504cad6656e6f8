// Loaded into the server by accounts.mjs: prints the longest stall of the event loop when asked to.
import { monitorEventLoopDelay } from 'node:perf_hooks'

const delay = monitorEventLoopDelay({ resolution: 1 })
delay.enable()
process.on('SIGUSR2', () => {
  process.stdout.write(`stall ${(delay.max / 1e6).toFixed(1)} ms\n`)
  delay.reset()
})
