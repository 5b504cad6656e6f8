// Starts programs for the checks and stops them at exit.
import { spawn, spawnSync } from 'node:child_process'
import { chmodSync, existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { MissingProgram } from './report.mjs'

// Debian installs servers in sbin, which is often missing from PATH.
const FOLDERS = [...(process.env.PATH ?? '').split(delimiter), '/usr/sbin', '/sbin'].filter(Boolean)

export function find(name, hint = `apt-get install ${name}`) {
  const found = FOLDERS.map((folder) => join(folder, name)).find((path) => existsSync(path))
  if (!found) throw new MissingProgram(`${name} is not installed (Debian: ${hint})`)
  return found
}

export function has(name) {
  return FOLDERS.some((folder) => existsSync(join(folder, name)))
}

export function output(command, args, { env = {}, ...options } = {}) {
  const { status, stdout, stderr, error } = spawnSync(command, args, {
    encoding: 'utf8',
    maxBuffer: 64e6,
    env: { ...process.env, ...env },
    ...options,
  })
  if (error) throw error
  if (status !== 0) {
    const printed = `${stdout}${stderr}`.trim().split('\n').slice(-12).join('\n      ')
    throw new Error(`${command} ${args.slice(0, 3).join(' ')} … exited with ${status}\n      ${printed}`)
  }
  return { stdout, stderr }
}

const children = new Set()
const folders = new Set()

export function start(command, args, options = {}) {
  const child = spawn(command, args, { stdio: ['ignore', 'pipe', 'pipe'], ...options })
  let text = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (text += chunk))
  children.add(child)
  const exited = new Promise((resolve) => {
    child.once('error', (error) => resolve({ code: error.message }))
    child.once('exit', (code, signal) => resolve({ code: code ?? signal }))
  }).then((result) => {
    children.delete(child)
    return { ...result, at: Date.now() }
  })
  return {
    pid: child.pid,
    output: () => text,
    exited,
    async stop(signal = 'SIGTERM') {
      child.kill(signal)
      return exited
    },
  }
}

export function temporaryFolder(name) {
  const folder = mkdtempSync(join(tmpdir(), `larder-${name}-`))
  // A server that drops root privileges must still be able to enter it.
  chmodSync(folder, 0o711)
  folders.add(folder)
  return folder
}

export async function until(what, condition, timeout = 20_000) {
  const end = Date.now() + timeout
  while (Date.now() < end) {
    if (await condition().catch(() => false)) return
    await wait(100)
  }
  throw new Error(`timed out after ${timeout / 1000} s: ${what}`)
}

process.once('exit', () => {
  for (const child of children) child.kill('SIGKILL')
  for (const folder of folders) rmSync(folder, { recursive: true, force: true })
})
for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => process.exit(1))
