// The suites of `npm test` and `npm run check`. Each shows its output and returns how many tests passed.
import { existsSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { fromPlaywright, fromVitest } from './reports.mjs'
import { log, root, runTool } from './steps.mjs'

const UNIT_REPORT = join(root, '.cache/unit.json')
const TORTURE_REPORT = join(root, '.cache/torture.json')
const ENGINES_REPORT = join(root, '.cache/engines.json')
const BROWSER_REPORT = join(root, 'test-results/browser.json')

/** A tool without a report counts as one test. */
async function runOne(name, args) {
  const passed = await runTool(name, args)
  return { passed: passed ? 1 : 0, failed: passed ? 0 : 1 }
}

async function runCounted(name, args, { report, read, env }) {
  rmSync(report, { force: true })
  const succeeded = await runTool(name, args, { env })
  const result = existsSync(report)
    ? read(JSON.parse(readFileSync(report, 'utf8')))
    : { passed: 0, failed: 0, skipped: 0, failures: [], files: [] }
  if (result.failed === 0 && (!succeeded || result.passed + result.skipped === 0)) {
    result.failed = 1
    if (result.failures.length === 0) result.failures.push('outside of its tests: see the output above')
  }
  return result
}

/** Deleted files, and those that it doesn't know, are nothing to it. */
export const lint = (files = ['.']) =>
  runOne('biome', [
    'check',
    '--no-errors-on-unmatched',
    '--files-ignore-unknown=true',
    ...files.filter(existsSync),
  ])

/** TypeScript 7, in a third of the time of TypeScript 5, whose API our own rules about types use. */
export const types = () => runOne('../typescript-native/bin/tsc', ['--noEmit'])

const vitest = (report, ...args) =>
  runCounted(
    'vitest',
    ['run', ...args, '--reporter=default', '--reporter=json', `--outputFile.json=${report}`],
    { report, read: fromVitest },
  )

export const unit = (...args) => vitest(UNIT_REPORT, ...args)

/** In `npm test` the short version. Needs a build. */
export const torture = () => vitest(TORTURE_REPORT, '--config', 'tests/torture/vitest.config.ts')

/** The main flows in Firefox and WebKitGTK. Needs a build. */
export const engines = () => vitest(ENGINES_REPORT, '--config', 'tests/engines/vitest.config.ts')

export const browser = (chromium) =>
  runCounted('playwright', ['test'], {
    report: BROWSER_REPORT,
    read: fromPlaywright,
    env: { CHROMIUM_PATH: chromium },
  })

/** Longer files are named, the slowest first. */
const SLOW_SECONDS = 20

/**
 * Runs every suite even if an earlier one fails, prints what failed and a summary, and sets the exit code. The lanes of
 * one group run at the same time, the suites of a lane one after another.
 */
export async function runAll(groups) {
  const lines = []
  const failed = []
  const slow = []
  const total = { passed: 0, failed: 0, skipped: 0 }
  const run = async ([name, suite]) => {
    const started = Date.now()
    const counts = { skipped: 0, ...(await suite()) }
    const seconds = Math.round((Date.now() - started) / 1000)
    lines.push(`${name.padEnd(8)} ${summary(counts)} (${seconds} s)`)
    for (const failure of counts.failures ?? []) failed.push(`${name} ✗ ${failure}\n`)
    slow.push(...(counts.files ?? []).filter(({ seconds }) => seconds > SLOW_SECONDS))
    for (const key of Object.keys(total)) total[key] += counts[key]
  }
  for (const lanes of groups) {
    log(`${lanes.flatMap((lane) => Object.keys(lane)).join(' and ')}…`)
    const runLane = async (lane) => {
      for (const suite of Object.entries(lane)) await run(suite)
    }
    await Promise.all(lanes.map(runLane))
  }
  // Again, because it is far above by now.
  if (failed.length > 0) process.stdout.write(`\n${failed.join('\n')}`)
  if (slow.length > 0) process.stdout.write(`\nslow files\n${slowest(slow)}\n`)
  process.stdout.write(`\n${lines.join('\n')}\n\n${summary(total)}\n`)
  process.exitCode = total.failed > 0 || total.passed === 0 ? 1 : 0
}

function slowest(files) {
  return files
    .sort((one, other) => other.seconds - one.seconds)
    .map(({ name, seconds }) => `${`${Math.round(seconds)} s`.padStart(6)}  ${name}`)
    .join('\n')
}

function summary({ passed, failed, skipped }) {
  return `${passed} passed, ${failed} failed${skipped ? `, ${skipped} skipped` : ''}`
}
