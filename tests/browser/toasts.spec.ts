import type { Page } from '@playwright/test'
import { newId } from '#app/domain/ids.ts'
import { expectAccessible } from '#tests/support/accessible.ts'
import { endOfAnimations } from '#tests/support/animations.ts'
import { expect, fullUnless, messages, stopClock, test } from './fixtures.ts'
import { undo } from './listPage.ts'

const SCRIPT = '**/assets/idle-*.js'
const ITEMS = [{ name: 'Milk', quantity: 2 }, 'Bread']
const EMPTY = 'Please enter a recipe name first!'

/** Opens the page, with sonner there. */
async function open(page: Page, path: string) {
  await page.goto(path)
  await page.locator('section[aria-label^=Notifications]').waitFor({ state: 'attached' })
}

const toast = (page: Page) => page.locator('.toast[data-front=true]:not([data-removed=true])')
const slot = (page: Page) => page.locator('.message')
const askForNothing = (page: Page) => page.locator('.ai .ask').click()

/** Not by this page's script. */
async function addItem(page: Page, path: string) {
  const form = { id: newId(), name: 'Figs', quantity: '1', price: '0' }
  await page.request.post(path, { form, maxRedirects: 0 })
}

/** It slides in on the real clock. */
async function waitUntilAtRest(page: Page) {
  await expect(toast(page)).toBeVisible()
  await endOfAnimations(page)
}

/** Where the toast is at rest, and what a finger meets there. */
async function lookAt(page: Page) {
  await waitUntilAtRest(page)
  return toast(page).evaluate((element) => {
    const box = element.getBoundingClientRect()
    const bar = document.querySelector('header')?.getBoundingClientRect()
    const middle = element.closest('.middle')?.getBoundingClientRect() ?? new DOMRect()
    const covered = new Set<string>()
    for (let x = box.left; x <= box.right; x += 3) {
      for (let y = box.top; y <= box.bottom; y += 3) {
        for (const below of document.elementsFromPoint(x, y)) {
          if (below.closest('a, button, input, textarea, summary, .message, [data-sonner-toaster]'))
            covered.add(below.outerHTML)
        }
      }
    }
    return {
      covered: [...covered],
      isInBar: bar && box.top >= bar.top && box.bottom <= bar.bottom,
      isRight: middle.right - box.right < 8 && box.left - middle.left > 8,
      isCentered: Math.abs(box.left + box.right - middle.left - middle.right) < 4,
    }
  })
}

/** What each message lies over, of the name of the list and the controls around it. */
const covered = (page: Page) =>
  messages(page).evaluateAll((shown) =>
    shown.flatMap((message) => {
      const { left, top, right, bottom } = message.getBoundingClientRect()
      return [...document.querySelectorAll('h1, a, button, input, textarea, summary')]
        .filter((other) => !message.contains(other) && other.checkVisibility())
        .filter((other) => {
          const box = other.getBoundingClientRect()
          return box.left < right && box.right > left && box.top < bottom && box.bottom > top
        })
        .map((other) => other.outerHTML)
    }),
  )

const LONG_NAME = 'Groceries for the whole family, the party on Saturday and the week that comes after it'

for (const width of [360, 390, 700, 800, 1280]) {
  for (const name of ['Groceries', LONG_NAME]) {
    test(`at ${width} px no message lies over “${name.slice(0, 13)}” or a control, or moves a row`, {
      tag: fullUnless(width, 360, 1280),
    }, async ({ page, scripted, arrange }) => {
      await page.setViewportSize({ width, height: 740 })
      const { path } = arrange(['Milk', 'Bread', 'Salt'], name)
      await (scripted ? open(page, path) : page.goto(path))
      const places = async () => [
        await page.getByRole('heading', { level: 1 }).boundingBox(),
        await page.getByRole('checkbox', { name: 'Milk' }).boundingBox(),
      ]
      const before = await places()
      async function expectFree(text: string) {
        await expect(messages(page).filter({ hasText: text })).toBeVisible()
        await endOfAnimations(page)
        expect(await covered(page), text).toEqual([])
        expect(await places(), text).toEqual(before)
      }
      if (scripted) {
        await addItem(page, path)
        await expectFree('item created')
        await askForNothing(page)
        await expectFree(EMPTY)
      }
      await page.getByRole('button', { name: 'Delete Bread' }).click()
      await expectFree('Deleted Bread.')
      if (!scripted) return
      await addItem(page, path)
      await expectFree('item created')
      await expect(undo(page)).toBeVisible()
    })
  }
}

test.describe('toasts', { tag: '@script' }, () => {
  for (const width of [360, 768, 800, 801, 1280, 1920]) {
    test(`at ${width} px they are in the bar and cover no control`, {
      tag: fullUnless(width, 360),
    }, async ({ page, person, allowErrors, arrange }) => {
      allowErrors(/400/)
      await page.setViewportSize({ width, height: 700 })
      const path = arrange(ITEMS).path
      const isWide = width > 800
      const place = { covered: [], isInBar: true, isRight: isWide, isCentered: !isWide }
      await open(page, path)
      await page.getByRole('button', { name: 'Delete Bread' }).click()
      await expect(undo(page)).toBeVisible()
      await addItem(page, path)
      await expect(toast(page)).toHaveText('item created')
      expect(await lookAt(page)).toMatchObject(place)
      await expect(undo(page)).toBeVisible()

      await page.context().clearCookies()
      await open(page, '/login')
      await page.getByLabel('Email').fill(person.email)
      await page.getByLabel('Password').fill('wrong')
      await page.keyboard.press('Enter')
      await expect(toast(page)).toBeVisible()
      expect(await lookAt(page)).toMatchObject(place)
    })
  }

  test('one without room in the bar stands in the slot', { tag: '@full' }, async ({ page, arrange }) => {
    await page.setViewportSize({ width: 262, height: 700 })
    await open(page, arrange(ITEMS).path)
    await askForNothing(page)
    await expect(slot(page).getByRole('alert')).toHaveText(EMPTY)
    await expect(toast(page)).toHaveCount(0)
  })

  test('it goes where there is room when the window gets narrower', { tag: '@full' }, async ({
    page,
    arrange,
  }) => {
    await page.setViewportSize({ width: 1280, height: 700 })
    await open(page, arrange(ITEMS).path)
    await askForNothing(page)
    await expect(toast(page)).toHaveText(EMPTY)
    await page.setViewportSize({ width: 768, height: 700 })
    await expect(slot(page).getByRole('alert')).toHaveText(EMPTY)
    await expect(toast(page)).toHaveCount(0)
  })

  test('errors are alerts, news are statuses, and neither is wrong for axe', { tag: '@full' }, async ({
    page,
    arrange,
  }) => {
    const path = arrange(ITEMS).path
    await open(page, path)
    await askForNothing(page)
    await expect(toast(page).getByRole('alert')).toHaveText(EMPTY)
    await expectAccessible(page)
    await addItem(page, path)
    await expect(toast(page).getByRole('status')).toHaveText('item created')
    await expect(toast(page)).toHaveCount(1)
  })

  test('an error is gone after the next success', { tag: '@full' }, async ({ page, arrange }) => {
    await open(page, arrange(ITEMS).path)
    await askForNothing(page)
    await expect(toast(page)).toHaveText(EMPTY)
    await page.getByRole('button', { name: 'Delete Bread' }).click()
    await expect(slot(page)).toContainText('Deleted Bread.')
    await expect(toast(page)).toHaveCount(0)
  })

  test('it stays for 5 seconds, not counting those under the mouse', async ({ page, arrange }) => {
    await open(page, arrange(ITEMS).path)
    await stopClock(page)
    await askForNothing(page)
    await page.clock.runFor(500)
    await expect(toast(page)).toHaveText(EMPTY)
    await page.clock.runFor(4_000)
    await waitUntilAtRest(page)
    const { x, y } = (await toast(page).boundingBox()) ?? { x: 0, y: 0 }
    await page.mouse.move(x + 20, y + 20)
    await page.clock.runFor(60_000)
    await expect(toast(page)).toHaveText(EMPTY)
    await page.mouse.move(5, 500)
    await page.clock.runFor(1_500)
    await expect(toast(page)).toHaveCount(0)
  })

  test('Alt+T moves the focus to it, holds it, and gives the focus back', async ({ page, arrange }) => {
    await open(page, arrange(ITEMS).path)
    await stopClock(page)
    await askForNothing(page)
    await page.clock.runFor(500)
    await expect(page.getByLabel('Recipe')).toBeFocused()
    await page.keyboard.press('Alt+t')
    await expect(page.locator('[data-sonner-toaster]')).toBeFocused()
    await page.clock.runFor(60_000)
    await expect(toast(page)).toHaveText(EMPTY)
    await page.keyboard.press('Tab')
    await page.keyboard.press('Tab')
    await expect(page.getByLabel('Recipe')).toBeFocused()
    await page.clock.runFor(6_000)
    await expect(toast(page)).toHaveCount(0)
  })

  test('one that comes before sonner waits for it', { tag: '@full' }, async ({ page, arrange }) => {
    let send = () => {}
    const asked = new Promise<void>((resolve) => {
      send = resolve
    })
    await page.route(SCRIPT, async (route) => {
      await asked
      await route.continue()
    })
    await page.goto(arrange(ITEMS).path)
    await stopClock(page)
    await askForNothing(page)
    await expect(toast(page)).toHaveCount(0)
    send()
    await expect(async () => {
      await page.clock.runFor(50)
      await expect(toast(page)).toHaveText(EMPTY, { timeout: 100 })
    }).toPass()
  })

  test('without sonner, messages stand in the slot', { tag: '@full' }, async ({
    page,
    allowErrors,
    arrange,
  }) => {
    allowErrors(/ERR_FAILED/)
    await page.route(SCRIPT, (route) => route.abort())
    await page.goto(arrange(ITEMS).path)
    await askForNothing(page)
    await expect(slot(page).getByRole('alert')).toHaveText(EMPTY)
  })

  test('without reduced motion it slides, with it it is just there', { tag: '@full' }, async ({
    page,
    arrange,
  }) => {
    for (const reducedMotion of ['no-preference', 'reduce'] as const) {
      await page.emulateMedia({ reducedMotion })
      await open(page, arrange(ITEMS).path)
      await askForNothing(page)
      await expect(toast(page)).toHaveCSS(
        'transition-property',
        reducedMotion === 'reduce' ? 'none' : /transform/,
      )
    }
  })
})
