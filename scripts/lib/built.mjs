// Was build/ made from exactly these sources? If not, builds it.
import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { mustBeWritable, root, run, say, stop } from './steps.mjs'

const stamp = join(root, 'build/.built')
const SOURCES = [
  'app',
  'db',
  'package-lock.json',
  'package.json',
  'public',
  'scripts/build.mjs',
  'server.ts',
  'tsconfig.json',
  'vite.config.ts',
]

/** What the files say, not when they were written: clocks, copies and checkouts cannot mislead it. */
export function sourcesHash() {
  const hash = createHash('sha256')
  const add = (path) => {
    const full = join(root, path)
    if (statSync(full).isDirectory()) {
      for (const name of readdirSync(full).sort()) add(`${path}/${name}`)
    } else if (!/\.test\.tsx?$/.test(path)) {
      const content = readFileSync(full)
      hash.update(`${path}\0${content.length}\0`).update(content)
    }
  }
  for (const source of SOURCES) if (existsSync(join(root, source))) add(source)
  return hash.digest('hex')
}

function isBuilt() {
  if (!existsSync(stamp) || !existsSync(join(root, 'build/server.js'))) return false
  // An installation without its sources (a container) is what it is.
  return !existsSync(join(root, 'server.ts')) || readFileSync(stamp, 'utf8') === sourcesHash()
}

/** A build that ends halfway must not count. */
export function forget() {
  rmSync(stamp, { force: true })
}

export function remember(hash) {
  writeFileSync(stamp, hash)
}

export async function ensureBuilt() {
  if (isBuilt()) return
  mustBeWritable('Building')
  say('building…')
  if (!(await run(process.execPath, [join(root, 'scripts/build.mjs')]))) {
    stop('building failed: the lines above say why. After mending it, run the same command again.')
  }
}
