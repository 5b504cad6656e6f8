import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { configTable } from '#app/config.server.ts'

const MARKED = /(<!-- configuration -->\n)[\s\S]*?(\n<!-- \/configuration -->)/

// After a change of the keys: npx vitest run tests/readme.test.ts --update
test('the README lists every key with its default and its sentence', async () => {
  const readme = readFileSync('README.md', 'utf8')
  expect(readme).toMatch(MARKED)
  const wanted = readme.replace(MARKED, (_all, begin, end) => `${begin}${configTable()}${end}`)
  await expect(wanted).toMatchFileSnapshot('../README.md')
})
