import { existsSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

const PAGE = readFileSync('docs/security.md', 'utf8')
const NAMED = [...PAGE.matchAll(/`((?:app|db|tests)\/[^`]+\.(?:test|spec|torture)\.tsx?)`: "([^"]+)"/g)]

test('every test that the page names exists, in that file and with that title', () => {
  expect(NAMED.length).toBeGreaterThan(100)
  const missing = NAMED.filter(([, file = '', title = '']) => {
    if (!existsSync(file)) return true
    // As the text of a test, of a case, or a part of it: titles may be put together.
    const lines = readFileSync(file, 'utf8').split('\n')
    return !lines.some((line) => line.includes(title) && /['"`]/.test(line.split(title, 1)[0] ?? ''))
  })
  expect(missing.map(([, file, title]) => `${file}: ${title}`)).toEqual([])
})

test('every line of a table names a test or says why not', () => {
  const lines = PAGE.split('\n').filter((line) => /^\| \d+\.\d+\.\d+/.test(line))
  const notClaimed = PAGE.indexOf('Not claimed, and why')
  const levelTwo = PAGE.indexOf('## Level 2')
  for (const line of lines) {
    const at = PAGE.indexOf(line)
    if (at > notClaimed && at < levelTwo) continue
    expect(line).toMatch(/`: "/)
  }
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

test('no requirement of level 1 is passed over', () => {
  expect(LEVEL_ONE).toHaveLength(70)
  const said = PAGE.slice(PAGE.indexOf('level 1'), PAGE.indexOf('## Level 2'))
    .replace('9.1.1–9.1.3', '9.1.1 9.1.2 9.1.3')
    .replace('10.4.1–10.4.5', '10.4.1 10.4.2 10.4.3 10.4.4 10.4.5')
  for (const number of LEVEL_ONE)
    expect(said).toMatch(new RegExp(`(?<![\\d.])${number.replaceAll('.', '\\.')}(?![\\d.])`))
})

test('every dependency of production stands in the list of what was looked at', () => {
  const { dependencies } = JSON.parse(readFileSync('package.json', 'utf8'))
  const section = PAGE.slice(PAGE.indexOf('## Dependencies'))
  const rows = [...section.matchAll(/^\| `([^`]+)` \| ([\d.]+) \|/gm)].map(([, name, version]) => [
    name,
    version,
  ])
  expect(rows).toEqual(Object.entries(dependencies))
})
