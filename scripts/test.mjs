// npm test: installs and builds if needed, then runs all suites. The last line has the totals.
import { ensureBrowser } from './lib/browser.mjs'
import { ensureBuilt } from './lib/built.mjs'
import { ensureInstalled } from './lib/installed.mjs'
import { browser, lint, runAll, torture, types, unit } from './lib/suites.mjs'

await ensureInstalled()
const chromium = await ensureBrowser()
await ensureBuilt()
// The torture tests mostly wait, so there is time to check the types.
await runAll([{ lint }, { unit }, { types, torture }, { browser: () => browser(chromium) }])
