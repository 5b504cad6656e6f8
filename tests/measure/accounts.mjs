// node tests/measure/accounts.mjs (after npm run build): measures whether response times or bodies reveal who has an
// account, and whether logins slow down other pages. Compare the ratios; absolute numbers depend on the machine.
import { spawn } from 'node:child_process'
import { createHash, randomBytes, randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { Agent, request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import bcrypt from 'bcryptjs'
import Sqlite from 'better-sqlite3'
import { SMTPServer } from 'smtp-server'

const root = fileURLToPath(new URL('../..', import.meta.url))
const dataDir = mkdtempSync(join(tmpdir(), 'larder-measure-'))
const print = (line) => process.stdout.write(`${line}\n`)
const agent = new Agent({ keepAlive: true })

const smtp = new SMTPServer({
  authOptional: true,
  disabledCommands: ['STARTTLS'],
  onData: (stream, _session, done) => stream.on('end', done).resume(),
})
await new Promise((resolve) => smtp.listen(0, '127.0.0.1', resolve))

const server = spawn(
  process.execPath,
  ['--import', join(root, 'tests/measure/stall.mjs'), 'build/server.js'],
  {
    cwd: root,
    env: {
      ...process.env,
      NODE_ENV: 'production',
      PORT: '0',
      HOST: '127.0.0.1',
      DATA_DIR: dataDir,
      LOG_LEVEL: 'warn',
      TRUST_PROXY: '1',
      SMTP_HOST: '127.0.0.1',
      SMTP_PORT: String(smtp.server.address().port),
      SMTP_SECURITY: 'none',
    },
  },
)
const printed = (pattern) =>
  new Promise((resolve) => {
    const check = (chunk) => {
      const match = pattern.exec(String(chunk))
      if (!match) return
      server.stdout.off('data', check)
      resolve(match[1])
    }
    server.stdout.on('data', check)
  })
const port = new URL(await printed(/ready: .*?(http:\S+)/)).port
const longestStall = () => {
  const stall = printed(/stall ([\d.]+)/)
  server.kill('SIGUSR2')
  return stall
}

const database = new Sqlite(join(dataDir, 'larder.db'))
const hash = bcrypt.hashSync('a fine password', 11)
const known = Array.from({ length: 100 }, () => `${randomUUID()}@example.org`)
const unknown = known.map(() => `${randomUUID()}@example.org`)
const insert = database.prepare(
  "INSERT INTO users (id, name, email, password_hash, created_at) VALUES (?, 'Ada', ?, ?, 0)",
)
for (const email of known) insert.run(randomUUID(), email, hash)

function send(method, path, fields) {
  const body = fields && new URLSearchParams(fields).toString()
  const headers = {
    'X-Forwarded-For': `10.${[...randomBytes(3)].join('.')}`,
    ...(body && { 'Content-Type': 'application/x-www-form-urlencoded', 'Content-Length': body.length }),
  }
  const started = performance.now()
  return new Promise((resolve, reject) => {
    const outgoing = request({ host: '127.0.0.1', port, path, method, headers, agent }, (response) => {
      let text = ''
      response.setEncoding('utf8')
      response.on('data', (chunk) => {
        text += chunk
      })
      response.on('end', () =>
        resolve({ status: response.statusCode, text, ms: performance.now() - started }),
      )
    })
    outgoing.on('error', reject)
    outgoing.end(body)
  })
}

/** A fingerprint of the response without the parts that always differ. */
function fingerprint({ status, text }, email) {
  const normalized = text
    .replaceAll(email, 'EMAIL')
    .replace(/nonce="[^"]*"|nonce=[\w+/=]+/g, '')
    .replace(/[0-9a-f]{16}/g, 'REQUEST')
  return `${status} ${createHash('sha256').update(normalized).digest('hex').slice(0, 12)}`
}

const at = (share, values) => values.toSorted((a, b) => a - b)[Math.floor(values.length * share)] ?? 0
const format = (values) => `median ${at(0.5, values).toFixed(1)} ms, p95 ${at(0.95, values).toFixed(1)} ms`

async function alternate(name, path, fieldsFor) {
  const times = { known: [], unknown: [] }
  const fingerprints = new Set()
  for (let n = 0; n < 100; n++) {
    for (const [kind, emails] of n % 2
      ? Object.entries({ known, unknown })
      : Object.entries({ unknown, known })) {
      const response = await send('POST', path, fieldsFor(emails[n]))
      times[kind].push(response.ms)
      fingerprints.add(fingerprint(response, emails[n]))
    }
  }
  const ratio = at(0.5, times.known) / at(0.5, times.unknown)
  print(`${name}, 200 alternating: known ${format(times.known)}; unknown ${format(times.unknown)}`)
  print(`  known/unknown medians: ${ratio.toFixed(3)}; distinct responses: ${[...fingerprints].join(', ')}`)
}

async function landing(seconds, until = Promise.resolve()) {
  const times = []
  const end = performance.now() + seconds * 1000
  let running = true
  until.then(() => {
    running = false
  })
  const client = async () => {
    while (running || performance.now() < end) times.push((await send('GET', '/landing')).ms)
  }
  await Promise.all([client(), client()])
  return times
}

const wrongPassword = (email) => ({ email, password: 'not this one' })
await Promise.all([landing(1), send('POST', '/login', wrongPassword('warm-up@example.org'))])

await alternate('login', '/login', wrongPassword)
await alternate('forgot', '/forgot-password', (email) => ({ email }))

await longestStall()
const alone = await landing(3)
print(
  `/landing alone: ${alone.length} responses, ${format(alone)}, p99 ${at(0.99, alone).toFixed(1)} ms, longest stall ${await longestStall()} ms`,
)

const started = performance.now()
const logins = Promise.all(
  known.slice(0, 20).map((email) => send('POST', '/login', { email, password: 'a fine password' })),
)
const duringLogins = await landing(0, logins)
const statuses = (await logins).map(({ status }) => status)
print(`20 concurrent logins: ${[...new Set(statuses)]} after ${Math.round(performance.now() - started)} ms`)
print(
  `/landing during the logins: ${duringLogins.length} responses, ${format(duringLogins)}, p99 ${at(0.99, duringLogins).toFixed(1)} ms, longest stall ${await longestStall()} ms`,
)

agent.destroy()
database.close()
server.kill('SIGTERM')
await new Promise((resolve) => server.once('exit', resolve))
await new Promise((resolve) => smtp.close(resolve))
rmSync(dataDir, { recursive: true, force: true })
