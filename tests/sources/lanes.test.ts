import { spawnSync } from 'node:child_process'
import { copyFileSync, mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import { temporaryFolder } from '#tests/support/services.ts'

const SCRIPTS = ['scripts/lib/changes.mjs', 'scripts/lib/steps.mjs']

/** A project that asks git what has changed. */
function project() {
  const cwd = temporaryFolder()
  const write = (path: string, text = path) => {
    mkdirSync(join(cwd, dirname(path)), { recursive: true })
    writeFileSync(join(cwd, path), text)
  }
  for (const script of SCRIPTS) {
    mkdirSync(join(cwd, dirname(script)), { recursive: true })
    copyFileSync(script, join(cwd, script))
  }
  const run = (command: string, ...args: string[]) => {
    const { status, stdout, stderr } = spawnSync(command, args, { cwd, encoding: 'utf8' })
    expect(status, stderr).toBe(0)
    return stdout
  }
  const git = (...args: string[]) =>
    run('git', '-c', 'user.name=Ada', '-c', 'user.email=ada@example.org', ...args)
  const commit = (...paths: string[]) => {
    for (const path of paths) write(path)
    git('add', '--all')
    git('commit', '--quiet', '--allow-empty', '--message=1')
  }
  const ask = (what: string) =>
    JSON.parse(
      run(
        'node',
        '--eval',
        `import('./scripts/lib/changes.mjs').then((it) => console.log(JSON.stringify(${what})))`,
      ),
    )
  return { write, git, commit, ask, runsPackaging: () => ask('it.packagingChanged()') }
}

test('tests of packaging run with changes of scripts and packages, on a branch since it left main', () => {
  const { write, git, commit, runsPackaging } = project()
  git('init', '--quiet', '--initial-branch=main')
  commit()
  commit('app/old.ts')
  expect(runsPackaging()).toBe(false)
  git('switch', '--quiet', '--create', 'branch')
  commit('package.json')
  commit('app/new.ts')
  expect(runsPackaging()).toBe(true)
  git('switch', '--quiet', 'main')
  expect(runsPackaging()).toBe(false)
  write('.github/workflows/new.yml')
  expect(runsPackaging()).toBe(true)
})

test('tests of packaging run where git cannot tell what has changed', () => {
  const { git, commit, runsPackaging } = project()
  expect(runsPackaging()).toBe(true)
  git('init', '--quiet')
  commit('app/only.ts')
  expect(runsPackaging()).toBe(true)
})

test('near a change are the tests beside it and those that import it, perhaps through one other file', () => {
  const { write, git, commit, ask } = project()
  git('init', '--quiet')
  commit()
  write('app/milk/milk.ts')
  write('app/milk/other.test.ts', "import '#app/eggs.ts'")
  write('app/bread/bread.ts', "import '#app/milk/milk.ts'")
  write('app/shop/shop.test.ts', "import '../bread/bread.ts'")
  write('app/far/far.test.ts', "import '../shop/shop.test.ts'")
  const near: string[] = ask("it.testsNear(['app/milk/milk.ts'])")
  expect(near.filter((path) => path.startsWith('app/')).sort()).toEqual([
    'app/milk/other.test.ts',
    'app/shop/shop.test.ts',
  ])
})
