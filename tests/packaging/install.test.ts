import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, expect, test } from 'vitest'
import { temporaryFolder } from '#tests/support/services.ts'

const started: ChildProcessWithoutNullStreams[] = []
afterEach(() => {
  for (const command of started.splice(0)) killAll(command)
})

/** With its child processes. */
function killAll({ pid }: ChildProcessWithoutNullStreams) {
  try {
    if (pid) process.kill(-pid, 'SIGKILL')
  } catch {
    // They ended by themselves.
  }
}

const BINARY = 'build/Release/better_sqlite3.node'

/** A fresh clone whose `npm ci` takes until `finish('npm')`, and whose SQLite until `finish('sqlite')`. */
function freshClone() {
  const folder = temporaryFolder()
  const at = (path: string) => join(folder, path)
  cpSync('scripts', at('scripts'), { recursive: true })
  const lock = { packages: { 'node_modules/better-sqlite3': { version: '1.0.0' } } }
  writeFileSync(at('package-lock.json'), JSON.stringify(lock))
  writeFileSync(at('package.json'), '{ "allowScripts": {} }')
  mkdirSync(at('bin'))
  const npm = `#!/bin/sh
case "$PWD" in
  *sqlite/new) what=sqlite; made=node_modules/better-sqlite3/build/Release ;;
  *) what=npm; made=node_modules ;;
esac
echo "$@" >> "${folder}/runs-$what"
while [ ! -e "${folder}/finish-$what" ]; do sleep 0.05; done
[ ! -e "${folder}/errors-$what" ] || cat "${folder}/errors-$what" >&2
read code < "${folder}/finish-$what" && exit $code
mkdir -p $made && cd $made || exit
[ $what = npm ] || cp "${process.cwd()}/node_modules/better-sqlite3/${BINARY}" .
`
  writeFileSync(at('bin/npm'), npm, { mode: 0o755 })
  writeFileSync(
    at('scripts/build.mjs'),
    `import { mkdirSync, writeFileSync } from 'node:fs'
    import { sourcesHash, writeBuildStamp } from './lib/built.mjs'
    mkdirSync('build', { recursive: true })
    writeFileSync('build/server.js', '')
    writeBuildStamp(sourcesHash())`,
  )

  function run(script: string, ...args: string[]) {
    const env = { ...process.env, PATH: `${at('bin')}:${process.env.PATH}` }
    const command = spawn(process.execPath, [at(`scripts/${script}.mjs`), ...args], { env, detached: true })
    started.push(command)
    const exited = once(command, 'exit')
    let output = ''
    for (const stream of [command.stdout, command.stderr]) stream.on('data', (text) => (output += text))
    return { command, exitCode: () => exited.then(([code]) => code), output: () => output }
  }
  const runsOf = (what: 'npm' | 'sqlite') => {
    const file = at(`runs-${what}`)
    return existsSync(file) ? readFileSync(file, 'utf8').trim().split('\n') : []
  }
  return {
    at,
    run,
    runsOf,
    setup: () => run('setup', 'packages'),
    installs: () => runsOf('npm').length,
    /** With another exit code than 0, it fails. */
    finish: (what: 'npm' | 'sqlite', code = 0) =>
      writeFileSync(at(`finish-${what}`), code ? `${code}\n` : ''),
    finishInstall() {
      this.finish('npm')
      this.finish('sqlite')
    },
  }
}

const WAITING = 'larder: another Larder command is installing packages; waiting…\n'

test('of commands that start at the same moment one installs, and the others wait and say so', async () => {
  const clone = freshClone()
  const { setup, installs } = clone
  const commands = [setup(), setup(), setup()]
  const waiting = () => commands.filter(({ output }) => output() === WAITING)
  await expect.poll(() => waiting().length).toBe(2)
  await expect.poll(installs).toBe(1)
  clone.finishInstall()
  expect(await Promise.all(commands.map(({ exitCode }) => exitCode()))).toEqual([0, 0, 0])
  expect(installs()).toBe(1)
  expect(waiting().length).toBe(2)
})

test('when the command that installs is killed, the next waits until npm is done', async () => {
  const clone = freshClone()
  const { setup, installs } = clone
  const killed = setup()
  await expect.poll(installs).toBe(1)
  killed.command.kill('SIGKILL')
  await killed.exitCode()
  const next = setup()
  await expect.poll(next.output).toBe(WAITING)
  clone.finishInstall()
  expect(await next.exitCode()).toBe(0)
  expect(installs()).toBe(1)
})

test('when the command is killed with its npm, the next installs at once', async () => {
  const clone = freshClone()
  const { setup, installs } = clone
  const killed = setup()
  await expect.poll(installs).toBe(1)
  killAll(killed.command)
  const next = setup()
  await expect.poll(installs).toBe(2)
  clone.finishInstall()
  expect(await next.exitCode()).toBe(0)
})

test('Larder is built while SQLite is still being compiled', async () => {
  const clone = freshClone()
  const setup = clone.run('setup')
  clone.finish('npm')
  await expect.poll(() => existsSync(clone.at('build/.built'))).toBe(true)
  expect(existsSync(clone.at('node_modules/.larder-installed'))).toBe(false)
  clone.finish('sqlite')
  expect(await setup.exitCode()).toBe(0)
  expect(existsSync(clone.at(`node_modules/better-sqlite3/${BINARY}`))).toBe(true)
})

test('running needs no packages for developing; checks add them and leave the others where they are', async () => {
  const clone = freshClone()
  clone.finishInstall()
  expect(await clone.setup().exitCode()).toBe(0)
  expect(await clone.run('install', 'dev').exitCode()).toBe(0)
  const [first, second, ...more] = clone.runsOf('npm')
  expect(first).toMatch(/^ci .*--omit=dev/)
  expect(second).toMatch(/^install --no-save --ignore-scripts/)
  expect(second).not.toContain('omit')
  // Now neither is missing anything.
  for (const args of [[], ['dev']]) expect(await clone.run('install', ...args).exitCode()).toBe(0)
  expect(more).toEqual([])
})

test('another install needs no second SQLite, unless this system cannot load the first', async () => {
  const clone = freshClone()
  clone.finishInstall()
  await clone.setup().exitCode()
  rmSync(clone.at('node_modules'), { recursive: true })
  expect(await clone.setup().exitCode()).toBe(0)
  expect(clone.runsOf('sqlite').length).toBe(1)
  rmSync(clone.at('node_modules'), { recursive: true })
  for (const name of readdirSync(clone.at('.cache/sqlite')))
    writeFileSync(clone.at(`.cache/sqlite/${name}`), 'for another system')
  expect(await clone.setup().exitCode()).toBe(0)
  expect(clone.runsOf('sqlite').length).toBe(2)
})

test('an install that fails says so, and the next command repeats it', async () => {
  const clone = freshClone()
  for (const [broken, message] of [
    ['npm', 'installing packages failed. Check the network'],
    ['sqlite', 'SQLite could not be installed: npm failed. Fix that, then run the same command again.'],
  ] as const) {
    clone.finishInstall()
    clone.finish(broken, 7)
    const failed = clone.setup()
    expect(await failed.exitCode()).toBe(1)
    expect(failed.output()).toContain(message)
    rmSync(clone.at('.cache'), { recursive: true, force: true })
  }
  clone.finishInstall()
  expect(await clone.setup().exitCode()).toBe(0)
})

const GYP = `npm error command failed
npm error prebuild-install warn install getaddrinfo ENOTFOUND github.com
npm error gyp ERR! find Python You need to install the latest version of Python.
`

test('the first error of an SQLite that cannot be installed is why it was not downloaded, and what compiling lacks', async () => {
  const clone = freshClone()
  clone.finish('npm')
  clone.finish('sqlite', 1)
  writeFileSync(clone.at('errors-sqlite'), GYP)
  writeFileSync(clone.at('bin/g++'), '#!/bin/sh\nexit 1', { mode: 0o755 })
  const failed = clone.setup()
  expect(await failed.exitCode()).toBe(1)
  const [, first] = failed.output().split('\n')
  expect(first).toMatch(
    /^larder: SQLite could not be installed: the prebuilt one could not be downloaded from github\.com \(getaddrinfo ENOTFOUND github\.com\), and compiling it needs python3, make, g\+\+, of which .*g\+\+ can't be used\./,
  )
  expect(failed.output()).not.toContain('find Python')
})

test('packages of an archive for another Node are named, and stay where they are', async () => {
  const clone = freshClone()
  clone.finishInstall()
  expect(await clone.setup().exitCode()).toBe(0)
  writeFileSync(clone.at('node_modules/.larder-packed'), 'linux-x64-node18')
  expect(await clone.setup().exitCode()).toBe(0)
  writeFileSync(clone.at('node_modules/.larder-installed'), 'for another Node')
  const refused = clone.setup()
  expect(await refused.exitCode()).toBe(1)
  expect(refused.output()).toMatch(
    /^larder: The packages in this archive are made for Node 18 \(linux-x64-node18\)/,
  )
  expect(clone.installs()).toBe(1)
  expect(existsSync(clone.at('node_modules'))).toBe(true)
})

test('progress is not on standard output, where the log of a server is', async () => {
  const clone = freshClone()
  clone.finishInstall()
  const setup = clone.setup()
  let output = ''
  setup.command.stdout.on('data', (text) => (output += text))
  expect(await setup.exitCode()).toBe(0)
  expect(setup.output()).toContain('installing packages…')
  expect(output).toBe('')
})
