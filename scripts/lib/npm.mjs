import { run } from './steps.mjs'

const OPTIONS = ['--no-audit', '--no-fund', '--loglevel=error']

// In production, npm would leave out packages that nobody asked it to leave out.
const ENV = { NODE_ENV: 'development' }

export function npm(command, options, { cwd, env } = {}) {
  return run('npm', [command, ...options, ...OPTIONS], { cwd, env: { ...ENV, ...env }, quiet: true })
}
