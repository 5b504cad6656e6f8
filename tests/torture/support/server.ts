import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { onTestFinished } from 'vitest'
import { readyPort } from '../../support/readyPort.mjs'

export interface RunningServer {
  url: string
  process: ChildProcess
  /** Milliseconds from the start of the process to a successful /readyz. */
  readyAfter: number
  /** Everything it printed so far. */
  output(): string
  kill(): Promise<void>
  /** Sends SIGTERM and returns the exit code. */
  stop(): Promise<number | null>
}

/** Starts a built server in a separate process: this one, or that of an unpacked release. */
export function spawnServer(dataDir: string, environment: Record<string, string> = {}, folder = '.') {
  const child = spawn(process.execPath, ['build/server.js'], {
    cwd: folder,
    env: {
      // Not vitest's environment, which sets BASE_URL.
      PATH: process.env.PATH,
      NODE_ENV: 'production',
      PORT: '0',
      HOST: '127.0.0.1',
      LOG_LEVEL: 'warn',
      DATA_DIR: dataDir,
      ...environment,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  onTestFinished(() => void child.kill('SIGKILL'))
  return child
}

/** Resolves when the server is ready. */
export async function startServer(
  dataDir: string,
  environment?: Record<string, string>,
  folder?: string,
): Promise<RunningServer> {
  const started = performance.now()
  const child = spawnServer(dataDir, environment, folder)
  let output = ''
  const exited = once(child, 'exit')
  const url = await new Promise<string>((resolve, reject) => {
    const read = (chunk: Buffer) => {
      output += chunk
      const port = readyPort(output)
      if (port) resolve(`http://127.0.0.1:${port}`)
    }
    child.stdout.on('data', read)
    child.stderr.on('data', read)
    exited.then(([code]) => reject(new Error(`the server exited with ${code}: ${output}`)), reject)
  })
  const health = await fetch(`${url}/readyz`)
  if (!health.ok) throw new Error(`not ready: ${await health.text()}`)
  const readyAfter = performance.now() - started
  const end = async (signal: NodeJS.Signals): Promise<number | null> => {
    if (child.exitCode === null && child.signalCode === null) child.kill(signal)
    const [code] = await exited
    return code
  }
  return {
    url,
    process: child,
    readyAfter,
    output: () => output,
    kill: async () => void (await end('SIGKILL')),
    stop: () => end('SIGTERM'),
  }
}
