// npm run screenshots: every screen, in every width, theme and mode, into ./screenshots.
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { ensureBrowser } from './lib/browser.mjs'
import { ensureBuilt } from './lib/built.mjs'
import { ensureInstalled } from './lib/installed.mjs'
import { root, say, tool } from './lib/steps.mjs'

await ensureInstalled()
const chromium = await ensureBrowser()
await ensureBuilt()
rmSync(join(root, 'screenshots'), { recursive: true, force: true })
const config = ['--config', 'tests/screenshots/playwright.config.ts']
// `npm run screenshots -- landing` draws only the screens with that name.
const names = process.argv.slice(2)
const only = names.length > 0 ? ['--grep', names.join('|')] : []
if (await tool('playwright', ['test', ...config, ...only], { env: { CHROMIUM_PATH: chromium } })) {
  say('the pictures are in ./screenshots')
} else process.exitCode = 1
