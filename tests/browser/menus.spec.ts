import type { Locator, Page } from '@playwright/test'
import { addList } from '#tests/support/rows.ts'
import { expect, fullUnless, rowsAtRest, test } from './fixtures.ts'
import { names } from './listPage.ts'

// A tap beside an open menu or dialog closes it, or does nothing. It never reaches what is below.

const NAMES = Array.from({ length: 6 }, (_, n) => `Item ${n}`)

/** At its place, whatever is above it there. */
async function press(page: Page, control: Locator) {
  await rowsAtRest(control)
  const box = await control.boundingBox()
  if (!box) throw new Error('nothing to press')
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2]
  const hasTouch = await page.evaluate(() => navigator.maxTouchPoints > 0).catch(() => false)
  if (hasTouch) await page.touchscreen.tap(x, y)
  else await page.mouse.click(x, y)
}

async function pressBeside(page: Page, menu: Locator, control: Locator) {
  const choices = menu.locator('> .card')
  await menu.locator('summary').click()
  await expect(choices).toBeVisible()
  if (await isCovered(control, choices)) await menu.locator('summary').click()
  else await press(page, control)
  await expect(choices).toBeHidden()
}

async function isCovered(control: Locator, by: Locator) {
  const [a, b] = [await control.boundingBox(), await by.boundingBox()]
  if (!a || !b) throw new Error('nothing to press')
  const [x, y] = [a.x + a.width / 2, a.y + a.height / 2]
  return x > b.x && x < b.x + b.width && y > b.y && y < b.y + b.height
}

/** What a tap beside the open menu or dialog would meet, all over the window. */
const reachedBeside = (page: Page, open: string) =>
  page.evaluate((open) => {
    const reached = new Set<string>()
    for (let x = 4; x < innerWidth; x += 12)
      for (let y = 4; y < innerHeight; y += 12) {
        const element = document.elementFromPoint(x, y)
        if (element && !element.closest(open)) reached.add(element.outerHTML.slice(0, 80))
      }
    return [...reached]
  }, open)

/** As on a slow phone: closing a dialog goes back in the history. */
const slowHistory = (page: Page) =>
  page.addInitScript(() => {
    const { go } = history
    history.go = (by) => void setTimeout(() => go.call(history, by), 600)
  })

const deleteLast = (page: Page) => page.getByRole('button', { name: 'Delete Item 5' })
const listMenu = (page: Page) => page.locator('.bar .menu')

const DEVICES = {
  finger: { viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true },
  mouse: { viewport: { width: 1280, height: 800 } },
}

for (const [pointer, device] of Object.entries(DEVICES))
  test.describe(pointer, () => {
    test.use(device)

    test("beside a list's open menu, nothing but the menu reacts", {
      tag: fullUnless(pointer, 'finger'),
    }, async ({ page, arrange }) => {
      await page.goto(arrange(NAMES).path)
      for (const control of [
        deleteLast(page),
        page.getByRole('link', { name: 'Edit Item 5' }),
        page.getByRole('button', { name: 'ADD RECEIPT' }),
        page.locator('.bar .share'),
      ])
        await pressBeside(page, listMenu(page), control)
      await expect(names(page)).toHaveText(NAMES)
      await expect(page.getByRole('checkbox', { checked: true })).toHaveCount(0)
      await expect(page.getByRole('dialog')).toHaveCount(0)
      await expect(page).toHaveURL(/single-list\?listID=[^&]+$/)
      await page.getByRole('button', { name: 'Delete Item 0' }).click()
      await expect(names(page)).toHaveText(NAMES.slice(1))
    })

    test("beside a card's open menu, nothing but the menu reacts", {
      tag: fullUnless(pointer, 'mouse'),
    }, async ({ page, person, larder }) => {
      for (const name of ['Market', 'Bakery', 'Pharmacy']) addList(larder, person, name)
      await page.goto(`/?userID=${person.id}`)
      const heading = page.locator('.list-card h2')
      await page.getByLabel('List name').fill('Hardware')
      // Without a pointer that hovers, only the current card shows its dots.
      const cards = await page.locator('.list-card:has(.menu:visible)').all()
      expect(cards).toHaveLength(pointer === 'finger' ? 1 : 3)
      for (const card of cards)
        for (const control of [
          card.locator('.delete .button'),
          page.locator('.list-card .delete .button').first(),
          page.locator('.list-card .delete .button').last(),
          page.getByRole('link', { name: 'Settings' }),
          page.locator('.add-list button'),
        ])
          await pressBeside(page, card.locator('.menu'), control)
      await expect(heading).toHaveCount(3)
      await expect(page).toHaveURL(`/?userID=${person.id}`)
    })

    test('an open menu or dialog covers the page, with the Undo on it', {
      tag: ['@full'],
    }, async ({ page, person, larder, scripted, arrange }) => {
      for (const name of ['Market', 'Bakery', 'Pharmacy']) addList(larder, person, name)
      const { path } = arrange(NAMES)
      const lists = `/?userID=${person.id}`
      const offer = page.getByRole('button', { name: 'Undo', exact: true })
      await page.goto(path)
      await page.getByRole('button', { name: 'Delete Item 0' }).click()
      await expect(offer).toBeVisible()
      await listMenu(page).locator('summary').click()
      expect(await reachedBeside(page, '.menu')).toEqual([])
      for (const dialog of ['add', 'receipt', 'rename', 'text', ...(scripted ? ['keys'] : [])]) {
        await page.goto(`${path}&dialog=${dialog}`)
        await expect(page.getByRole('dialog')).toBeVisible()
        expect(await reachedBeside(page, '.dialog'), dialog).toEqual([])
      }
      await page.goto(lists)
      await page.getByRole('button', { name: 'Delete list Bakery' }).click()
      await expect(offer).toBeVisible()
      for (const menu of [
        page.locator('.list-card .menu').first(),
        page.locator('.list-card .menu').last(),
      ]) {
        await menu.locator('summary').click()
        expect(await reachedBeside(page, '.menu')).toEqual([])
        await menu.locator('summary').click()
      }
    })

    test('beside an open dialog, nothing but the dialog reacts', {
      tag: fullUnless(pointer, 'finger'),
    }, async ({ page, scripted, arrange }) => {
      const { path } = arrange(NAMES)
      await page.goto(`${path}&dialog=rename`)
      const dialog = page.getByRole('dialog')
      await expect(dialog).toBeVisible()
      await press(page, deleteLast(page))
      if (scripted) await expect(dialog).toBeHidden()
      await page.goto(path)
      await expect(names(page)).toHaveText(NAMES)
    })

    test('a second tap meets nothing that a dialog was above until just now', {
      tag: ['@script', ...fullUnless(pointer, 'finger')],
    }, async ({ page, arrange }) => {
      await slowHistory(page)
      await page.goto(arrange(NAMES).path)
      await listMenu(page).locator('summary').click()
      await page.getByRole('link', { name: 'Rename' }).click()
      await expect(page.getByRole('dialog')).toBeVisible()
      // It comes as soon as the dialog is gone, however slow this machine is.
      await page.evaluate((name) => {
        const seen = new MutationObserver(() => {
          if (document.querySelector('dialog')) return
          seen.disconnect()
          const below = document.querySelector(`[aria-label="${name}"]`)
          const { left, top, width, height } = below?.getBoundingClientRect() ?? new DOMRect()
          const at = { clientX: left + width / 2, clientY: top + height / 2, detail: 1 }
          below?.dispatchEvent(new MouseEvent('click', { bubbles: true, cancelable: true, ...at }))
          document.body.dataset.tapped = 'again'
        })
        seen.observe(document.body, { childList: true, subtree: true })
      }, 'Delete Item 5')
      await press(page, deleteLast(page))
      await expect(page.locator('[data-tapped]')).toHaveCount(1)
      await expect(page.getByRole('dialog')).toHaveCount(0)
      await expect(names(page)).toHaveText(NAMES)
      await expect(page.getByRole('button', { name: 'Undo', exact: true })).toHaveCount(0)
    })
  })
