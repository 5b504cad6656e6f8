import { expect, test } from 'vitest'
import { fromPlaywright, fromVitest } from '../../scripts/lib/reports.mjs'

test('a report of unit tests says which failed, which file could not be loaded, and how long each took', () => {
  const failed = {
    status: 'failed',
    fullName: 'sums add up',
    failureMessages: ['Error: 1 is not 2\n    at sum.test.ts:3:1\n    at node_modules/vitest/run.js:1:1'],
  }
  const report = fromVitest({
    numPassedTests: 1,
    numFailedTests: 1,
    numPendingTests: 2,
    testResults: [
      {
        status: 'failed',
        name: `${process.cwd()}/app/sum.test.ts`,
        message: '',
        startTime: 1_000,
        endTime: 3_500,
        assertionResults: [failed, { status: 'passed', fullName: 'sums are numbers', failureMessages: [] }],
      },
      {
        status: 'failed',
        name: `${process.cwd()}/app/other.test.ts`,
        message: 'no such file',
        startTime: 1_000,
        endTime: 1_000,
        assertionResults: [],
      },
    ],
  })
  expect(report).toEqual({
    passed: 1,
    failed: 1,
    skipped: 2,
    failures: [
      'app/sum.test.ts: sums add up\n  Error: 1 is not 2\n      at sum.test.ts:3:1',
      'app/other.test.ts\n  no such file',
    ],
    files: [
      { name: 'app/sum.test.ts', seconds: 2.5 },
      { name: 'app/other.test.ts', seconds: 0 },
    ],
  })
})

test('a report of browser tests says which failed, and only the first lines of why', () => {
  const spec = (title: string, status: string, errors: { message: string }[]) => ({
    file: 'a.spec.ts',
    line: 7,
    title,
    tests: [{ projectName: 'script', status, results: [{ errors, duration: 1_500 }] }],
  })
  const long = Array.from({ length: 50 }, (_, n) => `line ${n}`).join('\n')
  const { failures, files, ...counts } = fromPlaywright({
    stats: { expected: 1, unexpected: 1, flaky: 0, skipped: 3 },
    errors: [{ message: 'no browser' }],
    suites: [
      {
        file: 'a.spec.ts',
        specs: [spec('passes', 'expected', [])],
        suites: [{ specs: [spec('fails', 'unexpected', [{ message: `\u001b[31m${long}` }])] }],
      },
    ],
  })
  expect(counts).toEqual({ passed: 1, failed: 1, skipped: 3 })
  expect(files).toEqual([{ name: 'tests/browser/a.spec.ts', seconds: 3 }])
  expect(failures[0]).toBe('outside of tests\n  no browser')
  expect(failures[1]).toMatch(/^\[script] a\.spec\.ts:7: fails\n {2}line 0\n[\s\S]+\n {2}line 29$/)
})
