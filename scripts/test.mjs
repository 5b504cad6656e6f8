// npm test: installs and builds if needed, then runs all suites. The last line has the totals.
// npm run test:full: the same with everything that takes long, for the night.
import { ensureBrowser } from './lib/browser.mjs'
import { ensureBuilt } from './lib/built.mjs'
import { ensureInstalled } from './lib/installed.mjs'
import { browser, engines, lint, runAll, torture, types, unit } from './lib/suites.mjs'

await ensureInstalled({ dev: true, build: true })
const chromium = await ensureBrowser()
const isFull = process.argv[2] === 'full'
if (isFull) process.env.TEST_SIZE = 'full'
const build = async () => {
  await ensureBuilt()
  return { passed: 0, failed: 0 }
}
// Short torture tests mostly wait, so there is time for others; long ones also measure times.
const groups = isFull ? [[{ unit }], [{ engines }], [{ torture }]] : [[{ unit }, { torture }]]
await runAll([[{ build }, { lint, types }], ...groups, [{ browser: () => browser(chromium) }]])
