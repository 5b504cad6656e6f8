// Installs the packages of package-lock.json unless they are installed for this Node version.
import { createHash } from 'node:crypto'
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { ensureBuilt } from './built.mjs'
import { readLock } from './lockFile.mjs'
import { PLATFORM } from './platform.mjs'
import { fail, requireWritable, root, run } from './steps.mjs'

// npm ci empties node_modules first, so an interrupted install leaves no stamp behind.
const stamp = join(root, 'node_modules/.larder-installed')

/** Native modules depend on the platform and the Node version. A new version of Larder alone changes no package. */
function expectedStamp({ dev }) {
  const { '': _larder, ...packages } = readLock().packages
  const lock = createHash('sha256').update(JSON.stringify(packages)).digest('hex')
  return `${lock} ${PLATFORM}${dev ? ' dev' : ''}`
}

/** The packages for building and running Larder, or with `dev` also those for developing and testing it. */
export function isInstalled({ dev = false } = {}) {
  if (!existsSync(stamp)) return false
  const found = readFileSync(stamp, 'utf8')
  return found === expectedStamp({ dev: true }) || (!dev && found === expectedStamp({ dev }))
}

export function writeInstallStamp(options) {
  writeFileSync(stamp, expectedStamp(options))
}

export function removeInstallStamp() {
  rmSync(stamp, { force: true })
}

/** In an archive with packages. npm would delete them before it finds out that there is no network. */
export const PACKED = 'node_modules/.larder-packed'

function refuseOtherPlatform() {
  const packed = join(root, PACKED)
  const madeFor = existsSync(packed) ? readFileSync(packed, 'utf8') : PLATFORM
  if (madeFor === PLATFORM) return
  fail(
    `The packages in this archive are made for Node ${madeFor.split('node').at(-1)} (${madeFor}), and this is ${PLATFORM}. Use that Node, or the archive for this one. Or delete node_modules: then the next start downloads the packages.`,
  )
}

export async function ensureInstalled({ dev = false, build = false } = {}) {
  checkNode()
  if (isInstalled({ dev })) return
  refuseOtherPlatform()
  requireWritable('Installing packages')
  const args = Object.entries({ dev, build }).flatMap(([name, wanted]) => (wanted ? [name] : []))
  // A process of its own keeps its lock until npm is done, even if this one is killed.
  if (!(await run(process.execPath, [join(root, 'scripts/install.mjs'), ...args]))) process.exit(1)
}

/** Installs and builds; where SQLite has to be compiled, both at the same time. */
export async function ensureReady({ dev = false } = {}) {
  await ensureInstalled({ dev, build: true })
  await ensureBuilt()
}

function checkNode() {
  const major = Number(process.versions.node.split('.')[0])
  if (major < 20)
    fail(`Larder needs Node 20 or newer; this is ${process.versions.node}. See https://nodejs.org.`)
}
