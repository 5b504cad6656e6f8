import { spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { chmodSync, existsSync, readdirSync, statSync } from 'node:fs'
import { devNull } from 'node:os'
import { join } from 'node:path'
import { freePort } from './freePort.mjs'

/** Debian's folder. */
const INSTALLED = '/usr/lib/postgresql'

/** May read and write. */
const EVERYBODY = 0o666

const SETTINGS = {
  listen_addresses: '127.0.0.1',
  unix_socket_directories: '',
  max_connections: '300',
  fsync: 'off',
  deadlock_timeout: '50ms',
  autovacuum: 'off',
}

// Its input ends when our process does, however that happens. Then it stops the server and deletes its folder. A line
// of input restarts the server.
const SCRIPT = `
set -eu
folder=$(mktemp -d /tmp/larder-postgres-XXXXXX)
cd "$folder"
stop() { "$BIN/pg_ctl" stop -s -D data -m immediate 2> stop.log || true; cd /; rm -rf "$folder"; }
trap stop EXIT
echo "$PASSWORD" > password
"$BIN/initdb" -D data -U postgres -A password --pwfile=password -E UTF8 --locale=C --no-sync > initdb.log
"$BIN/pg_ctl" start -w -s -D data -l server.log -o "$OPTIONS" || { cat server.log >&2; exit 1; }
echo ready
while read -r command; do
  "$BIN/pg_ctl" restart -w -s -m fast -D data -l server.log -o "$OPTIONS"
  echo "$command"
done
`

/** Starts PostgreSQL on loopback, with nothing in it; undefined if it isn't installed. */
export async function startPostgres(settings = {}) {
  const bin = installedBin()
  if (!bin) return undefined
  const port = await freePort()
  const password = randomBytes(16).toString('hex')
  const options = Object.entries({ ...SETTINGS, port, ...settings }).map(
    ([name, value]) => `-c ${name}='${value}'`,
  )
  const asPostgres = process.getuid?.() === 0 ? becomePostgres() : []
  const [command = '', ...args] = [...asPostgres, 'sh', '-c', SCRIPT]
  const watcher = spawn(command, args, {
    // In its own process group: Ctrl-C must not stop it from cleaning up.
    detached: true,
    stdio: ['pipe', 'pipe', 'pipe'],
    env: { PATH: process.env.PATH, BIN: bin, PASSWORD: password, OPTIONS: options.join(' ') },
  })
  const exited = new Promise((resolve) => watcher.once('exit', resolve))
  await new Promise((resolve, reject) => {
    watcher.stdout.once('data', resolve)
    watcher.once('error', reject)
    let errors = ''
    watcher.stderr.on('data', (chunk) => {
      errors += chunk
    })
    watcher.once('close', (code) => reject(new Error(`PostgreSQL did not start (${code}):\n${errors}`)))
  })
  watcher.stderr.pipe(process.stderr)
  return {
    url: `postgres://postgres:${password}@127.0.0.1:${port}/postgres`,
    async restart() {
      const restarted = new Promise((resolve) => watcher.stdout.once('data', resolve))
      watcher.stdin.write('restart\n')
      await restarted
    },
    async stop() {
      watcher.stdin.end()
      await exited
    },
  }
}

/** PostgreSQL refuses to run as root. Its own user needs this device, too. */
function becomePostgres() {
  const { mode } = statSync(devNull)
  if ((mode & EVERYBODY) !== EVERYBODY) {
    process.stderr.write(`PostgreSQL can't write to ${devNull}. Its usual mode is set again.\n`)
    chmodSync(devNull, mode | EVERYBODY)
  }
  return ['runuser', '-u', 'postgres', '--']
}

export const isPostgresInstalled = () => installedBin() !== undefined

function installedBin() {
  if (!existsSync(INSTALLED)) return undefined
  const [newest] = readdirSync(INSTALLED).sort((a, b) => Number(b) - Number(a))
  const bin = join(INSTALLED, newest ?? '', 'bin')
  return existsSync(join(bin, 'postgres')) ? bin : undefined
}
