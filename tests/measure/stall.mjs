// Preloaded into the server by accounts.mjs: on SIGUSR2, prints the longest stall of the event loop.
import { monitorEventLoopDelay } from 'node:perf_hooks'

const delay = monitorEventLoopDelay({ resolution: 1 })
delay.enable()
process.on('SIGUSR2', () => {
  process.stdout.write(`stall ${(delay.max / 1e6).toFixed(1)} ms\n`)
  delay.reset()
})
