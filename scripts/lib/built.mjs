// Builds Larder unless build/ was made from exactly these sources.
import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fail, requireWritable, root, run } from './steps.mjs'

const stamp = join(root, 'build/.built')
const SOURCES = [
  'app',
  'db',
  'package-lock.json',
  'package.json',
  'public',
  'scripts/build.mjs',
  'scripts/lib/external.mjs',
  'scripts/lib/offline.mjs',
  'server.ts',
  'tsconfig.json',
  'vite.config.ts',
]

/** Hashes contents instead of comparing timestamps, which copies and checkouts change. */
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

export function isBuilt() {
  if (!existsSync(stamp) || !existsSync(join(root, 'build/server.js'))) return false
  // An installation without sources, such as a container, can't be rebuilt.
  return !existsSync(join(root, 'server.ts')) || readFileSync(stamp, 'utf8') === sourcesHash()
}

/** Called before building, so that an interrupted build doesn't count. */
export function removeBuildStamp() {
  rmSync(stamp, { force: true })
}

export function writeBuildStamp(hash) {
  writeFileSync(stamp, hash)
}

export async function ensureBuilt() {
  if (isBuilt()) return
  requireWritable('Building')
  if (!(await run(process.execPath, [join(root, 'scripts/build.mjs'), '--if-needed']))) {
    fail('the build failed, see the lines above. Fix the problem, then run the same command again.')
  }
}
