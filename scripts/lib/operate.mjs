// Runs an operator command from the build.
import { ensureReady } from './installed.mjs'
import { root } from './steps.mjs'

export async function operate(...command) {
  // As in npm's scripts: the data folder is here, and files are named from where the user is.
  process.env.INIT_CWD ??= process.cwd()
  process.chdir(root)
  await ensureReady()
  process.env.NODE_ENV = 'production'
  process.argv = [process.execPath, 'larder', ...command, ...process.argv.slice(2)]
  await import('../../build/operator.js')
}
