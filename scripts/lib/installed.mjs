// Installs the packages of package-lock.json unless they are installed for this Node version.
import { createHash } from 'node:crypto'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fail, log, requireWritable, root, run } from './steps.mjs'

// npm ci empties node_modules first, so an interrupted install leaves no stamp behind.
const stamp = join(root, 'node_modules/.larder-installed')

/** Native modules depend on the platform and the Node version. */
function expectedStamp() {
  const lock = createHash('sha256')
    .update(readFileSync(join(root, 'package-lock.json')))
    .digest('hex')
  return `${lock} ${process.platform} ${process.arch} node-abi-${process.versions.modules}`
}

function isInstalled() {
  return existsSync(stamp) && readFileSync(stamp, 'utf8') === expectedStamp()
}

export async function ensureInstalled() {
  checkNode()
  if (isInstalled()) return
  requireWritable('Installing packages')
  log('installing packages (the first time takes a minute or two)…')
  // node-gyp needs Node's headers to compile better-sqlite3. Headers next to node save a download.
  const nodeFolder = dirname(dirname(process.execPath))
  const headers = existsSync(join(nodeFolder, 'include/node/node.h'))
    ? { npm_config_nodedir: nodeFolder }
    : {}
  const objectWrapFix = join(root, 'scripts/lib/objectWrap.h')
  const options = ['--include=dev', '--no-audit', '--no-fund', '--loglevel=error']
  const progress = setInterval(() => log('still installing…'), 20_000)
  const installed = await run('npm', ['ci', ...options], {
    env: { ...headers, CXXFLAGS: `-include ${objectWrapFix}`, NODE_ENV: 'development', JOBS: 'max' },
  })
  clearInterval(progress)
  if (!installed) {
    fail(
      'installing packages failed. Check the network. If there is no prebuilt SQLite for this platform, python3, make and g++ are required. Then run the same command again.',
    )
  }
  writeFileSync(stamp, expectedStamp())
}

function checkNode() {
  const major = Number(process.versions.node.split('.')[0])
  if (major < 20)
    fail(`Larder needs Node 20 or newer; this is ${process.versions.node}. See https://nodejs.org.`)
}
