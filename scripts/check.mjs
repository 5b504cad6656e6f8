// npm run check: format, lint, types and all unit tests.
// npm run check:quick: the same for what has changed, in under a minute.
import { changedFiles, testsNear } from './lib/changes.mjs'
import { ensureInstalled } from './lib/installed.mjs'
import { fail } from './lib/steps.mjs'
import { lint, runAll, types, unit } from './lib/suites.mjs'

await ensureInstalled({ dev: true })
if (process.argv[2] === 'quick') {
  const changed = changedFiles()
  if (!changed) fail('git cannot tell what has changed. Run `npm run check`.')
  const near = () => unit('--project=unit', ...testsNear(changed))
  await runAll([[{ lint: () => lint(changed) }, { types }], [{ unit: near }]])
} else {
  await runAll([[{ lint }], [{ types }, { unit }]])
}
