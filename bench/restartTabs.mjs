import { spawn } from 'node:child_process'
import { createHash, randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import Sqlite from 'better-sqlite3'
import { WebSocket } from 'ws'
import { newId } from '#app/domain/ids.ts'
import { createConnection } from '#app/ui/live/connection.ts'

const TABS = 200
const TABS_A_PERSON = 20
const built = fileURLToPath(new URL('./server.js', import.meta.url))
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
  const server = spawn(process.execPath, [built], { env, stdio: ['ignore', 'pipe', 'inherit'] })
  for await (const line of server.stdout) {
    const port = /localhost:(\d+)/.exec(String(line))?.[1]
    if (port) return { server, port }
  }
  throw new Error('the server did not start')
}

function addPerson(database) {
  const [id, listID, cookie, now] = [newId(), newId(), randomBytes(32).toString('base64url'), Date.now()]
  const session = createHash('sha256').update(cookie).digest('hex')
  database
    .prepare("INSERT INTO users VALUES (?, 'Ada', ?, 'unusable', NULL, ?)")
    .run(id, `${id}@example.org`, now)
  database.prepare('INSERT INTO sessions VALUES (?, ?, ?, ?, ?)').run(session, id, now, now, now + 86_400_000)
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
  const begin = performance.now()
  while (subscribed < TABS) await new Promise((resolve) => setTimeout(resolve, 5))
  return Math.round(performance.now() - begin)
}

for (let i = 0; i < TABS / TABS_A_PERSON; i += 1) {
  const person = addPerson(database)
  for (let tab = 0; tab < TABS_A_PERSON; tab += 1) openTab(person)
}
await allSubscribed()
subscribed = 0

const stopping = performance.now()
server.kill('SIGTERM')
const [exit] = await once(server, 'exit')
const stopped = Math.round(performance.now() - stopping)
const told = { ...codes }
const again = await start(port)
const back = await allSubscribed()
const report = { tabs: TABS, closeCodes: told, exit, stoppedInMs: stopped, allBackAfterStartMs: back }
process.stdout.write(`${JSON.stringify(report)}\n`)
again.server.kill('SIGTERM')
await once(again.server, 'exit')
process.exit(told[1012] === TABS ? 0 : 1)
