import { spawnSync } from 'node:child_process'
import { vi } from 'vitest'
import { freePort } from '../support/freePort.mjs'
import type { Browser, Driver } from './driver.ts'
import { startProgram } from './program.ts'

// Speaks classic WebDriver: https://w3c.github.io/webdriver/

const PROGRAMS = [
  { command: 'WebKitWebDriver', args: ['--help'], debian: 'webkit2gtk-driver' },
  { command: 'Xvfb', args: ['-help'], debian: 'xvfb' },
]

/** Why these tests are skipped here. */
export function missingWebKit(): string | undefined {
  const missing = PROGRAMS.find(({ command, args }) => spawnSync(command, args).error)
  return missing && `${missing.command} is not installed (Debian: ${missing.debian})`
}

/** WebKitGTK's MiniBrowser, on a screen of its own. */
export async function startWebKit(): Promise<Browser> {
  const screen = startProgram(['Xvfb', '-displayfd', '1', '-screen', '0', '1400x1000x24', '-nolisten', 'tcp'])
  try {
    const display = await screen.prints(/^(\d+)\n/m)
    return { open: () => openWindow(`:${display}`), stop: screen.stop }
  } catch (error) {
    await screen.stop()
    throw error
  }
}

const ATTEMPTS = 3

/** On a busy machine, MiniBrowser sometimes never answers its driver. */
async function openWindow(display: string): Promise<Driver> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await startWindow(display)
    } catch (error) {
      if (attempt === ATTEMPTS) throw error
    }
  }
}

/** Each window needs its own driver, which has only one session. */
async function startWindow(display: string): Promise<Driver> {
  const port = await freePort()
  const program = startProgram(['WebKitWebDriver', `--port=${port}`], {
    env: { DISPLAY: display, NO_AT_BRIDGE: '1' },
  })
  try {
    const send = sender(`http://127.0.0.1:${port}`)
    await vi.waitFor(() => send('GET', '/status'), { timeout: 20_000, interval: 20 })
    const signal = AbortSignal.timeout(20_000)
    const created = await send<{ sessionId: string }>('POST', '/session', { capabilities: {} }, signal)
    const session = `/session/${created.sessionId}`
    return {
      async navigate(url) {
        await send('POST', `${session}/url`, { url })
      },
      async reload() {
        await send('POST', `${session}/refresh`, {})
      },
      call: (run, ...args) =>
        send('POST', `${session}/execute/sync`, { script: `return (${run})(...arguments)`, args }),
      async perform(actions) {
        await send('POST', `${session}/actions`, { actions })
      },
      async resize(width, height) {
        await send('POST', `${session}/window/rect`, { x: 0, y: 0, width, height })
      },
      async screenshot() {
        return Buffer.from(await send<string>('GET', `${session}/screenshot`), 'base64')
      },
      errors: () => [],
      close: program.stop,
    }
  } catch (error) {
    await program.stop()
    throw error
  }
}

function sender(origin: string) {
  return async function send<Result>(
    method: 'GET' | 'POST',
    path: string,
    body?: object,
    signal?: AbortSignal,
  ): Promise<Result> {
    const response = await fetch(origin + path, { method, body: body && JSON.stringify(body), signal })
    const { value } = (await response.json()) as { value: Result & { error?: string; message?: string } }
    if (!response.ok) throw new Error(`${value.error}: ${value.message}`)
    return value
  }
}
