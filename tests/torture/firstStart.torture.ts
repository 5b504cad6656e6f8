import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { temporaryFolder } from '#tests/support/services.ts'
import { size } from '#tests/support/size.ts'
import { createRandom, report } from './support/random.ts'

const KILLS = size('TORTURE_FIRST_STARTS', { short: 1, full: 20 })
const READY = { timeout: 120_000 }

/** An unpacked release in which nothing was started yet. */
let parent: string
let release: string
beforeAll(() => {
  parent = mkdtempSync(join(tmpdir(), 'larder-release-'))
  release = join(parent, 'larder')
  const { status, stderr } = spawnSync(process.execPath, ['scripts/release.mjs', `--folder=${release}`], {
    encoding: 'utf8',
  })
  expect(status, stderr).toBe(0)
})

afterAll(() => rmSync(parent, { recursive: true }))

test('after a first start that was killed, the next one works', async () => {
  const random = createRandom('firstStart')
  const folder = join(temporaryFolder(), 'larder')
  let longest = 8_000
  const killedWhile = new Map<string, number>()
  for (let n = 0; n < KILLS; n += 1) {
    cpSync(release, folder, { recursive: true })
    const killed = npm(folder, 'start')
    await wait(random.between(0, longest))
    await killed.kill()
    const state = existsSync(join(folder, 'node_modules/.larder-installed')) ? 'starting' : 'installing'
    killedWhile.set(state, (killedWhile.get(state) ?? 0) + 1)
    const began = performance.now()
    const next = npm(folder, 'start')
    await next.isReady()
    longest = Math.max(2_000, Math.ceil(performance.now() - began))
    expect(await next.stop()).toBe(0)
    rmSync(folder, { recursive: true })
  }
  report('first starts killed while', Object.fromEntries(killedWhile))
})

test('of two first starts and a demo at the same moment one installs, and all work', async () => {
  const folder = join(temporaryFolder(), 'larder')
  cpSync(release, folder, { recursive: true })
  const [one, other, demo] = [npm(folder, 'start'), npm(folder, 'start', 'other'), npm(folder, 'run demo')]
  expect(await demo.exitCode(), demo.output()).toBe(0)
  await Promise.all([one.isReady(), other.isReady()])
  const installing = [one, other, demo].filter(({ output }) => output().includes('installing packages…'))
  expect(installing.length).toBe(1)
  expect(await Promise.all([one.stop(), other.stop()])).toEqual([0, 0])
})

/** npm with its child processes. A data folder belongs to one server. */
function npm(folder: string, command: 'start' | 'run demo', data = 'data') {
  const child: ChildProcess = spawn('npm', command.split(' '), {
    cwd: folder,
    detached: true,
    env: {
      NODE_ENV: 'production',
      PATH: process.env.PATH,
      HOME: process.env.HOME,
      PORT: '0',
      HOST: '127.0.0.1',
      DATA_DIR: data,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const exited = once(child, 'exit')
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (text) => (output += text))
  const signal = (name: NodeJS.Signals) => {
    try {
      if (child.pid) process.kill(-child.pid, name)
    } catch {
      // It ended by itself.
    }
  }
  const end = async (name: NodeJS.Signals): Promise<number | null> => {
    signal(name)
    const [code] = await exited
    return code
  }
  onTestFinished(() => signal('SIGKILL'))
  return {
    output: () => output,
    exitCode: () => exited.then(([code]) => code as number | null),
    isReady: () => expect.poll(() => output, READY).toMatch(/Larder \S+ is ready/),
    kill: () => end('SIGKILL'),
    stop: () => end('SIGTERM'),
  }
}
