import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { FOR_BUILDING } from '../../scripts/lib/external.mjs'

const DEFENSES = readFileSync('docs/security.md', 'utf8')
const REVIEW = readFileSync('docs/security-review.md', 'utf8')

/** What a comment above a test says: `// security: slow-photos` or `// ASVS 1.2.1 1.2.3`. */
const COMMENT = /^ *\/\/ (security:|ASVS) (.+)(?=(?:\n *\/\/.*)*\n(.*))/gm
const NEVER_RUNS = /\b(?:skip|todo|fixme|fails?)\(/

/** The names of security*.md and the requirements that tests show. */
const shown = { 'security:': new Set<string>(), ASVS: new Set<string>() }
for (const folder of ['app', 'db', 'tests']) {
  for (const name of readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
    if (!/\.(?:test|spec|torture)\.tsx?$/.test(name)) continue
    for (const [, kind, ids = '', line = ''] of readFileSync(join(folder, name), 'utf8').matchAll(COMMENT)) {
      if (NEVER_RUNS.test(line)) continue
      for (const id of ids.split(' ')) shown[kind as keyof typeof shown].add(id)
    }
  }
}

test('every test that the pages name is there, and the pages name every test that says so', () => {
  const names = new Set([...(DEFENSES + REVIEW).matchAll(/`security: ([a-z-]+)`/g)].map(([, name]) => name))
  expect(names.size).toBeGreaterThan(20)
  expect([...shown['security:']].sort()).toEqual([...names].sort())
})

const section = (from: string, to: string) => REVIEW.slice(REVIEW.indexOf(from), REVIEW.indexOf(to))
const levelOne = section('## OWASP ASVS 5.0, level 1', '## Level 2')
const levelOneClaims = section('## OWASP ASVS 5.0, level 1', 'Not applicable:')
const levelOneGaps = section('Not claimed, and why:', '## Level 2')
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

const claimed = [
  ...[...rowsOf(levelOneClaims), ...rowsOf(levelTwo)].map(([numbers = '']) => numbers),
  ...paragraphsOf(levelTwo).map(([number]) => number),
].flatMap(numbersIn)

test('every claimed requirement has a test, and every test of a requirement is for a claim', () => {
  expect(claimed.length).toBeGreaterThan(70)
  expect([...shown.ASVS].sort()).toEqual([...new Set(claimed)].sort())
})

test('every other requirement of level 1 has a reason', () => {
  for (const [numbers, reason] of rowsOf(levelOneGaps)) expect(reason, numbers).toMatch(/\w+ \w+ \w+/)
  for (const [numbers, reason] of paragraphsOf(levelOne)) expect(reason, numbers).toMatch(/\(\w+ \w+.*\)/s)
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

// ASVS 15.1.1
test('the list of reviewed packages has every production dependency with its version', () => {
  const { dependencies } = JSON.parse(readFileSync('package.json', 'utf8'))
  const reviewed = REVIEW.slice(REVIEW.indexOf('## Dependencies'))
  const rows = [...reviewed.matchAll(/^\| `([^`]+)` \| ([\d.]+) \|/gm)].map(([, name, version]) => [
    name,
    version,
  ])
  expect(rows).toEqual(Object.entries(dependencies).filter(([name]) => !FOR_BUILDING.includes(name)))
})
