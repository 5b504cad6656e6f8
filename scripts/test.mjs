// npm test: fetches what is missing, builds, and runs every suite. The last line counts them all.
import { ensureBrowser } from './lib/browser.mjs'
import { ensureBuilt } from './lib/built.mjs'
import { ensureInstalled } from './lib/installed.mjs'
import { browser, lint, runAll, torture, types, unit } from './lib/suites.mjs'

await ensureInstalled()
const chromium = await ensureBrowser()
await ensureBuilt()
await runAll({ lint, types, unit, torture, browser: () => browser(chromium) })
