import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { text } from 'node:stream/consumers'

export interface Done {
  code: number | null
  said: string
}

interface Circumstances {
  /** May kill it. */
  interrupt?: (kill: () => void) => void
  environment?: Record<string, string>
}

/** One of the operator's commands, as npm run would start it. */
export async function operate(
  dataDir: string,
  args: string[],
  { interrupt, environment }: Circumstances = {},
): Promise<Done> {
  const child = spawn(process.execPath, ['build/operator.js', ...args], {
    env: { PATH: process.env.PATH, NODE_ENV: 'production', DATA_DIR: dataDir, ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const ended = once(child, 'exit')
  interrupt?.(() => void child.kill('SIGKILL'))
  const [[code], out, complaints] = await Promise.all([ended, text(child.stdout), text(child.stderr)])
  return { code, said: out + complaints }
}
