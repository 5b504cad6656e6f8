// npm run check: the fast checks, which are format, lint, types and unit tests.
import { ensureInstalled } from './lib/installed.mjs'
import { lint, runAll, types, unit } from './lib/suites.mjs'

await ensureInstalled({ dev: true })
await runAll([[{ lint }], [{ types }, { unit }]])
