// Are the packages of package-lock.json there, for this Node? If not, fetches them.
import { createHash } from 'node:crypto'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { mustBeWritable, root, run, say, stop } from './steps.mjs'

// npm ci empties node_modules first, so an interrupted one leaves no stamp behind.
const stamp = join(root, 'node_modules/.larder-installed')

/** Native modules belong to one kind of machine and Node, so both are a part of what was installed. */
function wanted() {
  const lock = createHash('sha256')
    .update(readFileSync(join(root, 'package-lock.json')))
    .digest('hex')
  return `${lock} ${process.platform} ${process.arch} node-abi-${process.versions.modules}`
}

function isInstalled() {
  return existsSync(stamp) && readFileSync(stamp, 'utf8') === wanted()
}

export async function ensureInstalled() {
  checkNode()
  if (isInstalled()) return
  mustBeWritable('Installing packages')
  say('installing packages (the first time takes a minute or two)…')
  // Compiling better-sqlite3 wants Node's headers; when they lie beside node, nothing is fetched.
  const beside = dirname(dirname(process.execPath))
  const headers = existsSync(join(beside, 'include/node/node.h')) ? { npm_config_nodedir: beside } : {}
  const workaround = join(root, 'scripts/lib/objectWrap.h')
  const options = ['--include=dev', '--no-audit', '--no-fund', '--loglevel=error']
  const showsLife = setInterval(() => say('still installing…'), 20_000)
  const installed = await run('npm', ['ci', ...options], {
    env: { ...headers, CXXFLAGS: `-include ${workaround}`, NODE_ENV: 'development', JOBS: 'max' },
  })
  clearInterval(showsLife)
  if (!installed) {
    stop(
      'installing packages failed. Check the network; where no prebuilt SQLite fits, python3, make and g++ are needed. Then run the same command again.',
    )
  }
  writeFileSync(stamp, wanted())
}

function checkNode() {
  const major = Number(process.versions.node.split('.')[0])
  if (major < 20)
    stop(`Larder needs Node 20 or newer; this is ${process.versions.node}. See https://nodejs.org.`)
}
