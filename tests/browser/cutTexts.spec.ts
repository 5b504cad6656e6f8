import { createHash, randomBytes } from 'node:crypto'
import type { Page } from '@playwright/test'
import { cutTexts } from '../support/cutTexts.ts'
import { photo } from '../support/photos.ts'
import { addItems, addList, addMemories, addReceipt } from '../support/rows.ts'
import { addCompanion, addLink, addMember } from '../support/sharing.ts'
import { standingOut } from '../support/standingOut.ts'
import {
  addPerson,
  expect,
  fullUnless,
  goOffline,
  type Larder,
  messages,
  type Person,
  test,
} from './fixtures.ts'

// The words of each language, and the short names of everyday lists and people, on a small phone.

const RECEIPT = await photo(20, 20).webp().toBuffer()

function fill(larder: Larder, person: Person) {
  const [ben, ada] = [addPerson(larder, 'Maximilian'), addPerson(larder, 'Bernadette')]
  const listId = addList(larder, person, 'Market')
  addItems(larder, listId, [
    { name: 'Milk', price: 1.29, quantity: 2 },
    { name: 'Cheese', price: 12.5, quantity: 1.5 },
    { name: 'Eggs' },
    { name: 'Tea', price: 2, completed: true },
    ...Array.from({ length: 10 }, (_, n) => ({ name: `Tea ${n}`, completed: n % 2 === 0 })),
  ])
  addReceipt(larder, listId, RECEIPT)
  addMember(larder, listId, ben)
  addLink(larder, listId, 'editor')
  addMemories(larder, person, [{ name: 'Rice', price: 2, uses: 12 }])
  addCompanion(larder, person, ben)
  const done = addList(larder, person, 'Week')
  addItems(larder, done, [{ name: 'Tea', price: 2, completed: true }])
  addMember(larder, done, ben)
  addReceipt(larder, done, RECEIPT)
  const empty = addList(larder, person, 'Empty')
  for (const other of [ben, ada]) addMember(larder, empty, other)
  const read = addList(larder, ada, 'Shop')
  addItems(
    larder,
    read,
    Array.from({ length: 40 }, (_, n) => ({ name: `Milk ${n}`, price: 1.29, completed: n < 10 })),
  )
  addMember(larder, read, person, 'viewer')
  return { listId, done, empty, read, link: addLink(larder, read, 'viewer') }
}

function resetPath({ database }: Larder, { id, email }: Person) {
  const token = randomBytes(32).toString('base64url')
  database
    .prepare("INSERT INTO tokens (hash, purpose, user_id, expires_at) VALUES (?, 'reset', ?, ?)")
    .run(createHash('sha256').update(token).digest('hex'), id, Date.now() + 60_000)
  return `/auth/reset-password?${new URLSearchParams({ token, email })}`
}

const speak = (page: Page, language: string) =>
  page.context().setExtraHTTPHeaders({ 'Accept-Language': language })

const unfold = (page: Page) =>
  page.evaluate(() => {
    for (const folded of document.querySelectorAll('details')) folded.open = true
  })

for (const language of ['de', 'es', 'fr'])
  test.describe(`in ${language}`, () => {
    test.use({ locale: language })

    test(`no text is cut on a small phone: ${language}`, {
      tag: ['@script', ...fullUnless(language, 'de')],
    }, async ({ page, person, larder, openElsewhere, allowErrors }) => {
      test.setTimeout(180_000)
      allowErrors(/40\d|410|ERR_INTERNET_DISCONNECTED/)
      const { listId, done, empty, read, link } = fill(larder, person)
      const list = `/single-list?listID=${listId}`
      const cut: string[] = []
      const look = async (where: string, on = page) => {
        for (const width of [360, 320]) {
          await on.setViewportSize({ width, height: 740 })
          const texts = [...(await cutTexts(on)), ...(await standingOut(on))]
          for (const text of texts) cut.push(`${where} at ${width} px: ${text}`)
        }
      }
      // All of them without scripts, which takes half as long, and with them where they add something.
      const plain = await openElsewhere(person, false)
      await speak(plain, language)
      for (const path of [
        ...[list, `/single-list?listID=${done}`, `/single-list?listID=${empty}`],
        ...['add', 'receipt', 'rename', 'text', 'keys', 'changes'].map(
          (dialog) => `${list}&dialog=${dialog}`,
        ),
        ...[`/single-list?listID=${read}`, link, `/sharing?listID=${listId}`, `/sharing?listID=${empty}`],
        ...[`/sharing?listID=${read}`, `/recent?listID=${listId}`, `/quick-add?listID=${listId}`],
        ...[
          `/currency/${listId}`,
          '/household',
          '/spending',
          '/settings',
          '/settings/remembered',
          '/share-target?text=Tea',
        ],
        ...['/settings/delete-account', '/chat', '/landing', '/invite/unknown', '/nowhere'],
      ]) {
        await plain.goto(path)
        await expect(plain.locator('html')).toHaveAttribute('lang', language)
        await unfold(plain)
        await look(path, plain)
      }
      for (const path of [list, `/sharing?listID=${listId}`, '/settings']) {
        await page.goto(path)
        await unfold(page)
        await look(`${path} with scripts`)
      }
      await page.goto(`/?userID=${person.id}`)
      await look('lists')
      await page.locator(`#list-${empty} .delete button`).click()
      await look('a deleted list')
      await page.goto('/recently-deleted')
      await look('recently deleted')

      const stranger = await openElsewhere(undefined, false)
      await speak(stranger, language)
      for (const path of [
        ...['/landing', '/login', '/register', '/forgot-password', '/auth/reset-password'],
        ...['/user/verify-email', resetPath(larder, person)],
      ]) {
        await stranger.goto(path)
        await expect(stranger.locator('html')).toHaveAttribute('lang', language)
        await look(path, stranger)
      }
      await stranger.goto('/login')
      await stranger.locator('input[name=email]').fill('nobody@example.org')
      await stranger.locator('input[name=password]').fill('not the password')
      await stranger.locator('main button[type=submit]').click()
      await expect(stranger.locator('.message, .toast, .form-error').first()).toBeVisible()
      await look('a refused login', stranger)

      await page.goto(list)
      await goOffline(page)
      await expect(page.locator('.reach .age')).toBeVisible()
      await look('without a connection')
      await page.locator('.item .tick').first().click()
      await expect(messages(page)).toBeVisible()
      await look('a change that waits')
      expect(cut).toEqual([])
    })

    test.describe('on a phone', () => {
      test.use({ hasTouch: true, isMobile: true })

      test(`the buttons of a list are on one line, beside its name: ${language}`, {
        tag: fullUnless(language, 'de'),
      }, async ({ page, person, larder }) => {
        const { empty } = fill(larder, person)
        const long = addList(larder, person, 'Birthday party in the garden of the grandparents')
        addItems(larder, long, [{ name: 'Milk', price: 1111.29, quantity: 2 }])
        addMember(larder, long, addPerson(larder, 'Maximilian-Alexander'))
        addList(larder, person, 'The current one')
        await speak(page, language)
        await page.goto(`/?userID=${person.id}`)
        for (const width of [360, 320])
          for (const listId of [empty, long]) {
            await page.setViewportSize({ width, height: 740 })
            const middles = ['.about', '.view', '.delete'].map((part) =>
              page.locator(`#list-${listId} ${part}`).evaluate((element) => {
                const { top, bottom } = element.getBoundingClientRect()
                return (top + bottom) / 2
              }),
            )
            const [about = 0, view = 0, remove = 0] = await Promise.all(middles)
            expect(Math.abs(view - about), `to open, at ${width} px`).toBeLessThan(2)
            expect(Math.abs(remove - about), `to delete, at ${width} px`).toBeLessThan(2)
          }
      })
    })
  })
