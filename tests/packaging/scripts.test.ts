import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'

const { scripts } = JSON.parse(readFileSync('package.json', 'utf8')) as { scripts: Record<string, string> }

const IMPORT = /(?:from|import|import\()\s*'(\.{1,2}\/[^'\n]+)'/g
const GENERATED = /^(?:build|bench\/results)\//
const PROJECT_FILE = /'((?:app|bench|db|deploy|migrations|public|scripts|tests)\/[^'\n]*\.\w+)'/g

/** A script, its imports and the project files it names, such as configurations and entry points. */
function filesOf(path: string, found = new Set<string>()): Set<string> {
  if (found.has(path) || GENERATED.test(path)) return found
  found.add(path)
  if (!path.endsWith('.mjs') || !existsSync(path)) return found
  const source = readFileSync(path, 'utf8')
  for (const [, file = ''] of source.matchAll(IMPORT)) filesOf(join(dirname(path), file), found)
  for (const [, file = ''] of source.matchAll(PROJECT_FILE)) filesOf(file, found)
  return found
}

/** The program of a script, after its settings, and its first file. */
function partsOf(command: string) {
  const [program = '', ...args] = command.replace(/^(?:[A-Z_]+=\d+ )*(?:exec )?/, '').split(' ')
  return { program, file: args.find((arg) => !arg.startsWith('-')) ?? '' }
}

test('all files of the npm scripts exist and are not ignored by git', () => {
  const parts = Object.values(scripts).map(partsOf)
  const tools = parts.filter(({ program }) => program !== 'node')
  expect(tools.filter(({ program }) => !existsSync(`node_modules/.bin/${program}`))).toEqual([])
  const files = parts.filter(({ program }) => program === 'node').flatMap(({ file }) => [...filesOf(file)])
  expect(files.length).toBeGreaterThan(30)
  expect(files.filter((path) => !existsSync(path))).toEqual([])
  const { stdout, status } = spawnSync('git', ['check-ignore', ...files], { encoding: 'utf8' })
  // Git's status for none.
  expect({ stdout, status }).toEqual({ stdout: '', status: 1 })
})

test('the check covers configurations that scripts pass to tools', () => {
  expect([...filesOf('scripts/screenshots.mjs')]).toContain('tests/screenshots/playwright.config.ts')
  expect([...filesOf('scripts/torture.mjs')]).toContain('tests/torture/vitest.config.ts')
})
