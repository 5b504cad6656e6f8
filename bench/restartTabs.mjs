import { spawn } from 'node:child_process'
import { createHash, randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import Sqlite from 'better-sqlite3'
import { WebSocket } from 'ws'
import { createConnection } from '#app/browser/connection.ts'
import { newId } from '#app/domain/ids.ts'

const TABS = 200
const TABS_PER_USER = 20
const serverFile = fileURLToPath(new URL('./server.js', import.meta.url))
const folder = mkdtempSync(join(tmpdir(), 'larder-bench-'))
process.once('exit', () => rmSync(folder, { recursive: true, force: true }))

async function start(PORT) {
  const env = {
    ...process.env,
    PORT,
    HOST: '127.0.0.1',
    DATA_DIR: folder,
    LOG_LEVEL: 'warn',
    NODE_ENV: 'production',
  }
  const server = spawn(process.execPath, [serverFile], { env, stdio: ['ignore', 'pipe', 'inherit'] })
  for await (const line of server.stdout) {
    const port = /localhost:(\d+)/.exec(String(line))?.[1]
    if (port) return { server, port }
  }
  throw new Error('the server did not start')
}

function addUser(database) {
  const [id, listID, cookie, now] = [newId(), newId(), randomBytes(32).toString('base64url'), Date.now()]
  const session = createHash('sha256').update(cookie).digest('hex')
  database
    .prepare(
      "INSERT INTO users (id, name, email, password_hash, created_at) VALUES (?, 'Ada', ?, 'unusable', ?)",
    )
    .run(id, `${id}@example.org`, now)
  database
    .prepare(
      'INSERT INTO sessions (id, user_id, created_at, last_seen_at, expires_at) VALUES (?, ?, ?, ?, ?)',
    )
    .run(session, id, now, now, now + 86_400_000)
  database
    .prepare("INSERT INTO lists (id, name, created_by, created_at) VALUES (?, 'Weekend', ?, ?)")
    .run(listID, id, now)
  return { listID, cookie: `session=${cookie}` }
}

const { server, port } = await start('0')
const database = new Sqlite(join(folder, 'larder.db'))
const codes = {}
let subscribed = 0

function openTab({ listID, cookie }) {
  const connection = createConnection({
    open() {
      const socket = new WebSocket(`ws://127.0.0.1:${port}/ws`, { headers: { cookie } })
      socket.on('error', () => {})
      socket.on('close', (code) => {
        codes[code] = (codes[code] ?? 0) + 1
      })
      return socket
    },
    watch: () => () => {},
    log: () => {},
  })
  connection.subscribe(listID, ({ type }) => {
    if (type === 'subscribed') subscribed += 1
  })
}

async function allSubscribed() {
  const started = performance.now()
  while (subscribed < TABS) await new Promise((resolve) => setTimeout(resolve, 5))
  return Math.round(performance.now() - started)
}

for (let i = 0; i < TABS / TABS_PER_USER; i += 1) {
  const user = addUser(database)
  for (let tab = 0; tab < TABS_PER_USER; tab += 1) openTab(user)
}
await allSubscribed()
subscribed = 0

const stopping = performance.now()
server.kill('SIGTERM')
const [exit] = await once(server, 'exit')
const stopped = Math.round(performance.now() - stopping)
const closeCodes = { ...codes }
const again = await start(port)
const resubscribed = await allSubscribed()
const report = { tabs: TABS, closeCodes, exit, stoppedInMs: stopped, resubscribedAfterStartMs: resubscribed }
process.stdout.write(`${JSON.stringify(report)}\n`)
again.server.kill('SIGTERM')
await once(again.server, 'exit')
process.exit(closeCodes[1012] === TABS ? 0 : 1)
