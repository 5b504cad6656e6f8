import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { type Browser, chromium } from '@playwright/test'
import { FULL, findOnPath } from '../../scripts/lib/browser.mjs'

const HEADLESS_SHELL = /headless.shell/
const chosen = process.env.CHROMIUM_PATH ?? chromium.executablePath()
/** The headless shell lacks some of what people's browsers do, so a full one is better if it is there. */
const program = (HEADLESS_SHELL.test(chosen) && findOnPath(...FULL)) || chosen

/** Browsers show them again when somebody goes back. */
export const keepsWholePages = !HEADLESS_SHELL.test(program)

/** A Chromium whose process can be killed and started again with the same profile. */
export function ownBrowser(options: string[] = []) {
  const profile = mkdtempSync(join(tmpdir(), 'larder-profile-'))
  const running = new Set<ReturnType<typeof spawn>>()

  async function start(): Promise<Browser> {
    const own = ['--headless=new', '--no-sandbox', '--no-first-run', '--remote-debugging-port=0']
    const child = spawn(program, [...own, `--user-data-dir=${profile}`, ...options, 'about:blank'], {
      stdio: ['ignore', 'ignore', 'pipe'],
      // Its helpers die with it.
      detached: true,
    })
    running.add(child)
    child.once('exit', () => running.delete(child))
    for await (const line of createInterface(child.stderr)) {
      const [, endpoint] = /^DevTools listening on (.+)$/.exec(line) ?? []
      if (endpoint) {
        child.stderr.resume()
        return chromium.connectOverCDP(endpoint)
      }
    }
    throw new Error('Chromium did not start')
  }

  /** As when the battery is empty. */
  async function kill() {
    await Promise.all(
      [...running].map(async (child) => {
        const exited = once(child, 'exit')
        // Without a process, 0 would stand for this one's own group.
        if (child.pid) process.kill(-child.pid, 'SIGKILL')
        await exited
      }),
    )
  }

  return {
    start,
    kill,
    async stop() {
      await kill()
      rmSync(profile, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 })
    },
  }
}
