// Installs the packages that building and running need. Other scripts run it when they need to. `install.mjs dev` adds
// those for developing, and `install.mjs build` builds as soon as that is possible.
import { join } from 'node:path'
import { isBuilt } from './lib/built.mjs'
import { isInstalled, removeInstallStamp, writeInstallStamp } from './lib/installed.mjs'
import { takeLock } from './lib/lock.mjs'
import { npm } from './lib/npm.mjs'
import { getSqlite, placeSqlite } from './lib/sqlite.mjs'
import { fail, log, root, run } from './lib/steps.mjs'

const FAILED = 'installing packages failed. Check the network, then run the same command again.'

const wanted = { dev: process.argv.includes('dev') }
await takeLock('installing packages')
// Another command may have done it in the meantime.
if (isInstalled(wanted)) process.exit()
if (isInstalled()) await addDevelopment()
else await installAll()

/** A Larder may be running from these packages, so they stay where they are. */
async function addDevelopment() {
  log('installing packages for developing…')
  removeInstallStamp()
  const added = await npm('install', ['--no-save', '--ignore-scripts'])
  writeInstallStamp({ dev: added })
  if (!added) fail(FAILED)
}

async function installAll() {
  log('installing packages…')
  const progress = setInterval(() => log('still installing…'), 20_000)
  const sqlite = getSqlite().catch((error) => ({ cause: error.message }))
  const installed = await npm('ci', ['--ignore-scripts', ...(wanted.dev ? [] : ['--omit=dev'])])
  // If it fails, the command that wanted it tries again and says so.
  const mayBuild = installed && process.argv.includes('build') && !isBuilt()
  const built = mayBuild && run(process.execPath, [join(root, 'scripts/build.mjs')])
  const noSqlite = await sqlite
  await built
  if (!installed) fail(FAILED)
  if (noSqlite) {
    const { cause, errors } = noSqlite
    const details = errors ? `\n${errors.trimEnd()}` : ''
    fail(`SQLite could not be installed: ${cause}. Fix that, then run the same command again.${details}`)
  }
  placeSqlite()
  writeInstallStamp(wanted)
  clearInterval(progress)
}
