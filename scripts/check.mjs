// npm run check: what takes seconds. Format and lint, types, unit tests.
import { ensureInstalled } from './lib/installed.mjs'
import { lint, runAll, types, unit } from './lib/suites.mjs'

await ensureInstalled()
await runAll({ lint, types, unit })
