// Installs the packages of package-lock.json unless they are installed for this Node version.
import { createHash } from 'node:crypto'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fail, requireWritable, root, run } from './steps.mjs'

// npm ci empties node_modules first, so an interrupted install leaves no stamp behind.
const stamp = join(root, 'node_modules/.larder-installed')

/** Native modules depend on the platform and the Node version. */
function expectedStamp() {
  const lock = createHash('sha256')
    .update(readFileSync(join(root, 'package-lock.json')))
    .digest('hex')
  return `${lock} ${process.platform} ${process.arch} node-abi-${process.versions.modules}`
}

export function isInstalled() {
  return existsSync(stamp) && readFileSync(stamp, 'utf8') === expectedStamp()
}

export function writeInstallStamp() {
  writeFileSync(stamp, expectedStamp())
}

export async function ensureInstalled() {
  checkNode()
  if (isInstalled()) return
  requireWritable('Installing packages')
  // A process of its own keeps its lock until npm is done, even if this one is killed.
  if (!(await run(process.execPath, [join(root, 'scripts/install.mjs')]))) process.exit(1)
}

function checkNode() {
  const major = Number(process.versions.node.split('.')[0])
  if (major < 20)
    fail(`Larder needs Node 20 or newer; this is ${process.versions.node}. See https://nodejs.org.`)
}
