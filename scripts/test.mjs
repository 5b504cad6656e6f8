// npm test: installs and builds if needed, then runs all suites. The last line has the totals.
// npm run test:full: the same with everything that takes long, for the night.
import { ensureBrowser } from './lib/browser.mjs'
import { ensureReady } from './lib/installed.mjs'
import { browser, engines, lint, runAll, torture, types, unit } from './lib/suites.mjs'

await ensureReady({ dev: true })
const chromium = await ensureBrowser()
const isFull = process.argv[2] === 'full'
if (isFull) process.env.TEST_SIZE = 'full'
// Short torture tests mostly wait, so there is time for others; long ones also measure times.
const groups = isFull ? [[{ unit }], [{ types, engines }], [{ torture }]] : [[{ unit }, { torture, types }]]
await runAll([[{ lint }], ...groups, [{ browser: () => browser(chromium) }]])
