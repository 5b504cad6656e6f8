// How the scripts speak and run things.
import { spawn } from 'node:child_process'
import { accessSync, constants } from 'node:fs'
import { fileURLToPath } from 'node:url'

export const root = fileURLToPath(new URL('../..', import.meta.url))

const SIGNALS = { SIGINT: 130, SIGTERM: 143, SIGHUP: 129 }

export function say(sentence) {
  process.stdout.write(`larder: ${sentence}\n`)
}

/** Ends with a sentence that says what to do. */
export function stop(sentence) {
  process.stderr.write(`larder: ${sentence}\n`)
  process.exit(1)
}

/** Runs a command in the open; true when it worked. A signal ends the command first, and then us. */
export async function run(command, args, { env = {} } = {}) {
  const child = spawn(command, args, { cwd: root, stdio: 'inherit', env: { ...process.env, ...env } })
  let stopped
  const pass = (signal) => {
    stopped = signal
    child.kill(signal)
  }
  for (const signal of Object.keys(SIGNALS)) process.on(signal, pass)
  const worked = await new Promise((resolve) => {
    child.once('exit', (code) => resolve(code === 0))
    child.once('error', (error) => {
      process.stderr.write(`larder: ${command} cannot be run (${error.message}).\n`)
      resolve(false)
    })
  })
  for (const signal of Object.keys(SIGNALS)) process.off(signal, pass)
  if (stopped) process.exit(SIGNALS[stopped])
  return worked
}

/** A tool of node_modules. */
export function tool(name, args, options) {
  return run(`${root}node_modules/.bin/${name}`, args, options)
}

/** Installing and building write beside the sources; afterwards Larder never does. */
export function mustBeWritable(purpose) {
  try {
    accessSync(root, constants.W_OK)
  } catch {
    stop(
      `${purpose} needs to write to ${root}, and this user may not. Run \`npm start\` once as somebody who may.`,
    )
  }
}
