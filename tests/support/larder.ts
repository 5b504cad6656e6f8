import { type ChildProcess, spawn } from 'node:child_process'
import { createHash, randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Sqlite from 'better-sqlite3'
import { newId } from '#app/domain/ids.ts'
import { readyPort } from './readyPort.mjs'

// Starts the built server in a separate process with a new database.

export interface Larder {
  url: string
  dataDir: string
  database: Sqlite.Database
  /** Everything the server printed so far. */
  output(): string
}

export interface Person {
  id: string
  name: string
  email: string
  cookie: string
}

/** `folder` is the one with the build. */
export async function startLarder(environment: Record<string, string> = {}, folder = process.cwd()) {
  const dataDir = mkdtempSync(join(tmpdir(), 'larder-browser-'))
  const server = spawn(process.execPath, ['build/server.js'], {
    cwd: folder,
    // Not the environment of the tests: vitest sets BASE_URL, for example.
    env: {
      PATH: process.env.PATH,
      NODE_ENV: 'production',
      PORT: '0',
      HOST: '127.0.0.1',
      DATA_DIR: dataDir,
      ...environment,
    },
  })
  let output = ''
  server.stderr.on('data', (chunk) => {
    output += chunk
  })
  const url = await new Promise<string>((resolve, reject) => {
    server.stdout.on('data', (chunk) => {
      output += chunk
      const port = readyPort(output)
      if (port) resolve(`http://localhost:${port}`)
    })
    server.once('exit', (code) => reject(new Error(`the server exited with ${code}: ${output}`)))
  }).catch((error) => {
    rmSync(dataDir, { recursive: true, force: true })
    throw error
  })
  const database = new Sqlite(join(dataDir, 'larder.db'))
  const larder: Larder = { url, dataDir, database, output: () => output }
  const stop = async () => {
    database.close()
    await terminate(server)
    rmSync(dataDir, { recursive: true, force: true })
  }
  return { larder, server, stop }
}

function terminate(server: ChildProcess) {
  return new Promise<void>((resolve) => {
    if (server.exitCode !== null || server.signalCode !== null) return resolve()
    server.once('exit', () => resolve())
    server.kill('SIGTERM')
  })
}

/** Inserts a user with a session. */
export function addPerson(larder: Larder, name = 'Ada'): Person {
  const person = { id: newId(), name, email: `${randomBytes(6).toString('hex')}@example.org` }
  larder.database
    .prepare('INSERT INTO users (id, name, email, password_hash, created_at) VALUES (?, ?, ?, ?, ?)')
    .run(person.id, name, person.email, 'unusable', Date.now())
  return { ...person, cookie: addSession(larder, person) }
}

/** Inserts another session, such as for a second device. */
export function addSession({ database }: Larder, { id }: { id: string }): string {
  const now = Date.now()
  const cookie = randomBytes(32).toString('base64url')
  database
    .prepare(
      'INSERT INTO sessions (id, user_id, created_at, last_seen_at, expires_at) VALUES (?, ?, ?, ?, ?)',
    )
    .run(createHash('sha256').update(cookie).digest('hex'), id, now, now, now + 86_400_000)
  return cookie
}
