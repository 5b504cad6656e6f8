// What the JSON reports of the test runners say: how many tests passed, and which failed.
import { relative } from 'node:path'
import { stripVTControlCharacters } from 'node:util'
import { root } from './steps.mjs'

/** The most of each failure. */
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
  return { passed: numPassedTests, failed: numFailedTests, skipped: numPendingTests, failures }
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
  }
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
