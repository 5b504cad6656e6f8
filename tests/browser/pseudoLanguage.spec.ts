import { execFileSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { expectAccessible } from '../support/accessible.ts'
import { photo } from '../support/photos.ts'
import { addItems, addList, addMemories, addReceipt, addTrips } from '../support/rows.ts'
import { addLink, addMember } from '../support/sharing.ts'
import { standingOut } from '../support/standingOut.ts'
import { addPerson, test as base, expect, type Larder, type Person, signIn, startLarder } from './fixtures.ts'

// Every text comes from a room: in a build whose German and Spanish are languages that nobody speaks, nothing else
// stands on a page. The second one is written from right to left.

const SOURCES = ['app', 'db', 'migrations', 'public', 'scripts']
const FILES = ['package.json', 'package-lock.json', 'server.ts', 'tsconfig.json', 'vite.config.ts']

const PSEUDO = { de: 'accented', es: 'arabic' }

function buildWithPseudoLanguages(): string {
  const folder = mkdtempSync(join(tmpdir(), 'larder-pseudo-'))
  for (const path of [...SOURCES, ...FILES]) cpSync(path, join(folder, path), { recursive: true })
  symlinkSync(join(process.cwd(), 'node_modules'), join(folder, 'node_modules'))
  for (const [language, write] of Object.entries(PSEUDO)) {
    const words = join(folder, 'app/words', language)
    rmSync(words, { recursive: true })
    mkdirSync(words)
    cpSync('tests/support/pseudoLanguage.ts', join(words, 'pseudoLanguage.ts'))
    for (const rooms of ['screens', 'otherScreens', 'answers', 'worker']) {
      writeFileSync(
        join(words, `${rooms}.ts`),
        `import * as english from '../en/${rooms}.ts'
import { ${write}, pseudoRooms } from './pseudoLanguage.ts'
export const ${rooms === 'otherScreens' ? 'screens' : rooms} = pseudoRooms(english, ${write})
`,
      )
    }
  }
  execFileSync(process.execPath, ['scripts/build.mjs'], { cwd: folder, stdio: 'pipe' })
  return folder
}

const test = base.extend<object, { larder: Larder }>({
  larder: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names from this pattern
    async ({}, use) => {
      const folder = buildWithPseudoLanguages()
      const { larder, stop } = await startLarder({}, folder)
      await use(larder)
      await stop()
      rmSync(folder, { recursive: true })
    },
    { scope: 'worker', timeout: 180_000 },
  ],
})

const RECEIPT = await photo(20, 20).webp().toBuffer()

test.use({ locale: 'de' })
// One build for all.
test.describe.configure({ mode: 'serial' })

/** Names that stand for what people write: ‹Market›. */
function fill(larder: Larder, person: Person) {
  const listId = addList(larder, person, '‹Market›')
  addItems(larder, listId, [
    { name: '‹Milk›', price: 1.29, quantity: 2 },
    { name: '‹Cheese›', price: 1234.5, quantity: 1.5 },
    { name: '‹Eggs›', completed: true },
  ])
  addList(larder, person, '‹Empty›')
  addReceipt(larder, listId, RECEIPT)
  addMember(larder, listId, addPerson(larder, '‹Ben›'))
  addLink(larder, listId, 'editor')
  addMemories(larder, person, [{ name: '‹Rice›' }])
  const list = { id: listId, name: '‹Market›' }
  const lines = [{ name: '‹Milk›', price: 1.29 }]
  addTrips(larder, person, [
    { list, store: '‹Lidl›', boughtOn: '2025-05-06', lines },
    { paid: 3, boughtOn: '2025-05-05' },
    { paid: 3, boughtOn: '2024-05-05' },
  ])
  return listId
}

/** Texts outside of ⟦⟧ and ‹›, but for names, addresses and units that are the same everywhere. */
function foreignTexts(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const SAME =
      /Larder|alt\+T|https?:\/\/\S+|\S+@\S+|\b(?:kg|g|l|ml|lb|oz|UTC|API|ZIP|CSV|JSON)\b|English|Deutsch|Español|Français|\((?:US|UK|Schweiz|México|Paraguay|Suisse)\)/g
    const found: string[] = []
    let depth = 0
    function look(text: string, inAttribute: boolean) {
      let outside = ''
      let here = inAttribute ? 0 : depth
      for (const letter of text) {
        if ('⟦‹'.includes(letter)) here += 1
        else if ('⟧›'.includes(letter)) here -= 1
        else if (here === 0) outside += letter
      }
      if (!inAttribute) depth = here
      if (/\p{L}/u.test(outside.replace(SAME, ''))) found.push(outside.trim())
    }
    look(document.title, true)
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_ELEMENT | NodeFilter.SHOW_TEXT)
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      if (node instanceof Text) {
        const parent = node.parentElement
        if (
          !parent?.closest(
            'script, style, noscript, template, code, kbd, textarea, .by [aria-hidden], [name=timeZone], [name=currency]',
          )
        )
          look(node.data, false)
      } else if (node instanceof HTMLElement) {
        for (const name of ['placeholder', 'title', 'aria-label', 'alt', 'aria-description'])
          look(node.getAttribute(name) ?? '', true)
      }
    }
    return found
  })
}

const tripOf = ({ database }: Larder, listId: string) =>
  database.prepare('SELECT id FROM trips WHERE list_id = ?').pluck().get(listId)

const pagesOf = (larder: Larder, person: Person, listId: string, link: string) => [
  ...['/landing', '/login', '/register', '/forgot-password', '/user/verify-email', '/auth/reset-password'],
  ...['/nowhere', `/?userID=${person.id}`, `/single-list?listID=${listId}`],
  ...['add', 'receipt', 'rename', 'text', 'keys', 'changes'].map(
    (dialog) => `/single-list?listID=${listId}&dialog=${dialog}`,
  ),
  ...[`/sharing?listID=${listId}`, `/recent?listID=${listId}`, '/recently-deleted'],
  ...[
    `/quick-add?listID=${listId}`,
    ...['you', 'access', 'data', 'programs'].map((open) => `/settings?open=${open}`),
    '/household',
    '/spending',
    `/spending?listID=${listId}&month=2025-05&store=‹Lidl›`,
    `/trip/${tripOf(larder, listId)}`,
    '/settings/remembered',
    '/settings/delete-account',
  ],
  ...[`/currency/${listId}`, '/share-target?text=‹Tea›', '/chat', '/invite/unknown', link],
]

for (const javaScriptEnabled of [false, true])
  test(`${javaScriptEnabled ? 'with' : 'without'} JavaScript, every text on every page comes from a room, and longer ones fit`, {
    tag: ['@script', '@full'],
  }, async ({ openElsewhere, person, larder, allowErrors }) => {
    test.setTimeout(180_000)
    allowErrors(/40[0-9]|410/)
    larder.database.prepare('UPDATE users SET name = ? WHERE id = ?').run('‹Ada›', person.id)
    const listId = fill(larder, person)
    const link = addLink(larder, listId, 'editor')
    const page = await openElsewhere(person, javaScriptEnabled)
    const outside: string[] = []
    for (const path of pagesOf(larder, person, listId, link)) {
      await page.goto(path)
      for (const text of await foreignTexts(page)) outside.push(`${path}: ${text}`)
      for (const width of [320, 1280]) {
        await page.setViewportSize({ width, height: 740 })
        const { scrollWidth } = await page.evaluate(() => document.documentElement)
        if (scrollWidth > width) outside.push(`${path} is ${scrollWidth} wide at ${width}`)
      }
    }
    expect(outside).toEqual([])
  })

test('so do messages, toasts and refusals', { tag: ['@script', '@full'] }, async ({
  page,
  person,
  larder,
  allowErrors,
}) => {
  allowErrors(/40[0-9]|422/)
  const listId = fill(larder, person)
  await signIn(page, larder, person)
  const outside: string[] = []
  const collect = async (what: string) => {
    for (const text of await foreignTexts(page)) outside.push(`${what}: ${text}`)
  }
  await page.goto(`/single-list?listID=${listId}`)
  await page.locator('[name=lines]').first().fill('2 kg ‹apples› 3.49')
  await page.locator('[name=lines]').first().press('Enter')
  await expect(page.locator('.message')).toContainText('⟦')
  await collect('added')
  await page.locator('.item .delete').first().click()
  await expect(page.locator('.message')).toContainText('‹Mîlk›')
  await collect('deleted')
  await page.locator('.message button').last().click()
  await expect(page.locator('.item', { hasText: '‹Milk›' })).toBeVisible()
  await collect('undone')
  await page.context().clearCookies()
  await page.goto('/login')
  await page.locator('input[name=email]').fill('nobody@example.org')
  await page.locator('input[name=password]').fill('not the password')
  await page.locator('main button[type=submit]').click()
  await expect(page.locator('.message, .toast').first()).toContainText('⟦')
  await collect('refused')
  expect(outside).toEqual([])
})

test.describe('from right to left', () => {
  test.use({ locale: 'es' })

  test('texts stay within the page, and everybody can use it', { tag: ['@script', '@full'] }, async ({
    page,
    person,
    larder,
    allowErrors,
  }) => {
    test.setTimeout(180_000)
    allowErrors(/40[0-9]|410/)
    const listId = fill(larder, person)
    const link = addLink(larder, listId, 'editor')
    await signIn(page, larder, person)
    await page.addInitScript(() => {
      addEventListener('DOMContentLoaded', () => document.documentElement.setAttribute('dir', 'rtl'))
    })
    const outside: string[] = []
    for (const path of pagesOf(larder, person, listId, link)) {
      await page.goto(path)
      await expect(page.locator('html')).toHaveAttribute('dir', 'rtl')
      for (const text of await foreignTexts(page)) outside.push(`${path}: ${text}`)
      for (const width of [320, 768, 1280]) {
        await page.setViewportSize({ width, height: 740 })
        for (const element of await standingOut(page)) outside.push(`${path} at ${width}: ${element}`)
      }
      await expectAccessible(page)
    }
    expect(outside).toEqual([])
  })
})
