import { expect, test } from 'vitest'
import { runnableTests } from './runnableTests.ts'

test('finds tests, the rows of their tables and tests in loops', () => {
  const source = `
    const cases = [['one case', 1], ['other case', 2]] as const
    test('plain', () => {})
    describe('group', () => {
      test.each(cases)('%s of a table', (name, n) => {})
      for (const method of ['GET', 'POST']) test(\`\${method} in a loop\`, async () => {})
    })
    test.describe('group of Playwright', () => { test('inner', async ({ page }) => {}) })
    test.skipIf(!root)('under a condition', () => {})
    test('with options', { timeout: 1000 }, () => {})
    test('skipped under a condition', () => { test.skip(mobile, 'only on desktops') })
  `
  expect([...runnableTests(source)]).toEqual([
    'plain',
    '%s of a table',
    'one case',
    'other case',
    '%s in a loop',
    'inner',
    'under a condition',
    'with options',
    'skipped under a condition',
  ])
})

test.each([
  "test.skip('title', () => {})",
  "test.todo('title')",
  "test('title')",
  "test.fails('title', () => {})",
  "test.fixme('title', async () => {})",
  "test.skip.each(['title'])('%s', () => {})",
  "test('title', { skip: true }, () => {})",
  "test('title', () => { test.skip() })",
  "test('title', (context) => { context.skip('later') })",
  "describe.skip('group', () => { test('title', () => {}) })",
  "test.describe.fixme('group', () => { test('title', () => {}) })",
  "test.describe('group', () => { test.skip(true, 'later'); test('title', () => {}) })",
  "// test('title', () => {})",
  "expect(title).toBe('title')",
])('does not count %s', (source) => {
  expect([...runnableTests(source)]).toEqual([])
})
