import { type ChildProcess, spawn } from 'node:child_process'
import { createHash, randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test as base, expect, type Page } from '@playwright/test'
import Sqlite from 'better-sqlite3'
import { newId } from '#app/domain/ids.ts'

// One built server for each worker, on a database of its own; signing in writes a session row.

export interface Larder {
  url: string
  dataDir: string
  database: Sqlite.Database
  /** Everything the server has printed so far. */
  output(): string
}

export interface Person {
  id: string
  name: string
  email: string
  cookie: string
}

export async function startLarder(environment: Record<string, string> = {}) {
  const dataDir = mkdtempSync(join(tmpdir(), 'larder-browser-'))
  const server = spawn(process.execPath, ['build/server.js'], {
    env: {
      ...process.env,
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
      const ready = /Larder is ready: open (\S+)/.exec(output)?.[1]
      if (ready) resolve(ready)
    })
    server.once('exit', (code) => reject(new Error(`the server ended with ${code}: ${output}`)))
  })
  const database = new Sqlite(join(dataDir, 'larder.db'))
  const larder: Larder = { url, dataDir, database, output: () => output }
  const stop = async () => {
    database.close()
    await ended(server)
    rmSync(dataDir, { recursive: true, force: true })
  }
  return { larder, server, stop }
}

function ended(server: ChildProcess) {
  return new Promise<void>((resolve) => {
    if (server.exitCode !== null) return resolve()
    server.once('exit', () => resolve())
    server.kill('SIGTERM')
  })
}

/** A new account with a session, straight into the database. */
export function addPerson({ database }: Larder, name = 'Ada'): Person {
  const now = Date.now()
  const cookie = randomBytes(32).toString('base64url')
  const person = { id: newId(), name, email: `${randomBytes(6).toString('hex')}@example.org`, cookie }
  database
    .prepare('INSERT INTO users (id, name, email, password_hash, created_at) VALUES (?, ?, ?, ?, ?)')
    .run(person.id, name, person.email, 'unusable', now)
  database
    .prepare(
      'INSERT INTO sessions (id, user_id, created_at, last_seen_at, expires_at) VALUES (?, ?, ?, ?, ?)',
    )
    .run(createHash('sha256').update(cookie).digest('hex'), person.id, now, now, now + 86_400_000)
  return person
}

export async function signIn(page: Page, larder: Larder, person: Person) {
  await page.context().addCookies([{ name: 'session', value: person.cookie, url: larder.url }])
}

/** What the page must never do: log an error, break the CSP, get a 5xx. */
function watch(page: Page, troubles: string[], excused: () => RegExp[]) {
  const note = (text: string) => {
    if (!excused().some((pattern) => pattern.test(text))) troubles.push(text)
  }
  page.on('console', (message) => {
    if (message.type() === 'error') note(`console: ${message.text()}`)
  })
  page.on('pageerror', (error) => note(`error: ${error.message}`))
  page.on('response', (response) => {
    if (response.status() >= 500) note(`${response.status()}: ${response.url()}`)
  })
}

interface Fixtures {
  /** Patterns of troubles that a test provokes on purpose. */
  excuse(...patterns: RegExp[]): void
  /** A person who is signed in on `page`. */
  person: Person
  scripted: boolean
}

export const test = base.extend<Fixtures, { larder: Larder }>({
  larder: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names from this pattern
    async ({}, use) => {
      const { larder, stop } = await startLarder({ LOG_LEVEL: 'warn' })
      await use(larder)
      await stop()
    },
    { scope: 'worker' },
  ],
  baseURL: async ({ larder }, use) => use(larder.url),
  scripted: async ({ javaScriptEnabled }, use) => use(javaScriptEnabled ?? true),
  excuse: [
    async ({ context }, use) => {
      const excused: RegExp[] = []
      const troubles: string[] = []
      context.on('page', (page) => watch(page, troubles, () => excused))
      await use((...patterns) => void excused.push(...patterns))
      expect(troubles, 'what the page complained about').toEqual([])
    },
    { auto: true },
  ],
  person: async ({ larder, page }, use) => {
    const person = addPerson(larder)
    await signIn(page, larder, person)
    await use(person)
  },
})

export { expect }
