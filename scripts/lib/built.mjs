// Is the built app newer than everything it is made from? If not, builds it.
import { existsSync, readdirSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { root, run, say, stop } from './steps.mjs'

const stamp = join(root, 'build/.built')
const SOURCES = ['app', 'db', 'public', 'scripts', 'server.ts', 'package-lock.json', 'vite.config.ts']

function newest(path) {
  const stats = statSync(path)
  if (!stats.isDirectory()) return stats.mtimeMs
  // The folder's own time tells of files that were deleted.
  const inside = readdirSync(path).map((name) => newest(join(path, name)))
  return Math.max(stats.mtimeMs, ...inside)
}

function isBuilt() {
  if (!existsSync(stamp) || !existsSync(join(root, 'build/server.js'))) return false
  // An installation without its sources (a container) is what it is.
  const sources = SOURCES.map((source) => join(root, source)).filter((path) => existsSync(path))
  return Math.max(...sources.map(newest)) <= statSync(stamp).mtimeMs
}

export function remember() {
  writeFileSync(stamp, '')
}

export function ensureBuilt() {
  if (isBuilt()) return
  say('building…')
  if (!run(process.execPath, [join(root, 'scripts/build.mjs')])) {
    stop('building failed: the lines above say why. After mending it, run the same command again.')
  }
}
