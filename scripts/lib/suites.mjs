// The suites of `npm test` and `npm run check`: each runs in the open and says how many passed.
import { existsSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { root, say, tool } from './steps.mjs'

const UNIT_REPORT = join(root, '.cache/unit.json')
const TORTURE_REPORT = join(root, '.cache/torture.json')
const BROWSER_REPORT = join(root, 'test-results/browser.json')

async function one(name, args) {
  const passed = await tool(name, args)
  return { passed: passed ? 1 : 0, failed: passed ? 0 : 1 }
}

async function counted(name, args, { report, count, env }) {
  rmSync(report, { force: true })
  const worked = await tool(name, args, { env })
  const result = existsSync(report)
    ? count(JSON.parse(readFileSync(report, 'utf8')))
    : { passed: 0, failed: 0 }
  // A file that cannot even be loaded has no tests to count, and is a failure all the same.
  if (!worked || result.passed === 0) result.failed ||= 1
  return result
}

export const lint = () => one('biome', ['check', '.'])

export const types = () => one('tsc', ['--noEmit'])

const fromVitest = (json) => ({
  passed: json.numPassedTests,
  failed: json.numFailedTests,
  skipped: json.numPendingTests,
})

const vitest = (report, ...args) =>
  counted(
    'vitest',
    ['run', ...args, '--reporter=default', '--reporter=json', `--outputFile.json=${report}`],
    {
      report,
      count: fromVitest,
    },
  )

export const unit = () => vitest(UNIT_REPORT)

/** The short form; `npm run torture` is the long one. Wants the build. */
export const torture = () => vitest(TORTURE_REPORT, '--config', 'tests/torture/vitest.config.ts')

export const browser = (chromium) =>
  counted('playwright', ['test'], {
    report: BROWSER_REPORT,
    env: { CHROMIUM_PATH: chromium },
    count: ({ stats }) => ({
      passed: stats.expected,
      failed: stats.unexpected + stats.flaky,
      skipped: stats.skipped,
    }),
  })

/** Runs every suite even when an earlier one failed, sums up, and sets the exit code. */
export async function runAll(suites) {
  const lines = []
  const total = { passed: 0, failed: 0, skipped: 0 }
  for (const [name, suite] of Object.entries(suites)) {
    say(`${name}…`)
    const started = Date.now()
    const { passed, failed, skipped = 0 } = await suite()
    const seconds = Math.round((Date.now() - started) / 1000)
    lines.push(`${name.padEnd(8)} ${sentence({ passed, failed, skipped })} (${seconds} s)`)
    total.passed += passed
    total.failed += failed
    total.skipped += skipped
  }
  process.stdout.write(`\n${lines.join('\n')}\n\n${sentence(total)}\n`)
  process.exitCode = total.failed > 0 || total.passed === 0 ? 1 : 0
}

function sentence({ passed, failed, skipped }) {
  return `${passed} passed, ${failed} failed${skipped ? `, ${skipped} skipped` : ''}`
}
