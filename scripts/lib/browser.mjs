// Finds Chromium for the browser tests, screenshots and benchmarks.
import { existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { fail, log, run } from './steps.mjs'

/** With a full user interface, like on people's devices. */
export const FULL = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable']
/** The headless shell renders the same pages in a third less time. */
const HEADLESS_FIRST = ['chromium-headless-shell', ...FULL]

export function findOnPath(...names) {
  const folders = (process.env.PATH ?? '').split(delimiter).filter(Boolean)
  return names.flatMap((name) => folders.map((folder) => join(folder, name))).find((path) => existsSync(path))
}

/** Only as root on Debian and its derivatives, such as in a CI container. Prints what it installs first. */
async function install(names) {
  if (process.getuid?.() !== 0 || !findOnPath('apt-get')) return undefined
  log(
    `Chromium is not installed. Installing a system package as root: apt-get update && apt-get install -y ${names[0]}. To use another Chromium or Chrome, set CHROMIUM_PATH.`,
  )
  const env = { DEBIAN_FRONTEND: 'noninteractive' }
  await run('apt-get', ['update', '-qq'], { env })
  for (const name of names) {
    log(`running apt-get install -y ${name}`)
    if (await run('apt-get', ['install', '-y', '-qq', name], { env })) return findOnPath(name)
  }
}

export async function ensureBrowser(names = HEADLESS_FIRST) {
  const fromEnv = process.env.CHROMIUM_PATH
  if (fromEnv && !existsSync(fromEnv)) {
    fail(`CHROMIUM_PATH is set to ${fromEnv}, which doesn't exist. Correct or unset it.`)
  }
  const path = fromEnv || findOnPath(...names) || (await install(names.slice(0, 2)))
  if (path) return path
  fail(
    'Chromium is required. Install it (Debian and Ubuntu: sudo apt-get install chromium) or set CHROMIUM_PATH to a Chromium or Chrome binary, then run the same command again.',
  )
}
