import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import { configTable } from '#app/config/config.server.ts'

const read = (path: string) => readFileSync(path, 'utf8')

const MARKED = /(<!-- configuration -->\n)[\s\S]*?(\n<!-- \/configuration -->)/

// After a change of the keys: npx vitest run tests/sources/docs.test.ts --update
test('the configuration page lists every key with its default and its sentence', async () => {
  const page = read('docs/configuration.md')
  expect(page).toMatch(MARKED)
  const wanted = page.replace(MARKED, (_all, begin, end) => `${begin}${configTable()}${end}`)
  await expect(wanted).toMatchFileSnapshot('../../docs/configuration.md')
})

test('the README has up to 2,000 words', () => {
  expect(read('README.md').split(/\s+/).length).toBeLessThanOrEqual(2000)
})

const PAGES = ['README.md', 'CHANGELOG.md', 'CONTRIBUTING.md']
for (const folder of ['docs', 'docs/decisions']) {
  PAGES.push(...readdirSync(folder).flatMap((name) => (name.endsWith('.md') ? [join(folder, name)] : [])))
}

/** As GitHub makes them: 'HTTPS and proxies' is #https-and-proxies. */
function anchorsIn(page: string): string[] {
  return [...page.matchAll(/^#+ (.+)$/gm)].map(([, title = '']) =>
    title
      .toLowerCase()
      .replace(/[^\p{L}\p{N}\s_-]/gu, '')
      .replaceAll(' ', '-'),
  )
}

test.each(PAGES)('every link in %s leads to a file, and to a heading that it has', (path) => {
  const links = [...read(path).matchAll(/\]\((?!https?:)([^)\s]*)\)/g)].map(([, link = '']) => link)
  const broken = links.filter((link) => {
    const [file, anchor] = link.split('#')
    const target = file ? join(dirname(path), file) : path
    return !existsSync(target) || (anchor !== undefined && !anchorsIn(read(target)).includes(anchor))
  })
  expect(broken).toEqual([])
})

/** Of the source. Others are made by a build or an operator. */
const SOURCE = /^(?:app|bench|db|deploy|migrations|scripts|tests)\/[\w$./-]+\.(?!env)\w+$/

test.each(PAGES)('every file of the source that %s names exists', (path) => {
  const named = [...read(path).matchAll(/`([^`\s]+)`/g)].map(([, name = '']) => name)
  expect(named.filter((name) => SOURCE.test(name) && !existsSync(name))).toEqual([])
})

test('the index of decisions has each with its title', () => {
  const folder = 'docs/decisions'
  const index = read(join(folder, 'README.md'))
  const lines = readdirSync(folder)
    .filter((name) => /^\d/.test(name))
    .map((name) => {
      const [, number, title] = /^# (\d+): (.+)$/m.exec(read(join(folder, name))) ?? []
      return `- [${number}](${name}) ${title}`
    })
  expect(
    lines.filter((line) => !index.includes(`${line}\n`)),
    'add these lines to docs/decisions/README.md, each below its subjects',
  ).toEqual([])
})
