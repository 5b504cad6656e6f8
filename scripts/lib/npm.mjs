import { run } from './steps.mjs'

const OPTIONS = ['--no-audit', '--no-fund']

// In production, npm would leave out packages that nobody asked it to leave out.
const ENV = { NODE_ENV: 'development' }

export function npm(command, options, { cwd, env, onError, level = 'error' } = {}) {
  const words = [command, ...options, ...OPTIONS, `--loglevel=${level}`]
  return run('npm', words, { cwd, env: { ...ENV, ...env }, quiet: true, onError })
}
