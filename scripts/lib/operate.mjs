// Runs an operator command from the build.
import { ensureBuilt } from './built.mjs'
import { ensureInstalled } from './installed.mjs'

export async function operate(...command) {
  await ensureInstalled()
  await ensureBuilt()
  process.env.NODE_ENV = 'production'
  process.argv = [process.execPath, 'larder', ...command, ...process.argv.slice(2)]
  await import('../../build/operator.js')
}
