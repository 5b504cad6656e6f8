import { existsSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { FOR_BUILDING } from '../../scripts/lib/external.mjs'
import { runnableTests } from './runnableTests.ts'

const DEFENSES = readFileSync('docs/security.md', 'utf8')
const REVIEW = readFileSync('docs/security-review.md', 'utf8')

/** `file`: "title" */
const REFERENCE = /`((?:app|db|tests)\/[^`]+\.(?:test|spec|torture)\.tsx?)`: "([^"]+)"/g
const references = [...(DEFENSES + REVIEW).matchAll(REFERENCE)].map(([, file = '', title = '']) => ({
  file,
  title,
}))

test('every test that the pages name exists and is not skipped', () => {
  expect(references.length).toBeGreaterThan(100)
  const titles = new Map<string, Set<string>>()
  for (const { file } of references) {
    if (!titles.has(file)) titles.set(file, runnableTests(existsSync(file) ? readFileSync(file, 'utf8') : ''))
  }
  const missing = references.filter(({ file, title }) => !titles.get(file)?.has(title))
  expect(missing.map(({ file, title }) => `${file}: ${title}`)).toEqual([])
})

const section = (from: string, to: string) => REVIEW.slice(REVIEW.indexOf(from), REVIEW.indexOf(to))
const levelOne = section('## OWASP ASVS 5.0, level 1', '## Level 2')
const levelTwo = section('## Level 2', '## Dependencies')

/** The cells of all rows that start with numbers of requirements. */
function rowsOf(text: string): string[][] {
  return [...text.matchAll(/^\| (\d+\.\d+\.\d+.*) \|$/gm)].map(([, row = '']) => row.split(' | '))
}

/** Requirements outside tables: **1.2.3** and the text after it. */
function paragraphsOf(text: string): [numbers: string, claim: string][] {
  return text
    .split('**')
    .flatMap((part, index, parts) =>
      /^\d+\.\d+\.\d+/.test(part) ? [[part, parts[index + 1] ?? ''] as [string, string]] : [],
    )
}

const isReferences = (text: string) => text.replace(REFERENCE, 'ref').match(/^ref(?:; ref)*$/)

test('every requirement has a test or a reason', () => {
  const rows = [...rowsOf(levelOne), ...rowsOf(levelTwo)]
  expect(rows.length).toBeGreaterThan(70)
  for (const row of rows) {
    const [numbers, ...cells] = row
    const last = cells.at(-1) ?? ''
    // Requirements that are not claimed have two columns: number and reason.
    if (cells.length > 1) expect(isReferences(last), `${numbers}: ${last}`).toBeTruthy()
    else expect(last, numbers).toMatch(/\w+ \w+ \w+/)
  }
  for (const [numbers, reason] of paragraphsOf(levelOne)) expect(reason, numbers).toMatch(/\(\w+ \w+.*\)/s)
  const levelThree = paragraphsOf(levelTwo)
  expect(levelThree.length).toBeGreaterThan(5)
  for (const [numbers, claim] of levelThree) expect(claim, numbers).toMatch(REFERENCE)
})

/** All seventy of level 1 in ASVS 5.0.0. */
const LEVEL_ONE = `
1.2.1 1.2.2 1.2.3 1.2.4 1.2.5 1.3.1 1.3.2 1.5.1 2.1.1 2.2.1 2.2.2 2.3.1 3.2.1 3.2.2 3.3.1 3.4.1 3.4.2 3.5.1 3.5.2 3.5.3
4.1.1 4.4.1 5.2.1 5.2.2 5.3.1 5.3.2 6.1.1 6.2.1 6.2.2 6.2.3 6.2.4 6.2.5 6.2.6 6.2.7 6.2.8 6.3.1 6.3.2 6.4.1 6.4.2
7.2.1 7.2.2 7.2.3 7.2.4 7.4.1 7.4.2 8.1.1 8.2.1 8.2.2 8.3.1 9.1.1 9.1.2 9.1.3 9.2.1 10.4.1 10.4.2 10.4.3 10.4.4 10.4.5
11.3.1 11.3.2 11.4.1 12.1.1 12.2.1 12.2.2 13.4.1 14.2.1 14.3.1 15.1.1 15.2.1 15.3.1
`
  .trim()
  .split(/\s+/)

/** '9.1.1–9.1.3, 9.2.1' as single numbers. */
function numbersIn(text: string): string[] {
  return [...text.matchAll(/(\d+\.\d+\.)(\d+)(?:–\d+\.\d+\.(\d+))?/g)].flatMap(([, chapter, first, last]) =>
    Array.from(
      { length: Number(last ?? first) - Number(first) + 1 },
      (_, n) => `${chapter}${Number(first) + n}`,
    ),
  )
}

test('each requirement of level 1 appears exactly once', () => {
  const numbers = [...rowsOf(levelOne), ...paragraphsOf(levelOne)].flatMap(([cell = '']) => numbersIn(cell))
  expect(numbers.sort()).toEqual([...LEVEL_ONE].sort())
  expect(LEVEL_ONE).toHaveLength(70)
})

test('the list of reviewed packages has every production dependency with its version', () => {
  const { dependencies } = JSON.parse(readFileSync('package.json', 'utf8'))
  const reviewed = REVIEW.slice(REVIEW.indexOf('## Dependencies'))
  const rows = [...reviewed.matchAll(/^\| `([^`]+)` \| ([\d.]+) \|/gm)].map(([, name, version]) => [
    name,
    version,
  ])
  expect(rows).toEqual(Object.entries(dependencies).filter(([name]) => !FOR_BUILDING.includes(name)))
})
