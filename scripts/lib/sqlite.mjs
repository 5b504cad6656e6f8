// The native part of better-sqlite3. Compiling it takes longer than installing everything else, so it's done at the
// same time, in a folder of its own, and kept: the next install needs no network or compiler for it.
import { spawnSync } from 'node:child_process'
import { copyFileSync, existsSync, mkdirSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { lockedVersion, projectWith } from './lockFile.mjs'
import { npm } from './npm.mjs'
import { PLATFORM } from './platform.mjs'
import { root } from './steps.mjs'

const NAME = 'better-sqlite3'
const BINARY = `node_modules/${NAME}/build/Release/better_sqlite3.node`
const kept = join(root, '.cache/sqlite')

const prefix = () => `${NAME}-${lockedVersion(NAME)}-`
const keptSqlite = () => join(kept, `${prefix()}${PLATFORM}.node`)

/** For all platforms it was kept for. */
export const keptFiles = () =>
  readdirSync(kept)
    .filter((name) => name.startsWith(prefix()) && name.endsWith('.node'))
    .map((name) => `.cache/sqlite/${name}`)

/** Downloads it if there is one for this platform, and otherwise compiles it. Returns why neither was possible. */
export async function getSqlite() {
  const file = keptSqlite()
  if (existsSync(file) && isUsable(file)) return undefined
  const folder = join(kept, 'new')
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { recursive: true })
  for (const [name, content] of Object.entries(projectWith([NAME])))
    writeFileSync(join(folder, name), content)
  let errors = ''
  const onError = (text) => {
    errors += text
  }
  // Only warnings tell why it couldn't be downloaded.
  const options = { cwd: folder, env: compiler(), onError, level: 'warn' }
  const installed = await npm('ci', ['--ignore-scripts=false'], options)
  if (!installed || !existsSync(join(folder, BINARY))) return causeOf(errors)
  renameSync(join(folder, BINARY), file)
  for (const name of readdirSync(kept))
    if (!name.startsWith(prefix())) rmSync(join(kept, name), { recursive: true, force: true })
  return undefined
}

/** npm prints forty lines, about the second attempt first. */
function causeOf(errors) {
  const [, notDownloaded] = /prebuild-install warn install (.+)/.exec(errors) ?? []
  if (!notDownloaded) return { cause: 'npm failed', errors }
  const missing = COMPILER.filter((tool) => spawnSync(tool, ['--version']).status !== 0)
  const cause = `the prebuilt one could not be downloaded from github.com (${notDownloaded})`
  if (missing.length === 0) return { cause: `${cause}, and compiling it failed`, errors }
  return {
    cause: `${cause}, and compiling it needs ${COMPILER.join(', ')}, of which ${missing.join(' and ')} can't be used`,
  }
}

const COMPILER = ['python3', 'make', 'g++']

/** False on a system older than that where the file was compiled. */
const isUsable = (file) =>
  spawnSync(process.execPath, ['-e', 'process.dlopen({ exports: {} }, process.argv[1])', file]).status === 0

function compiler() {
  // node-gyp needs Node's headers. Those next to node save a download.
  const nodeFolder = dirname(dirname(process.execPath))
  const headers = existsSync(join(nodeFolder, 'include/node/node.h'))
    ? { npm_config_nodedir: nodeFolder }
    : {}
  const objectWrapFix = join(root, 'scripts/lib/objectWrap.h')
  // better-sqlite3 asks for -O3 and for warnings that nobody sees: they double the time. SQLite's authors recommend -O2.
  const quick = '-O2 -Wno-all -Wno-extra'
  return { ...headers, CFLAGS: quick, CXXFLAGS: `${quick} -include ${objectWrapFix}` }
}

/** For a release, if npm alone has installed it. */
export function keepSqlite() {
  if (existsSync(keptSqlite())) return
  mkdirSync(kept, { recursive: true })
  copyFileSync(join(root, BINARY), keptSqlite())
}

export function placeSqlite() {
  const place = join(root, BINARY)
  mkdirSync(dirname(place), { recursive: true })
  copyFileSync(keptSqlite(), `${place}.new`)
  renameSync(`${place}.new`, place)
}
