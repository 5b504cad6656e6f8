// Logging and child processes for the scripts.
import { spawn } from 'node:child_process'
import { accessSync, constants } from 'node:fs'
import { fileURLToPath } from 'node:url'

export const root = fileURLToPath(new URL('../..', import.meta.url))

const SIGNALS = { SIGINT: 130, SIGTERM: 143, SIGHUP: 129 }

/** Standard output is for what the command itself prints: the server's log is JSON there. */
export function log(message) {
  process.stderr.write(`larder: ${message}\n`)
}

/** Exits with a message that says what to do. */
export function fail(message) {
  process.stderr.write(`larder: ${message}\n`)
  process.exit(1)
}

/**
 * Runs a command with its output visible, or only its errors, or with `onError` not even those; true if it succeeds. A
 * signal first ends the command, then this process.
 */
export async function run(command, args, { env = {}, cwd = root, quiet = false, onError } = {}) {
  const stdio = ['inherit', quiet ? 'ignore' : 'inherit', onError ? 'pipe' : 'inherit']
  const child = spawn(command, args, { cwd, stdio, env: { ...process.env, ...env } })
  child.stderr?.setEncoding('utf8').on('data', onError)
  let received
  const forward = (signal) => {
    received = signal
    child.kill(signal)
  }
  for (const signal of Object.keys(SIGNALS)) process.on(signal, forward)
  const succeeded = await new Promise((resolve) => {
    // At `exit`, errors may still be on their way.
    child.once('close', (code) => resolve(code === 0))
    child.once('error', (error) => {
      process.stderr.write(`larder: could not run ${command} (${error.message}).\n`)
      resolve(false)
    })
  })
  for (const signal of Object.keys(SIGNALS)) process.off(signal, forward)
  if (received) process.exit(SIGNALS[received])
  return succeeded
}

export function runTool(name, args, options) {
  return run(`${root}node_modules/.bin/${name}`, args, options)
}

/** Installing and building write next to the sources; nothing else does. */
export function requireWritable(purpose) {
  try {
    accessSync(root, constants.W_OK)
  } catch {
    fail(
      `${purpose} needs write access to ${root}, which this user doesn't have. Run \`npm start\` once as a user who does.`,
    )
  }
}
