// Programs that a check starts, and stops again whatever happens.
import { spawn, spawnSync } from 'node:child_process'
import { chmodSync, existsSync, mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { NotHere } from './report.mjs'

// Where Debian keeps servers; people's own PATH often leaves it out.
const FOLDERS = [...(process.env.PATH ?? '').split(delimiter), '/usr/sbin', '/sbin'].filter(Boolean)

export function find(name, from = `apt-get install ${name}`) {
  const found = FOLDERS.map((folder) => join(folder, name)).find((path) => existsSync(path))
  if (!found) throw new NotHere(`${name} is not installed (Debian: ${from})`)
  return found
}

export function has(name) {
  return FOLDERS.some((folder) => existsSync(join(folder, name)))
}

/** Runs to the end; what it printed, or an error that says it. */
export function output(command, args, { env = {}, ...options } = {}) {
  const { status, stdout, stderr, error } = spawnSync(command, args, {
    encoding: 'utf8',
    maxBuffer: 64e6,
    env: { ...process.env, ...env },
    ...options,
  })
  if (error) throw error
  if (status !== 0) {
    const said = `${stdout}${stderr}`.trim().split('\n').slice(-12).join('\n      ')
    throw new Error(`${command} ${args.slice(0, 3).join(' ')} … ended with ${status}\n      ${said}`)
  }
  return { stdout, stderr }
}

const children = new Set()
const folders = new Set()

/** A program in the background. `said()` is what it printed so far. */
export function start(command, args, options = {}) {
  const child = spawn(command, args, { stdio: ['ignore', 'pipe', 'pipe'], ...options })
  let text = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (text += chunk))
  children.add(child)
  const ended = new Promise((resolve) => {
    child.once('error', (error) => resolve({ code: error.message }))
    child.once('exit', (code, signal) => resolve({ code: code ?? signal }))
  }).then((end) => {
    children.delete(child)
    return { ...end, at: Date.now() }
  })
  return {
    pid: child.pid,
    said: () => text,
    ended,
    async stop(signal = 'SIGTERM') {
      child.kill(signal)
      return ended
    },
  }
}

export function temporaryFolder(name) {
  const folder = mkdtempSync(join(tmpdir(), `larder-${name}-`))
  // A server that gives up being root must still find its way through.
  chmodSync(folder, 0o711)
  folders.add(folder)
  return folder
}

export async function freePort() {
  const server = createServer()
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address()
  await new Promise((resolve) => server.close(resolve))
  return port
}

/** Until it is so, or an error that says what was waited for. */
export async function until(what, isSo, limit = 20_000) {
  const end = Date.now() + limit
  while (Date.now() < end) {
    if (await isSo().catch(() => false)) return
    await wait(100)
  }
  throw new Error(`${what} did not happen within ${limit / 1000} s`)
}

process.once('exit', () => {
  for (const child of children) child.kill('SIGKILL')
  for (const folder of folders) rmSync(folder, { recursive: true, force: true })
})
for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => process.exit(1))
