// npm test: installs and builds if needed, then runs all suites. The last line has the totals.
import { ensureBrowser } from './lib/browser.mjs'
import { ensureBuilt } from './lib/built.mjs'
import { ensureInstalled } from './lib/installed.mjs'
import { browser, engines, lint, runAll, torture, types, unit } from './lib/suites.mjs'

await ensureInstalled()
const chromium = await ensureBrowser()
await ensureBuilt()
// The torture tests mostly wait, so there is time for more.
await runAll([
  [{ lint }],
  [{ unit }],
  [{ torture }, { types, engines }],
  [{ browser: () => browser(chromium) }],
])
