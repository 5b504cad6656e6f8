// What has changed, according to git, and which tests are near.
import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { root } from './steps.mjs'

/** What tests/packaging is about. */
const PACKAGING =
  /^(?:scripts|\.github|\.ci|deploy|tests\/packaging)\/|^(?:package(?:-lock)?\.json|Dockerfile|\.dockerignore|LICENSE)$/

/** The lines that git prints, or nothing if it fails. */
function git(...args) {
  const { status, stdout } = spawnSync('git', args, { cwd: root, encoding: 'utf8' })
  return status === 0 ? stdout.split('\n').filter(Boolean) : undefined
}

/** Where this branch left `main`; on `main` itself, the last commit before. */
function base() {
  const [head] = git('rev-parse', 'HEAD') ?? []
  const left = ['origin/main', 'main'].map((branch) => git('merge-base', branch, 'HEAD')?.[0])
  return (
    left.find((commit) => commit && commit !== head) ?? git('rev-parse', '--verify', '--quiet', 'HEAD~1')?.[0]
  )
}

/** The files that differ from the base, with those that aren't committed; nothing if git can't tell. */
export function changedFiles() {
  const before = base()
  const differing = before && git('diff', '--name-only', '--no-renames', before)
  const untracked = git('ls-files', '--others', '--exclude-standard')
  return differing && untracked && [...differing, ...untracked]
}

export function packagingChanged() {
  return changedFiles()?.some((path) => PACKAGING.test(path)) ?? true
}

const TEST = /^(?:app|db)\/.*\.test\.tsx?$/
const IMPORT = /(?:from|import|import\()\s*'(#|\.\.?\/)([^'\n]+)'/g
/** Tests that read sources and pages, which takes no time. */
const SOURCES = ['docs', 'code', 'packages', 'security'].map((name) => `tests/sources/${name}.test.ts`)
/** What half a minute is enough for. */
const MOST = 15

/** Who imports each file. */
function importers() {
  const found = new Map()
  for (const path of git('ls-files', '--cached', '--others', '--exclude-standard', 'app', 'db', 'tests') ??
    []) {
    if (!/\.(?:tsx?|mjs)$/.test(path) || !existsSync(join(root, path))) continue
    for (const [, start, rest] of readFileSync(join(root, path), 'utf8').matchAll(IMPORT)) {
      const imported = start === '#' ? rest : join(dirname(path), start, rest)
      found.set(imported, [...(found.get(imported) ?? []), path])
    }
  }
  return found
}

/** Tests in the folders of these files, and then those that import them, perhaps through one other file. */
export function testsNear(files) {
  const importedBy = importers()
  const folders = new Set(files.map((path) => dirname(path)))
  const beside = [...importedBy.values()].flat().filter((path) => folders.has(dirname(path)))
  const direct = files.flatMap((path) => importedBy.get(path) ?? [])
  const indirect = direct.flatMap((path) => importedBy.get(path) ?? [])
  const near = new Set([...files, ...beside, ...direct, ...indirect])
  const tests = [...near].filter((path) => TEST.test(path) && existsSync(join(root, path)))
  return [...SOURCES, ...tests.slice(0, MOST)]
}
