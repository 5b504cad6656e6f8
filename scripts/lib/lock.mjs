// Keeps two commands in one folder from installing packages, or building, at the same time.
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { rmSync } from 'node:fs'
import { connect, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { log, root } from './steps.mjs'

/**
 * Waits until no other process in this folder has the lock, and takes it until this process ends. The lock is a socket,
 * which the system closes even if the process is killed.
 */
export async function takeLock(purpose) {
  const hash = createHash('sha256').update(`${root} ${purpose}`).digest('hex')
  const path = socketPath(`larder-${hash.slice(0, 32)}`)
  if (await listen(path)) return
  log(`another Larder command is ${purpose}; waiting…`)
  while (!(await listen(path))) await sleep(200)
}

/** On Linux and Windows, such a name is not a file. */
function socketPath(name) {
  if (process.platform === 'linux') return `\0${name}`
  return process.platform === 'win32' ? `\\\\.\\pipe\\${name}` : join(tmpdir(), name)
}

async function listen(path) {
  const server = createServer((socket) => socket.destroy()).unref()
  try {
    await once(server.listen(path), 'listening')
    return true
  } catch (error) {
    if (error.code !== 'EADDRINUSE') throw error
    if (path.startsWith(tmpdir()) && !(await isInUse(path))) rmSync(path, { force: true })
    return false
  }
}

/** A killed process leaves the file of its socket behind. */
async function isInUse(path) {
  const socket = connect(path)
  try {
    await once(socket, 'connect')
    return true
  } catch (error) {
    return error.code !== 'ECONNREFUSED'
  } finally {
    socket.destroy()
  }
}
