import type { Page } from '@playwright/test'
import { endOfAnimations } from '#tests/support/animations.ts'
import { expect, fullUnless, goOffline, rowsAtRest, stopClock, test } from './fixtures.ts'
import { basketNames, box, dialog, openNames, storedRows } from './listPage.ts'

// Ticking: what goes to the basket, when, and what the total says.

/** Clicks where a thumb would, wherever that is in the row. */
async function tapText(page: Page, name: string) {
  const row = page.locator('.item', { hasText: name })
  await rowsAtRest(row)
  const place = await row.locator('.name').boundingBox()
  if (!place) throw new Error(`no ${name}`)
  await page.mouse.click(place.x + 2, place.y + place.height / 2)
}

/** At the place of a control, as soon as the rows have moved: before anybody can have seen it. */
const tapOnceMoved = (page: Page, control: string, sign: string) =>
  page.evaluate(
    ([control = '', sign = '']) => {
      let [clientX, clientY] = [0, 0]
      const remember = () => {
        const { left, top, width, height } =
          document.querySelector(control)?.getBoundingClientRect() ?? new DOMRect()
        clientX = left + width / 2
        clientY = top + height / 2
      }
      document.addEventListener('mousedown', remember, { capture: true, once: true })
      new MutationObserver((_, observer) => {
        if (!document.querySelector(sign)) return
        observer.disconnect()
        for (const slide of document.getAnimations()) slide.finish()
        const tap = new MouseEvent('click', { bubbles: true, cancelable: true, clientX, clientY, detail: 1 })
        document.elementFromPoint(clientX, clientY)?.dispatchEvent(tap)
      }).observe(document.body, { childList: true, subtree: true })
    },
    [control, sign],
  )

test('a tap anywhere on a row ticks it, and the row goes to the basket', async ({
  page,
  larder,
  arrange,
}) => {
  const { path, listId } = arrange(['Milk', 'Bread', 'Eggs'])
  await page.goto(path)
  await tapText(page, 'Bread')
  await expect(box(page, 'Bread')).toBeChecked()
  await expect(basketNames(page)).toHaveText(['Bread'])
  await expect(openNames(page)).toHaveText(['Milk', 'Eggs'])
  await expect(page.getByRole('heading', { name: 'In the basket (1)' })).toBeVisible()
  await tapText(page, 'Bread')
  await expect(openNames(page)).toHaveText(['Milk', 'Bread', 'Eggs'])
  await expect.poll(() => storedRows(larder, listId).every(({ completed }) => completed === 0)).toBe(true)
})

test('a row shows its amount only where it differs from the price', { tag: '@full' }, async ({
  page,
  larder,
  arrange,
}) => {
  const { path, ids } = arrange([
    { name: 'Milk', quantity: 2, price: 1.89 },
    { name: 'Bread', price: 3.5 },
    'Salt',
    { name: 'Wine', quantity: 100, price: 12.5 },
  ])
  larder.database.prepare('UPDATE items SET price_guessed = 1 WHERE id = ?').run(ids[1])
  await page.goto(path)
  await expect(page.locator('.amounts')).toHaveText([
    '2 × $ 1.89 · $ 3.78',
    '1 × $ 3.50 · a guess',
    '1 × $ 0.00',
    '100 × $ 12.50 · $ 1,250.00',
  ])
  await page.getByRole('link', { name: 'Edit Bread' }).click()
  await dialog(page).getByRole('button', { name: 'SUBMIT' }).click()
  await expect(page.locator('.amounts').nth(1)).toHaveText('1 × $ 3.50')
})

test('with everything in the basket, the list is all done and ends the trip', { tag: '@once' }, async ({
  page,
  larder,
  arrange,
}) => {
  const items = [
    { name: 'Milk', quantity: 2, price: 1.5, completed: true },
    { name: 'Bread', completed: true },
  ]
  const { path, listId, ids } = arrange(items, 'Weekly shopping')
  larder.database.prepare('UPDATE items SET price_guessed = 1 WHERE id = ?').run(ids[0])
  await page.goto(path)
  await expect(page.getByRole('heading', { name: 'All done' })).toBeVisible()
  await expect(page.locator('.all-done .sum')).toHaveText('$ 3.00')
  await expect(page.getByText('1 of them without a price')).toBeVisible()
  await expect(page.locator('.total')).toContainText('includes 1 guess')
  await expect(page.getByRole('link', { name: 'Finish', exact: true })).toHaveCount(0)
  await page.getByLabel('Paid').fill('3.20')
  await page.getByRole('button', { name: 'FINISH' }).click()
  await expect(page.getByText('You finished shopping: 2 items, $ 3.20')).toBeVisible()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Weekly shopping')
  expect(storedRows(larder, listId)).toEqual([])
})

test('the bar says what is left, and the total how many items have no price or what the basket costs', async ({
  page,
  larder,
  arrange,
}) => {
  const { path } = arrange([
    { name: 'Milk', price: 1.5 },
    { name: 'Bread', price: 2, completed: true },
    'Eggs',
  ])
  for (const width of [360, 1280]) {
    await page.setViewportSize({ width, height: 740 })
    await page.goto(path)
    await expect(page.locator('.bar .where p')).toHaveText('2 of 3 left')
    await expect(page.locator('.total')).toHaveText('Est Total: $ 3.50 + 1 without a price $ 2.00 in basket')
    await expect(page.locator('.total small')).toHaveText(['$ 2.00 in basket'])
    expect((await page.locator('.list-actions').boundingBox())?.height).toBeLessThanOrEqual(108)
  }
  larder.database.exec('UPDATE items SET completed = 0')
  for (const width of [360, 1280]) {
    await page.setViewportSize({ width, height: 740 })
    await page.goto(path)
    await expect(page.locator('.total')).toHaveText('Est Total: $ 3.50 + 1 without a price')
    await expect(page.locator('.total small')).toHaveText(['1 without a price'])
    expect((await page.locator('.strip').boundingBox())?.height).toBeLessThanOrEqual(48)
  }
})

test('guessed and remembered prices have a mark that takes no room, and the total says how many there are', async ({
  page,
  larder,
  arrange,
}) => {
  const { path, ids } = arrange([
    { name: 'Milk', price: 1.5 },
    { name: 'Bread', quantity: 2, price: 2 },
    { name: 'Eggs', price: 3, completed: true },
    { name: 'Tea', quantity: 0.25, price: 1250 },
  ])
  const total = page.locator('.total')
  await page.goto(path)
  await expect(total).toHaveText('Est Total: $ 321.00 $ 3.00 in basket')
  const heights = () => page.locator('.item').evaluateAll((rows) => rows.map((row) => row.clientHeight))
  const look = { 320: [''], 360: [''], 1280: [''] }
  for (const width of [320, 360, 1280] as const) {
    await page.setViewportSize({ width, height: 740 })
    look[width] = (await heights()).map(String)
  }
  larder.database.prepare('UPDATE items SET price_guessed = 1 WHERE id = ?').run(ids[1])
  larder.database.prepare('UPDATE items SET price_remembered = 1 WHERE id = ?').run(ids[3])
  for (const width of [320, 360, 1280] as const) {
    await page.setViewportSize({ width, height: 740 })
    await page.goto(path)
    await expect(total).toHaveText('Est Total: $ 321.00 $ 3.00 in basket includes 2 guesses')
    expect((await heights()).map(String)).toEqual(look[width])
    if (width > 320)
      expect((await page.locator('.list-actions').boundingBox())?.height).toBeLessThanOrEqual(108)
  }
  for (const marked of [total.getByText('includes 2 guesses'), page.locator('.item .cost').nth(2)])
    await expect(marked).toHaveCSS('text-decoration-style', 'dotted')
  await expect(page.locator('.item .cost').first()).toHaveCSS('text-decoration-line', 'none')
  await expect(box(page, 'Bread')).toHaveAccessibleDescription('a guess')
  await expect(box(page, 'Tea')).toHaveAccessibleDescription('last price')
  await page.getByRole('link', { name: 'Edit Tea' }).click()
  await expect(dialog(page)).toContainText('$ 1,250.00 · last price')
})

test('a thumb that bounces ticks once', { tag: '@script' }, async ({ page, larder, arrange }) => {
  const { path, listId } = arrange(['Milk', 'Bread'])
  await page.goto(path)
  const now = await page.evaluate(() => performance.now())
  await tapAt(page, 'Milk', now)
  await expect(page.getByRole('checkbox', { name: 'Milk' })).toBeChecked()
  await tapAt(page, 'Milk', now + 300)
  await tapText(page, 'Bread')
  const ticked = () => storedRows(larder, listId).filter(({ completed }) => completed)
  await expect.poll(() => ticked().map(({ name }) => name)).toEqual(['Milk', 'Bread'])
})

/** A tap at a time in milliseconds that doesn't depend on how slow the test is. */
const tapAt = (page: Page, name: string, time: number) =>
  page.getByRole('checkbox', { name }).evaluate((box, time) => {
    const tap = new MouseEvent('click', { bubbles: true, cancelable: true, detail: 1 })
    Object.defineProperty(tap, 'timeStamp', { value: time })
    box.dispatchEvent(tap)
  }, time)

test('a name without a recipe can be added as an item', { tag: '@full' }, async ({
  page,
  larder,
  arrange,
}) => {
  const { path, listId } = arrange([])
  await page.goto(path)
  await page.getByLabel('Recipe').fill('toilet paper')
  await page.getByRole('button', { name: 'ASK AI' }).click()
  await page.getByRole('button', { name: 'Add “toilet paper” to the list' }).click()
  await expect(openNames(page)).toHaveText(['toilet paper'])
  await expect.poll(() => storedRows(larder, listId)).toHaveLength(1)
  await expect(page.getByRole('button', { name: /^Add “/ })).toHaveCount(0)
})

test('the last tick brings All done into sight', { tag: ['@script', '@full'] }, async ({ page, arrange }) => {
  const rest = Array.from({ length: 20 }, (_, n) => ({ name: `Thing ${n}`, completed: true }))
  const { path } = arrange(['Milk', ...rest])
  await page.setViewportSize({ width: 360, height: 500 })
  await page.goto(path)
  await page.evaluate(() => scrollTo(0, 30))
  const { x = 0, y = 0 } = (await box(page, 'Milk').boundingBox()) ?? {}
  // `click` would scroll.
  await page.mouse.click(x + 30, y + 30)
  await expect(page.getByRole('heading', { name: 'All done' })).toBeInViewport()
  await expect.poll(() => page.evaluate(() => scrollY)).toBe(0)
})

test.describe('with JavaScript', { tag: '@script' }, () => {
  test('a ticked row stays for a second before it goes to the basket', { tag: '@full' }, async ({
    page,
    arrange,
  }) => {
    const { path } = arrange(['Milk', 'Bread', 'Eggs'])
    await page.goto(path)
    await stopClock(page)
    await tapText(page, 'Milk')
    await expect(box(page, 'Milk')).toBeChecked()
    const fades = () =>
      page.locator('#items > .done').evaluateAll((rows) => rows.map((row) => row.getAnimations().length))
    expect(await fades()).toEqual([0])
    await page.clock.runFor(900)
    await expect(openNames(page)).toHaveText(['Milk', 'Bread', 'Eggs'])
    // It fades first, so that it doesn't vanish.
    expect(await fades()).toEqual([1])
    // Another tick in time: both go together, so that nothing moves under the thumb.
    await tapText(page, 'Bread')
    await expect(box(page, 'Bread')).toBeChecked()
    expect(await fades()).toEqual([0, 0])
    await page.clock.runFor(900)
    await expect(openNames(page)).toHaveText(['Milk', 'Bread', 'Eggs'])
    await expect(page.getByRole('heading', { name: 'In the basket (2)' })).toBeHidden()
    await page.clock.runFor(200)
    await expect(openNames(page)).toHaveText(['Eggs'])
    await expect(basketNames(page)).toHaveText(['Milk', 'Bread'])
    // One that is taken back goes at once: people look where it was.
    await page.getByRole('button', { name: 'Undo', exact: true }).click()
    await expect(openNames(page)).toHaveText(['Bread', 'Eggs'])
    // Before that, the tap would be for the row that was there.
    await page.clock.runFor(600)
    // Rows slide in real time.
    await endOfAnimations(page)
    await tapText(page, 'Bread')
    await expect(box(page, 'Bread')).toBeChecked()
    await expect(basketNames(page)).toHaveText(['Milk'])
    await expect(page.getByRole('heading', { name: 'In the basket (1)' })).toBeVisible()
  })

  test('the rows below a deleted one slide up', { tag: '@full' }, async ({ page, arrange }) => {
    const { path } = arrange(['Milk', 'Bread', 'Eggs'])
    await page.goto(path)
    await page.evaluate(() => {
      const slid: string[] = []
      const animate = Element.prototype.animate
      Element.prototype.animate = function (...args) {
        slid.push(this.querySelector('.name')?.textContent ?? '')
        return animate.apply(this, args)
      }
      Object.assign(window, { slid })
    })
    await page.getByRole('button', { name: 'Delete Milk' }).click()
    await expect(openNames(page)).toHaveText(['Bread', 'Eggs'])
    await expect.poll(() => page.evaluate('slid')).toEqual(['Bread', 'Eggs'])
  })

  for (const part of ['.tick', '.edit', '.delete'])
    test(`a tap on ${part} while rows slide is for the row that was there before`, {
      tag: fullUnless(part, '.tick'),
    }, async ({ page, arrange }) => {
      const { path } = arrange(['Milk', 'Bread', 'Eggs', 'Tea'])
      await page.setViewportSize({ width: 360, height: 740 })
      await page.goto(path)
      await tapOnceMoved(page, `.item:nth-child(3) ${part}`, '#basket')
      await tapText(page, 'Milk')
      if (part === '.tick') await expect(basketNames(page)).toHaveText(['Milk', 'Eggs'])
      if (part === '.edit') await expect(dialog(page).getByLabel('Name')).toHaveValue('Eggs')
      if (part === '.delete') await expect(openNames(page)).toHaveText(['Bread', 'Tea'])
    })

  test('a tap where a ticked row has just left does not untick it', { tag: '@full' }, async ({
    page,
    larder,
    arrange,
  }) => {
    const { path, listId } = arrange(['Milk', 'Bread'])
    await page.goto(path)
    await tapOnceMoved(page, '.item .tick', '#basket')
    await tapText(page, 'Milk')
    await expect(basketNames(page)).toHaveText(['Milk'])
    await tapText(page, 'Bread')
    await expect.poll(() => storedRows(larder, listId).filter(({ completed }) => completed)).toHaveLength(2)
  })

  test('a tap is for the row that was there before, also where the page becomes shorter', {
    tag: '@full',
  }, async ({ page, arrange }) => {
    const names = Array.from({ length: 20 }, (_, n) => `Item ${n}`)
    const { path } = arrange(names)
    await page.setViewportSize({ width: 360, height: 740 })
    await page.goto(path)
    await page.evaluate(() => scrollTo(0, document.body.scrollHeight))
    await tapOnceMoved(page, '.item:nth-child(17) .edit', '.items:not(:has(> :nth-child(20)))')
    await page.getByRole('button', { name: 'Delete Item 18' }).click()
    await expect(dialog(page).getByLabel('Name')).toHaveValue('Item 16')
  })

  test('nothing moves between press and release', { tag: '@full' }, async ({ page, arrange }) => {
    const names = Array.from({ length: 20 }, (_, n) => `Item ${n}`)
    const { path } = arrange(names)
    await page.setViewportSize({ width: 360, height: 740 })
    await page.goto(path)
    await page.getByLabel('Recipe').focus()
    await page.evaluate(() => scrollTo(0, document.body.scrollHeight))
    const edit = page.getByRole('link', { name: 'Edit Item 18' })
    const place = await edit.boundingBox()
    if (!place) throw new Error('no row')
    // Close to its edge, and as the focus leaves the field of recipes.
    await page.mouse.move(place.x + 5, place.y + 5)
    await page.mouse.down()
    expect(await edit.boundingBox()).toEqual(place)
    await page.mouse.up()
    await expect(dialog(page).getByLabel('Name')).toHaveValue('Item 18')
    await page.keyboard.press('Escape')
    await expect(dialog(page)).toBeHidden()

    await stopClock(page)
    await box(page, 'Item 17').click()
    await expect(box(page, 'Item 17')).toBeChecked()
    await page.clock.runFor(500)
    await page.mouse.move(place.x + 5, place.y + 5)
    await page.mouse.down()
    await page.clock.runFor(500)
    expect(await edit.boundingBox()).toEqual(place)
    await page.mouse.up()
    await page.clock.runFor(10)
    await expect(dialog(page).getByLabel('Name')).toHaveValue('Item 18')
    // It fades first.
    await page.clock.runFor(150)
    await expect(basketNames(page)).toHaveText(['Item 17'])
  })

  test('with reduced motion it goes at once', { tag: '@full' }, async ({ page, arrange }) => {
    await page.emulateMedia({ reducedMotion: 'reduce' })
    const { path } = arrange(['Milk', 'Bread'])
    await page.goto(path)
    await stopClock(page)
    await tapText(page, 'Milk')
    await expect(basketNames(page)).toHaveText(['Milk'])
  })

  test('a tick that waits has a clock on its row, which takes no room, until it is sent', async ({
    page,
    allowErrors,
    arrange,
  }) => {
    allowErrors(/ERR_INTERNET_DISCONNECTED/)
    const { path } = arrange([{ name: 'Milk', quantity: 0.25, price: 1250 }, 'Bread'])
    await page.setViewportSize({ width: 320, height: 740 })
    await page.goto(path)
    const row = page.locator('.item', { hasText: 'Milk' })
    const { height } = (await row.boundingBox()) ?? {}
    await goOffline(page)
    await tapText(page, 'Milk')
    await expect(row).toContainText('not sent yet')
    await expect(row.locator('.waiting')).toBeVisible()
    // While it slides into the basket, it has no box.
    await expect.poll(async () => (await row.boundingBox())?.height).toBe(height)
    await expect(box(page, 'Milk')).toHaveAccessibleDescription('not sent yet')
    await expect(box(page, 'Milk')).toBeChecked()
    await expect(page.locator('.reach:has-text("1 change is waiting") .waiting')).toHaveCount(1)
    await page.context().setOffline(false)
    await expect(row).not.toContainText('not sent yet')
    await expect(row.locator('.waiting')).toHaveCount(0)
    await expect(basketNames(page)).toHaveText(['Milk'])
  })
})
