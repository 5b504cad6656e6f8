// Installs the packages. Other scripts run it when they need to.
import { existsSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { isInstalled, writeInstallStamp } from './lib/installed.mjs'
import { takeLock } from './lib/lock.mjs'
import { fail, log, root, run } from './lib/steps.mjs'

await takeLock('installing packages')
// Another command may have done it in the meantime.
if (isInstalled()) process.exit()

log('installing packages (the first time takes a minute or two)…')
// node-gyp needs Node's headers to compile better-sqlite3. Headers next to node save a download.
const nodeFolder = dirname(dirname(process.execPath))
const headers = existsSync(join(nodeFolder, 'include/node/node.h')) ? { npm_config_nodedir: nodeFolder } : {}
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
writeInstallStamp()
