// Finds a Chromium for what needs a browser; on Debian it fetches one.
import { existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { run, say, stop } from './steps.mjs'

/** As people have it, windows and all. */
export const WHOLE = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable']
/** The same pages without the windows around them take a third less time. */
const LEAN_FIRST = ['chromium-headless-shell', ...WHOLE]

function onPath(...names) {
  const folders = (process.env.PATH ?? '').split(delimiter).filter(Boolean)
  return names.flatMap((name) => folders.map((folder) => join(folder, name))).find((path) => existsSync(path))
}

async function fetched(names) {
  if (process.getuid?.() !== 0 || !onPath('apt-get')) return undefined
  const env = { DEBIAN_FRONTEND: 'noninteractive' }
  await run('apt-get', ['update', '-qq'], { env })
  for (const name of names) {
    say(`installing ${name}…`)
    if (await run('apt-get', ['install', '-y', '-qq', name], { env })) return onPath(name)
  }
}

/** Its path. Ends with what to do where there is none to be had. */
export async function ensureBrowser(names = LEAN_FIRST) {
  const given = process.env.CHROMIUM_PATH
  if (given && !existsSync(given)) {
    stop(`CHROMIUM_PATH names ${given}, which is not there. Correct it, or leave it out.`)
  }
  const found = given || onPath(...names) || (await fetched(names.slice(0, 2)))
  if (found) return found
  stop(
    'this needs Chromium. Install it (Debian: `apt-get install chromium` as root), or put the path of a Chromium or Chrome into CHROMIUM_PATH.',
  )
}
