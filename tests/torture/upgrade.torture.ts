import { spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { temporaryFolder } from '#tests/support/services.ts'
import { spawnServer, startServer } from './support/server.ts'

const { version } = JSON.parse(readFileSync('package.json', 'utf8'))
const NEXT = '99.0.0'

let parent: string
/** Two releases: this version, and one that changes the schema. */
let current: string
let next: string
beforeAll(() => {
  parent = mkdtempSync(join(tmpdir(), 'larder-release-'))
  current = join(parent, 'current')
  next = join(parent, 'next')
  const { status, stderr } = spawnSync(process.execPath, ['scripts/release.mjs', `--folder=${current}`], {
    encoding: 'utf8',
  })
  expect(status, stderr).toBe(0)
  symlinkSync(resolve('node_modules'), join(current, 'node_modules'))
  cpSync(current, next, { recursive: true, verbatimSymlinks: true })
  for (const name of ['build/server.js', 'build/operator.js'])
    change(name, (text) => text.replace(new RegExp(`(version\\d*[=:])"${version}"`, 'g'), `$1"${NEXT}"`))
  change('migrations/meta/_journal.json', (text) => {
    const journal = JSON.parse(text)
    const { idx, when } = journal.entries.at(-1)
    journal.entries.push({ ...journal.entries.at(-1), idx: idx + 1, when: when + 1, tag: '0099_next' })
    return JSON.stringify(journal)
  })
  writeFileSync(join(next, 'migrations/0099_next.sql'), 'CREATE TABLE later (id TEXT PRIMARY KEY) STRICT;\n')
})

afterAll(() => rmSync(parent, { recursive: true }))

function change(name: string, edit: (text: string) => string) {
  const path = join(next, name)
  const text = readFileSync(path, 'utf8')
  const edited = edit(text)
  expect(edited).not.toBe(text)
  writeFileSync(path, edited)
}

function operator(release: string, dataDir: string, ...command: string[]): string {
  const { stdout, stderr, status } = spawnSync(process.execPath, ['build/operator.js', ...command], {
    cwd: release,
    encoding: 'utf8',
    env: { NODE_ENV: 'production', PATH: process.env.PATH, DATA_DIR: dataDir },
  })
  expect(status, stderr).toBe(0)
  return stdout
}

test('after an upgrade and the way back, everything from before it is there', async () => {
  const dataDir = join(temporaryFolder(), 'data')
  mkdirSync(dataDir)
  const before = await startServer(dataDir, {}, current)
  operator(current, dataDir, 'demo')
  const people = operator(current, dataDir, 'users')
  const backup = join(dataDir, 'before.tar')
  operator(current, dataDir, 'backup', backup)
  expect(await before.stop()).toBe(0)

  const upgraded = await startServer(dataDir, {}, next)
  expect(upgraded.output()).toContain(`Updated the database for Larder ${NEXT}. A copy from before is in `)
  operator(next, dataDir, 'user', 'add', 'Ben', 'ben@example.org')
  expect(await upgraded.stop()).toBe(0)

  const refused = await outputOf(spawnServer(dataDir, {}, current))
  expect(refused).toContain(`needs Larder ${NEXT} or newer, and this is Larder ${version}.`)
  const [, copy = ''] = /npm run restore -- (\S+)/.exec(refused) ?? []
  expect(operator(current, dataDir, 'restore', copy)).toMatch(/^Restored /)
  const back = await startServer(dataDir, {}, current)
  expect(operator(current, dataDir, 'users')).toBe(people)
  expect(operator(current, dataDir, 'check')).toContain('No problems found')
  expect(await back.stop()).toBe(0)

  // The backup from before works as well.
  operator(current, dataDir, 'restore', backup)
  expect(operator(current, dataDir, 'users')).toBe(people)
})

async function outputOf(child: ReturnType<typeof spawnServer>): Promise<string> {
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (text) => (output += text))
  const code = await new Promise((resolve) => child.once('close', resolve))
  expect(code).toBe(1)
  return output
}
