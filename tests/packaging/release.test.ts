import { spawn, spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
} from 'node:fs'
import { isBuiltin } from 'node:module'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { build } from 'esbuild'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { freePort } from '#tests/support/freePort.mjs'
import { EXTERNAL } from '../../scripts/lib/external.mjs'

const { version } = JSON.parse(readFileSync('package.json', 'utf8'))
const NAME = `larder-${version}.tgz`
/** Asked for by the operator of a small server. */
const MOST_PACKAGES = 250

function release(): string {
  const args = ['scripts/release.mjs', `--to=${parent}`]
  const { status, stderr } = spawnSync(process.execPath, args, { encoding: 'utf8' })
  expect(status, stderr).toBe(0)
  return createHash('sha256')
    .update(readFileSync(join(parent, NAME)))
    .digest('hex')
}

let first: string
let parent: string
let folder: string
beforeAll(() => {
  parent = mkdtempSync(join(tmpdir(), 'larder-release-'))
  first = release()
  expect(spawnSync('tar', ['xzf', join(parent, NAME), '-C', parent]).status).toBe(0)
  folder = join(parent, `larder-${version}`)
}, 120_000)

afterAll(() => rmSync(parent, { recursive: true }))

const read = (path: string) => readFileSync(join(folder, path), 'utf8')

test('two releases of the same sources are the same file', () => {
  expect(release()).toBe(first)
})

test('a release has its build, its documents and no sources', () => {
  const entries = 'CHANGELOG.md LICENSE LICENSES.txt README.md build deploy docs migrations package-lock.json'
  expect(readdirSync(folder).sort().join(' ')).toBe(`.cache ${entries} package.json scripts`)
  expect(existsSync(join(folder, 'build/server'))).toBe(false)
  expect(statSync(join(parent, NAME)).size).toBeLessThan(8_000_000)
})

test('a release installs only what running needs, in the locked versions', () => {
  const { packages } = JSON.parse(read('package-lock.json'))
  const locked = JSON.parse(readFileSync('package-lock.json', 'utf8')).packages
  const { '': top, ...rest } = packages
  expect(Object.keys(rest).length).toBeGreaterThan(50)
  expect(Object.keys(rest).length).toBeLessThan(MOST_PACKAGES)
  for (const [path, entry] of Object.entries(rest)) expect(entry, path).toEqual(locked[path])
  const { dependencies, devDependencies, scripts } = JSON.parse(read('package.json'))
  expect(dependencies).toEqual(top.dependencies)
  expect(devDependencies).toBeUndefined()
  for (const command of Object.values<string>(scripts)) {
    const [script = ''] = /scripts\/\w+\.mjs/.exec(command) ?? []
    expect(existsSync(join(folder, script)), command).toBe(true)
  }
})

test('the programs of a release load no other packages than those', async () => {
  const programs = readdirSync(join(folder, 'build')).filter((name) => /\.m?js$/.test(name))
  expect(programs).toContain('server.js')
  const { metafile } = await build({
    entryPoints: programs.map((name) => join(folder, 'build', name)),
    outdir: join(parent, 'unused'),
    bundle: true,
    write: false,
    metafile: true,
    platform: 'node',
    format: 'esm',
    packages: 'external',
    logLevel: 'error',
  })
  const imported = Object.values(metafile.inputs).flatMap(({ imports }) => imports)
  const names = imported.filter(({ external }) => external).map(({ path }) => path)
  const packages = new Set(names.filter((name) => !isBuiltin(name)))
  expect([...packages].sort()).toEqual([...EXTERNAL].sort())
})

test('a release takes no settings or data along that are in deploy', () => {
  const shipped = readdirSync(join(folder, 'deploy'))
  expect(shipped).toContain('compose.yaml')
  const tracked = spawnSync('git', ['ls-files', 'deploy'], { encoding: 'utf8' }).stdout
  expect(shipped.sort().map((name) => `deploy/${name}`)).toEqual(tracked.trim().split('\n').sort())
})

test('a release names the license of each package in it', () => {
  const licenses = read('LICENSES.txt')
  for (const name of ['react', 'express', 'drizzle-orm', 'lucide', 'sonner', 'better-sqlite3', 'Figtree'])
    expect(licenses).toMatch(new RegExp(`^${name}\\b`, 'm'))
  expect(licenses).not.toMatch(/^vite \d/m)
})

test('an unpacked release serves its pages and runs its commands', async () => {
  symlinkSync(resolve('node_modules'), join(folder, 'node_modules'))
  const port = await freePort()
  const data = join(folder, 'data')
  mkdirSync(data)
  const env = {
    // Not vitest's environment, which sets BASE_URL.
    PATH: process.env.PATH,
    NODE_ENV: 'production' as const,
    PORT: String(port),
    DATA_DIR: data,
    LOG_LEVEL: 'warn',
  }
  const server = spawn(process.execPath, ['build/server.js'], { cwd: folder, env, stdio: 'inherit' })
  try {
    const page = async () => (await fetch(`http://127.0.0.1:${port}/landing`).catch(() => undefined))?.status
    await expect.poll(page, { timeout: 30_000 }).toBe(200)
    const check = spawnSync(process.execPath, ['build/operator.js', 'check'], {
      cwd: folder,
      env,
      encoding: 'utf8',
    })
    expect(check.stdout + check.stderr).toContain('No problems found')
  } finally {
    server.kill()
  }
})
