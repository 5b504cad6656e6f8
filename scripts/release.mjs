// npm run release: builds and packs larder-VERSION.tgz, which runs where only Node is installed. With --with-packages, it
// also contains the packages for this platform and this Node version, and needs no network. --folder=DIR leaves the
// files there instead, for the image, and --to=DIR puts the archive there.
import { cpSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { basename, dirname, join, resolve } from 'node:path'
import { ensureReady, PACKED } from './lib/installed.mjs'
import { takeLock } from './lib/lock.mjs'
import { fail, log, root, run } from './lib/steps.mjs'

const COMMANDS = ['start', 'setup', 'larder', 'demo', 'backup', 'restore']
const FILES = ['CHANGELOG.md', 'LICENSE', 'README.md', 'build', 'deploy', 'docs', 'migrations']
/** Only building needs these. */
const LEFT_OUT = /^(?:build\/(?:server$|client\/\.vite)|migrations\/meta\/\w+_snapshot\.json$)/
/** A release takes nothing else from there: settings and data can be in the same folder. .dockerignore has these, too. */
const DEPLOY =
  /^deploy(?:\/(?:Caddyfile|compose(?:\.(?:backups|caddy|postgres|traefik))?\.yaml|larder\.(?:env|service|sh)|nginx(?:-proxy-manager)?\.conf))?$/

const withPackages = process.argv.includes('--with-packages')
const option = (name) => process.argv.find((argument) => argument.startsWith(`--${name}=`))?.split('=')[1]
const folderOption = option('folder')

await ensureReady()
await takeLock('packing a release')
const { EXTERNAL, FOR_BUILDING } = await import('./lib/external.mjs')
const { licensesOf } = await import('./lib/licenses.mjs')
const { projectWith } = await import('./lib/lockFile.mjs')
const { PLATFORM } = await import('./lib/platform.mjs')
const { keepSqlite, keptFiles } = await import('./lib/sqlite.mjs')
const { writeArchive } = await import('./lib/archive.mjs')
const { build } = await import('esbuild')

const manifest = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
const name = `larder-${manifest.version}`
const folder = folderOption ? resolve(folderOption) : join(root, '.cache/release', name)
if (folderOption && existsSync(folder)) fail(`${folder} exists. Choose another folder, or delete it first.`)
rmSync(folder, { recursive: true, force: true })
keepSqlite()
await writeFiles()
if (withPackages) await installPackages()
if (!folderOption) {
  const archive = join(option('to') ?? root, `${name}${withPackages ? `-${PLATFORM}` : ''}.tgz`)
  await writeArchive(folder, archive)
  rmSync(folder, { recursive: true })
  log(`${basename(archive)} is ready.`)
}

async function installPackages() {
  const setup = join(folder, 'scripts/setup.mjs')
  if (!(await run(process.execPath, [setup, 'packages'], { cwd: folder }))) process.exit(1)
  writeFileSync(join(folder, PACKED), PLATFORM)
}

async function writeFiles() {
  const write = (path, content) => {
    mkdirSync(dirname(join(folder, path)), { recursive: true })
    writeFileSync(join(folder, path), content)
  }
  for (const path of [...FILES, ...keptFiles(), ...(await scriptFiles())]) {
    if (!existsSync(join(root, path))) continue
    cpSync(join(root, path), join(folder, path), {
      recursive: true,
      filter: (source) => isIncluded(source.slice(root.length)),
    })
  }
  const { description, bin, scripts } = manifest
  const commands = Object.fromEntries(COMMANDS.map((name) => [name, scripts[name]]))
  const project = projectWith(EXTERNAL, { description, bin, scripts: commands })
  for (const [path, content] of Object.entries(project)) write(path, content)
  const bundled = Object.keys(manifest.dependencies).filter((name) => !FOR_BUILDING.includes(name))
  write('LICENSES.txt', licensesOf(bundled))
}

function isIncluded(path) {
  return !LEFT_OUT.test(path) && (!path.startsWith('deploy') || DEPLOY.test(path))
}

/** The scripts of the commands, with everything they import. */
async function scriptFiles() {
  const entries = COMMANDS.map((name) => /scripts\/\w+\.mjs/.exec(manifest.scripts[name])[0])
  const { metafile } = await build({
    absWorkingDir: root,
    entryPoints: [...entries, 'scripts/install.mjs'],
    outdir: 'unused',
    bundle: true,
    write: false,
    metafile: true,
    platform: 'node',
    format: 'esm',
    external: ['*/build/server.js', '*/build/operator.js'],
    logLevel: 'warning',
  })
  return [...Object.keys(metafile.inputs), 'scripts/lib/objectWrap.h']
}
