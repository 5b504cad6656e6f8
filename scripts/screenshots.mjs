// npm run screenshots: saves every screen in all widths, in light, dark and without JavaScript, to ./screenshots.
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { ensureBrowser } from './lib/browser.mjs'
import { ensureReady } from './lib/installed.mjs'
import { log, root, runTool } from './lib/steps.mjs'

await ensureReady({ dev: true })
const chromium = await ensureBrowser()
rmSync(join(root, 'screenshots'), { recursive: true, force: true })
const config = ['--config', 'tests/screenshots/playwright.config.ts']
// `npm run screenshots -- landing` saves only the screens with this name.
const names = process.argv.slice(2)
const only = names.length > 0 ? ['--grep', names.join('|')] : []
if (await runTool('playwright', ['test', ...config, ...only], { env: { CHROMIUM_PATH: chromium } })) {
  log('saved to ./screenshots')
} else process.exitCode = 1
