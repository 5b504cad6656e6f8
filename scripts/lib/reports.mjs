// Reads the JSON reports of the test runners: how many tests passed, which failed, and how long each file took.
import { relative } from 'node:path'
import { stripVTControlCharacters } from 'node:util'
import { root } from './steps.mjs'

const LINES = 30
const RUNNER = /^\s+at (?:.*node_modules|new Promise)/

export function fromVitest({ numPassedTests, numFailedTests, numPendingTests, testResults }) {
  const failures = testResults.flatMap(({ status, name: path, message, assertionResults }) => {
    const name = relative(root, path)
    const failed = assertionResults.filter((test) => test.status === 'failed')
    // A file that can't be loaded has no tests.
    if (failed.length === 0) return status === 'failed' ? [failure(name, [message])] : []
    return failed.map(({ fullName, failureMessages }) => failure(`${name}: ${fullName}`, failureMessages))
  })
  const files = testResults.map(({ name, startTime, endTime }) => ({
    name: relative(root, name),
    seconds: (endTime - startTime) / 1000,
  }))
  return { passed: numPassedTests, failed: numFailedTests, skipped: numPendingTests, failures, files }
}

export function fromPlaywright({ stats, suites, errors }) {
  return {
    passed: stats.expected,
    failed: stats.unexpected + stats.flaky,
    skipped: stats.skipped,
    failures: [
      ...errors.map(({ message }) => failure('outside of tests', [message])),
      ...suites.flatMap((suite) => failedSpecs(suite)),
    ],
    files: suites.map((suite) => ({ name: `tests/browser/${suite.file}`, seconds: secondsOf(suite) })),
  }
}

/** How long all tests of a file took, which may have run at the same time. */
function secondsOf({ suites = [], specs = [] }) {
  const results = specs.flatMap(({ tests }) => tests.flatMap(({ results }) => results))
  const own = results.reduce((sum, { duration }) => sum + duration / 1000, 0)
  return suites.reduce((sum, suite) => sum + secondsOf(suite), own)
}

function failedSpecs({ suites = [], specs = [] }) {
  const failed = specs.flatMap(({ file, line, title, tests }) =>
    tests
      .filter(({ status }) => status === 'unexpected' || status === 'flaky')
      .map(({ projectName, results }) => {
        const messages = results.flatMap(({ errors }) => errors.map(({ message }) => message))
        return failure(`[${projectName}] ${file}:${line}: ${title}`, messages)
      }),
  )
  return [...failed, ...suites.flatMap(failedSpecs)]
}

function failure(name, messages) {
  const text = stripVTControlCharacters(messages.join('\n')).trim()
  const lines = text.split('\n').filter((line) => !RUNNER.test(line))
  return [name, ...lines.slice(0, LINES).map((line) => `  ${line}`)].join('\n')
}
