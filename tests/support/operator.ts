import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { text } from 'node:stream/consumers'

export interface Result {
  code: number | null
  /** stdout, then stderr. */
  output: string
}

interface Options {
  /** Gets a function that kills the command. */
  interrupt?: (kill: () => void) => void
  environment?: Record<string, string>
}

/** Runs an operator command like `npm run larder`. */
export async function runLarder(
  dataDir: string,
  args: string[],
  { interrupt, environment }: Options = {},
): Promise<Result> {
  const child = spawn(process.execPath, ['build/operator.js', ...args], {
    env: { PATH: process.env.PATH, NODE_ENV: 'production', DATA_DIR: dataDir, ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const ended = once(child, 'exit')
  interrupt?.(() => void child.kill('SIGKILL'))
  const [[code], out, errors] = await Promise.all([ended, text(child.stdout), text(child.stderr)])
  return { code, output: out + errors }
}
