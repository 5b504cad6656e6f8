// Starts what is measured, each in a process of its own, and reads what it costs.
import { spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('..', import.meta.url))

/** Resolves with the address once the program says that it listens. */
export async function start(args, env = {}) {
  const started = performance.now()
  const child = spawn(process.execPath, args, {
    cwd: root,
    env: { ...process.env, NODE_ENV: 'production', HOST: '127.0.0.1', PORT: '0', ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const url = await new Promise((resolve, reject) => {
    let said = ''
    child.stdout.on('data', (chunk) => {
      // The log is read and thrown away, as a service manager would read it.
      if (said.length < 10_000) said += chunk
      const address = /open (http:\S+)/.exec(said)?.[1]
      if (address) resolve(address.replace('localhost', '127.0.0.1'))
    })
    child.once('exit', (code) => reject(new Error(`${args.join(' ')} ended with ${code}`)))
  })
  return {
    url,
    pid: child.pid,
    startedIn: () => performance.now() - started,
    rss: () => Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${child.pid}/status`, 'utf8'))?.[1]) / 1024,
    stop: () =>
      new Promise((resolve) => {
        child.removeAllListeners('exit')
        child.once('exit', resolve)
        child.kill('SIGTERM')
      }),
  }
}

/** As `npm start` does, once everything is built. */
export const startLarder = (dataDir, env = {}) =>
  start(['--max-semi-space-size=8', 'build/server.js'], {
    DATA_DIR: dataDir,
    TRUST_PROXY: '1',
    LOG_LEVEL: 'info',
    ...env,
  })

/** A server that does only the unavoidable: see floors.mjs. */
export const startFloor = (kind, file = '') => start(['bench/floors.mjs', kind, file])
