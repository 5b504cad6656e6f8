// Finds a Chromium for the browser tests; on Debian it fetches one.
import { existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { run, say, stop } from './steps.mjs'

const NAMES = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable']

function onPath(...names) {
  const folders = (process.env.PATH ?? '').split(delimiter).filter(Boolean)
  return names.flatMap((name) => folders.map((folder) => join(folder, name))).find((path) => existsSync(path))
}

async function fetched() {
  if (process.getuid?.() !== 0 || !onPath('apt-get')) return undefined
  say('installing Chromium for the browser tests…')
  const env = { DEBIAN_FRONTEND: 'noninteractive' }
  await run('apt-get', ['update', '-qq'], { env })
  await run('apt-get', ['install', '-y', '-qq', 'chromium'], { env })
  return onPath(...NAMES)
}

/** Its path. Ends with what to do where there is none to be had. */
export async function ensureBrowser() {
  const given = process.env.CHROMIUM_PATH
  if (given && !existsSync(given)) {
    stop(`CHROMIUM_PATH names ${given}, which is not there. Correct it, or leave it out.`)
  }
  const found = given || onPath(...NAMES) || (await fetched())
  if (found) return found
  stop(
    'the browser tests need Chromium. Install it (Debian: `apt-get install chromium` as root), or put the path of a Chromium or Chrome into CHROMIUM_PATH.',
  )
}
