// Starts each measured server in its own process and reads its start time, memory and CPU.
import { spawn } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { readyPort } from '../tests/support/readyPort.mjs'

const root = fileURLToPath(new URL('..', import.meta.url))

const CPU_PROBE = fileURLToPath(new URL('cpuProbe.mjs', import.meta.url))

export async function start(args, env = {}, cwd = root) {
  const started = performance.now()
  const child = spawn(process.execPath, ['--import', CPU_PROBE, ...args], {
    cwd,
    env: { ...process.env, NODE_ENV: 'production', HOST: '127.0.0.1', PORT: '0', ...env },
    stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
  })
  const url = await new Promise((resolve, reject) => {
    let output = ''
    child.stdout.on('data', (chunk) => {
      // The log is read and dropped, as a service manager would.
      if (output.length < 10_000) output += chunk
      const port = readyPort(output) ?? /(?:^open \S+:|listening on port )(\d+)\s/.exec(output)?.[1]
      if (port) resolve(`http://127.0.0.1:${port}`)
    })
    child.once('exit', (code) => reject(new Error(`${args.join(' ')} ended with ${code}`)))
  })
  return {
    url,
    pid: child.pid,
    startedIn: () => performance.now() - started,
    cpu: () =>
      new Promise((resolve) => {
        child.once('message', resolve)
        child.send('cpu')
      }),
    rss: () => Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${child.pid}/status`, 'utf8'))?.[1]) / 1024,
    stop: () =>
      new Promise((resolve) => {
        child.removeAllListeners('exit')
        child.once('exit', resolve)
        child.kill('SIGTERM')
      }),
  }
}

const MALLOC = { MALLOC_MMAP_THRESHOLD_: '4194304', MALLOC_TRIM_THRESHOLD_: '524288' }

/** Starts the built server of a checkout with the flags and the environment of `npm start`. */
export const startLarder = (dataDir, env = {}, checkout = root) =>
  start(
    ['--max-semi-space-size=8', 'build/server.js'],
    { ...MALLOC, DATA_DIR: dataDir, TRUST_PROXY: '1', LOG_LEVEL: 'info', ...env },
    checkout,
  )

export const startBaseline = (kind, file = '', template = '') =>
  start(['bench/baselines.mjs', kind, file, template])

/** The cookie of a browser that has had this checkout's stylesheet for long: docs/decisions/082-styles-in-the-first-page.md */
export function stylesOf(checkout = root) {
  const files = readdirSync(join(checkout, 'build/client/assets'))
  const [, version] = /^index-([\w-]+)\.css$/.exec(files.find((name) => /^index-.*\.css$/.test(name))) ?? []
  return `styles=${version}.0`
}
