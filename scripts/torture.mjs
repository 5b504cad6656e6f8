// npm run torture: tries to break the promises, for as long as it takes. `npm run torture -- kill` runs a part.
import { ensureBuilt } from './lib/built.mjs'
import { ensureInstalled } from './lib/installed.mjs'
import { tool } from './lib/steps.mjs'

await ensureInstalled()
await ensureBuilt()
const args = ['run', '--config', 'tests/torture/vitest.config.ts', ...process.argv.slice(2)]
if (!(await tool('vitest', args, { env: { TORTURE: 'full' } }))) process.exitCode = 1
