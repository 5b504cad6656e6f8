// Runs one of the operator's commands, which are a part of the build.
import { resolve } from 'node:path'
import { ensureBuilt } from './built.mjs'
import { ensureInstalled } from './installed.mjs'

export async function operate(command) {
  await ensureInstalled()
  await ensureBuilt()
  process.env.NODE_ENV = 'production'
  // npm changes to the folder of package.json; a path is meant from where it was typed.
  const from = process.env.INIT_CWD ?? process.cwd()
  const paths = process.argv.slice(2).map((path) => resolve(from, path))
  process.argv = [process.execPath, 'larder', command, ...paths]
  await import('../../build/operator.js')
}
