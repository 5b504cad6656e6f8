// How the scripts speak and run things.
import { spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'

export const root = fileURLToPath(new URL('../..', import.meta.url))

export function say(sentence) {
  process.stdout.write(`larder: ${sentence}\n`)
}

/** Ends with a sentence that says what to do. */
export function stop(sentence) {
  process.stderr.write(`larder: ${sentence}\n`)
  process.exit(1)
}

/** Runs a command in the open; true when it worked. */
export function run(command, args, { env = {}, quiet = false } = {}) {
  const result = spawnSync(command, args, {
    cwd: root,
    stdio: quiet ? 'ignore' : 'inherit',
    env: { ...process.env, ...env },
  })
  return result.status === 0
}
