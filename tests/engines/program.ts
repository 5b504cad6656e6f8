import { type ChildProcess, spawn } from 'node:child_process'
import { tmpdir } from 'node:os'

// Its input ends when our process does, however that happens. Then it kills the program with its children and deletes
// their folder.
const SCRIPT = `
set -eu
folder=$(mktemp -d "$TMPDIR/larder-engine-XXXXXX")
export HOME="$folder" TMPDIR="$folder" XDG_RUNTIME_DIR="$folder"
cd "$folder"
printf %s "$SETTINGS" > user.js
setsid "$@" 2>&1 < /dev/null &
group=$!
stop() {
  kill -KILL "$group" "-$group" || true
  wait || true
  rm -rf "$folder"
}
trap stop EXIT
# So that our side sees the end of the output when the program ends.
exec > /dev/null 2>&1
cat
`

export interface Program {
  /** Everything it printed so far. */
  output(): string
  /** Resolves with the first match in its output. */
  prints(pattern: RegExp): Promise<string>
  stop(): Promise<void>
}

/** For a process that was started otherwise: kills it and deletes its folder if our process ends first. */
export function guard({ pid }: ChildProcess, folder: string): { release(): void } {
  const script = 'cat; kill -KILL "$1"; rm -rf "$2"'
  const guardian = spawn('sh', ['-c', script, 'sh', String(pid), folder], {
    detached: true,
    stdio: ['pipe', 'ignore', 'ignore'],
  })
  return { release: () => void guardian.kill('SIGKILL') }
}

interface Options {
  env?: Record<string, string>
  /** Written to user.js in its folder, which is also its home and working directory. */
  settings?: string
}

/** Starts a program with a temporary home. */
export function startProgram(command: string[], { env = {}, settings = '' }: Options = {}): Program {
  const watcher = spawn('sh', ['-c', SCRIPT, 'sh', ...command], {
    // In its own process group: Ctrl-C must not stop it from cleaning up.
    detached: true,
    stdio: ['pipe', 'pipe', 'inherit'],
    env: { NODE_ENV: 'test', PATH: process.env.PATH, TMPDIR: tmpdir(), SETTINGS: settings, ...env },
  })
  let output = ''
  watcher.stdout.on('data', (chunk) => {
    output += chunk
  })
  return {
    output: () => output,
    prints: (pattern) =>
      new Promise((resolve, reject) => {
        const check = () => {
          const match = pattern.exec(output)
          if (match) resolve(match[1] ?? match[0])
        }
        watcher.stdout.on('data', check)
        watcher.stdout.once('end', () => reject(new Error(`${command[0]} ended: ${output}`)))
        check()
      }),
    stop: () => stop(watcher),
  }
}

function stop(watcher: ChildProcess): Promise<void> {
  return new Promise((resolve) => {
    if (watcher.exitCode !== null || watcher.signalCode !== null) return resolve()
    watcher.once('exit', () => resolve())
    watcher.stdin?.end()
  })
}
