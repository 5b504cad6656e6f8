import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, expect, test } from 'vitest'
import { temporaryFolder } from './support/services.ts'

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

/** A fresh clone whose `npm ci` takes until `finishInstall`. */
function freshClone() {
  const folder = temporaryFolder()
  const at = (path: string) => join(folder, path)
  cpSync('scripts', at('scripts'), { recursive: true })
  writeFileSync(at('package-lock.json'), '{}')
  mkdirSync(at('bin'))
  const wait = 'while [ ! -e finish ]; do sleep 0.05; done'
  writeFileSync(at('bin/npm'), `#!/bin/sh\necho run >> runs\n${wait}\nmkdir node_modules\n`, { mode: 0o755 })

  function setup() {
    const env = { ...process.env, PATH: `${at('bin')}:${process.env.PATH}` }
    const command = spawn(process.execPath, [at('scripts/setup.mjs'), 'packages'], { env, detached: true })
    started.push(command)
    const exited = once(command, 'exit')
    let output = ''
    for (const stream of [command.stdout, command.stderr]) stream.on('data', (text) => (output += text))
    return { command, exitCode: () => exited.then(([code]) => code), output: () => output }
  }
  return {
    setup,
    finishInstall: () => writeFileSync(at('finish'), ''),
    installs: () => (existsSync(at('runs')) ? readFileSync(at('runs'), 'utf8').split('\n').length - 1 : 0),
  }
}

const WAITING = 'larder: another Larder command is installing packages; waiting…\n'

test('of commands that start at the same moment one installs, and the others wait and say so', async () => {
  const { setup, finishInstall, installs } = freshClone()
  const commands = [setup(), setup(), setup()]
  const waiting = () => commands.filter(({ output }) => output() === WAITING)
  await expect.poll(() => waiting().length).toBe(2)
  await expect.poll(installs).toBe(1)
  finishInstall()
  expect(await Promise.all(commands.map(({ exitCode }) => exitCode()))).toEqual([0, 0, 0])
  expect(installs()).toBe(1)
  expect(waiting().length).toBe(2)
})

test('when the command that installs is killed, the next waits until npm is done', async () => {
  const { setup, finishInstall, installs } = freshClone()
  const killed = setup()
  await expect.poll(installs).toBe(1)
  killed.command.kill('SIGKILL')
  await killed.exitCode()
  const next = setup()
  await expect.poll(next.output).toBe(WAITING)
  finishInstall()
  expect(await next.exitCode()).toBe(0)
  expect(installs()).toBe(1)
})

test('when the command is killed with its npm, the next installs at once', async () => {
  const { setup, finishInstall, installs } = freshClone()
  const killed = setup()
  await expect.poll(installs).toBe(1)
  killAll(killed.command)
  const next = setup()
  await expect.poll(installs).toBe(2)
  finishInstall()
  expect(await next.exitCode()).toBe(0)
})
