// Runs an operator command from the build.
import { ensureReady } from './installed.mjs'

export async function operate(...command) {
  await ensureReady()
  process.env.NODE_ENV = 'production'
  process.argv = [process.execPath, 'larder', ...command, ...process.argv.slice(2)]
  await import('../../build/operator.js')
}
