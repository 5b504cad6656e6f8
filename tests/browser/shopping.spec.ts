import type { Locator, Page } from '@playwright/test'
import { addItems, addList } from '#tests/support/rows.ts'
import {
  addPerson,
  expect,
  fullUnless,
  goOffline,
  type Larder,
  messages,
  type Person,
  pressFirst,
  rowsAtRest,
  stopClock,
  test,
} from './fixtures.ts'

// The list in the hand: ticking, adding and everything around it.

const GROCERIES = ['Milk', 'Bread', 'Eggs', 'Butter', 'Rice', 'Tea', 'Salt', 'Flour', 'Beans', 'Figs', 'Kale']

function arrange(larder: Larder, person: Person, items: Parameters<typeof addItems>[2], name = 'Market') {
  const listId = addList(larder, person, name)
  const ids = addItems(larder, listId, items)
  return { listId, ids, path: `/single-list?listID=${listId}` }
}

const named = (...names: string[]) => names.map((name) => ({ name }))
const openNames = (page: Page) => page.locator('#items .name')
const basketNames = (page: Page) => page.locator('#basket .name')
const box = (page: Page, name: string) => page.getByRole('checkbox', { name, exact: true })
const dialog = (page: Page) => page.getByRole('dialog')
const more = (page: Page) => page.locator('.bar').getByLabel('More')
const inMenu = (page: Page, name: string) => page.locator('.menu').getByText(name, { exact: true })

const rowsOf = (larder: Larder, listId: string) =>
  larder.database
    .prepare('SELECT name, completed FROM items WHERE list_id = ? AND deleted_at IS NULL ORDER BY position')
    .all(listId) as { name: string; completed: number }[]

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

/** What is at the middle of a control: the control itself, or something that covers it. */
const isReachable = (control: Locator) =>
  control.evaluate((element) => {
    const { left, top, width, height } = element.getBoundingClientRect()
    const found = document.elementFromPoint(left + width / 2, top + height / 2)
    return element.contains(found) || (found?.contains(element) ?? false)
  })

test('a tap anywhere on a row ticks it, and the row goes to the basket', async ({ page, person, larder }) => {
  const { path, listId } = arrange(larder, person, named('Milk', 'Bread', 'Eggs'))
  await page.goto(path)
  await tapText(page, 'Bread')
  await expect(box(page, 'Bread')).toBeChecked()
  await expect(basketNames(page)).toHaveText(['Bread'])
  await expect(openNames(page)).toHaveText(['Milk', 'Eggs'])
  await expect(page.getByRole('heading', { name: 'In the basket (1)' })).toBeVisible()
  await tapText(page, 'Bread')
  await expect(openNames(page)).toHaveText(['Milk', 'Bread', 'Eggs'])
  await expect.poll(() => rowsOf(larder, listId).every(({ completed }) => completed === 0)).toBe(true)
})

test('a row shows its amount only where it differs from the price', { tag: '@full' }, async ({
  page,
  person,
  larder,
}) => {
  const { path, ids } = arrange(larder, person, [
    { name: 'Milk', quantity: 2, price: 1.89 },
    { name: 'Bread', price: 3.5 },
    { name: 'Salt' },
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

test('costs are in one column, however long the names and amounts are', { tag: '@full' }, async ({
  page,
  person,
  larder,
}) => {
  const { path } = arrange(larder, person, [
    { name: 'Milk', quantity: 2, price: 1.89 },
    { name: 'Parmigiano Reggiano, the one with the blue label', price: 12.5 },
    { name: 'Salt' },
  ])
  await page.setViewportSize({ width: 360, height: 740 })
  await page.goto(path)
  await expect(page.locator('.cost')).toHaveText(['$ 3.78', '$ 12.50', '$ 0.00'])
  const rightEdges = await page
    .locator('.cost')
    .evaluateAll((costs) => costs.map((cost) => Math.round(cost.getBoundingClientRect().right)))
  expect(new Set(rightEdges).size).toBe(1)
})

test('the cloth below the bar colors in as the basket fills', { tag: '@full' }, async ({
  page,
  person,
  larder,
}) => {
  const { path } = arrange(larder, person, [
    { name: 'Milk' },
    { name: 'Bread' },
    { name: 'Salt', completed: true },
  ])
  await page.goto(path)
  const cloth = page.locator('.bar .cloth')
  await expect(cloth).toHaveJSProperty('position', 1 / 3)
  await page.getByRole('checkbox', { name: 'Milk' }).click()
  await expect(cloth).toHaveJSProperty('position', 2 / 3)
  await page.goto(arrange(larder, person, []).path)
  await expect(cloth).toHaveJSProperty('position', 0)
})

test('a phone shows eleven rows of a list, each at most 52 px high', { tag: '@once' }, async ({
  page,
  person,
  larder,
}) => {
  await page.setViewportSize({ width: 360, height: 740 })
  const { path } = arrange(
    larder,
    person,
    GROCERIES.map((name) => ({ name, price: 1 })),
  )
  await page.goto(path)
  const bottom = (await page.locator('.list-actions').boundingBox())?.y ?? 0
  const places = await page
    .locator('.item')
    .evaluateAll((rows) => rows.map((row) => row.getBoundingClientRect()))
  expect(Math.max(...places.map(({ height }) => height))).toBeLessThanOrEqual(52)
  expect(places.filter((row) => row.bottom <= bottom).length).toBeGreaterThanOrEqual(11)
  for (const control of await page.locator('.item :is(a, .delete)').all()) {
    const { width = 0, height = 0 } = (await control.boundingBox()) ?? {}
    expect(Math.min(width, height)).toBeGreaterThanOrEqual(44)
  }
})

test('with everything in the basket, the list is all done and can start again', { tag: '@once' }, async ({
  page,
  person,
  larder,
}) => {
  const items = [
    { name: 'Milk', quantity: 2, price: 1.5, completed: true },
    { name: 'Bread', completed: true },
  ]
  const { path, listId, ids } = arrange(larder, person, items, 'Weekly shopping')
  larder.database.prepare('UPDATE items SET price_guessed = 1 WHERE id = ?').run(ids[0])
  await page.goto(path)
  await expect(page.getByRole('heading', { name: 'All done' })).toBeVisible()
  await expect(page.locator('.all-done .sum')).toHaveText('$ 3.00')
  await expect(page.getByText('1 of them without a price')).toBeVisible()
  await expect(page.locator('.total')).toContainText('$ 3.00 guessed')
  await expect(page.getByRole('button', { name: 'ADD RECEIPT' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Clear done' })).toBeVisible()
  await page.getByRole('button', { name: 'Start again from this list' }).click()
  await expect(openNames(page)).toHaveText(['Milk', 'Bread'])
  await expect(page).not.toHaveURL(path)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(/^Weekly shopping, [A-Z][a-z]{2} \d+$/)
  await expect(page.locator('.amounts').first()).toHaveText('2 × $ 1.50 · $ 3.00 · a guess')
  expect(rowsOf(larder, listId)).toHaveLength(2)
})

test('the bar says how many items have no price, and the total what the basket costs', {
  tag: '@full',
}, async ({ page, person, larder }) => {
  const { path } = arrange(larder, person, [
    { name: 'Milk', price: 1.5 },
    { name: 'Bread', price: 2, completed: true },
    { name: 'Eggs' },
  ])
  for (const width of [360, 1280]) {
    await page.setViewportSize({ width, height: 740 })
    await page.goto(path)
    await expect(page.locator('.bar .where p')).toHaveText('2 of 3 left · 1 unpriced')
    await expect(page.locator('.total')).toHaveText('Est Total: $ 3.50 $ 2.00 in basket')
    expect((await page.locator('.list-actions').boundingBox())?.height).toBeLessThanOrEqual(108)
  }
})

test('the total says how much of it is guessed', async ({ page, person, larder }) => {
  const { path, ids } = arrange(larder, person, [
    { name: 'Milk', price: 1.5 },
    { name: 'Bread', quantity: 2, price: 2 },
    { name: 'Eggs', price: 3, completed: true },
  ])
  const total = page.locator('.total')
  await page.goto(path)
  await expect(total).toHaveText('Est Total: $ 8.50 $ 3.00 in basket')
  larder.database.prepare('UPDATE items SET price_guessed = 1 WHERE id = ?').run(ids[1])
  for (const width of [360, 1280]) {
    await page.setViewportSize({ width, height: 740 })
    await page.goto(path)
    await expect(total).toHaveText('Est Total: $ 8.50 $ 3.00 in basket $ 4.00 guessed')
    expect((await page.locator('.list-actions').boundingBox())?.height).toBeLessThanOrEqual(108)
  }
})

test('a thumb that bounces ticks once', { tag: '@script' }, async ({ page, person, larder }) => {
  const { path, listId } = arrange(larder, person, [{ name: 'Milk' }, { name: 'Bread' }])
  await page.goto(path)
  const now = await page.evaluate(() => performance.now())
  await tapAt(page, 'Milk', now)
  await expect(page.getByRole('checkbox', { name: 'Milk' })).toBeChecked()
  await tapAt(page, 'Milk', now + 300)
  await tapText(page, 'Bread')
  const ticked = () => rowsOf(larder, listId).filter(({ completed }) => completed)
  await expect.poll(() => ticked().map(({ name }) => name)).toEqual(['Milk', 'Bread'])
})

/** A tap at a time in milliseconds that doesn't depend on how slow the test is. */
const tapAt = (page: Page, name: string, time: number) =>
  page.getByRole('checkbox', { name }).evaluate((box, time) => {
    const tap = new MouseEvent('click', { bubbles: true, cancelable: true, detail: 1 })
    Object.defineProperty(tap, 'timeStamp', { value: time })
    box.dispatchEvent(tap)
  }, time)

test('what is done is cleared with one tap', { tag: '@full' }, async ({ page, person, larder }) => {
  const { path } = arrange(larder, person, [{ name: 'Milk' }, { name: 'Bread', completed: true }])
  await page.goto(path)
  await page.getByRole('button', { name: 'Clear done' }).click()
  await expect(page.locator('.item .name')).toHaveText(['Milk'])
})

test.describe('the menu of a list', () => {
  test('renames it', { tag: '@full' }, async ({ page, person, larder, allowErrors }) => {
    allowErrors(/400/)
    const { path } = arrange(larder, person, named('Milk'))
    await page.goto(path)
    await more(page).click()
    await inMenu(page, 'Rename').click()
    await expect(dialog(page).getByLabel('Name')).toHaveValue('Market')
    await dialog(page).getByLabel('Name').fill('  ')
    await dialog(page).getByRole('button', { name: 'Rename' }).click()
    await expect(dialog(page).getByText(/name/i).last()).toBeVisible()
    await dialog(page).getByLabel('Name').fill('Sunday')
    await dialog(page).getByRole('button', { name: 'Rename' }).click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Sunday')
    await expect(dialog(page)).toBeHidden()
    await page.getByRole('button', { name: 'Undo' }).click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Market')
  })

  test('duplicates it', { tag: '@full' }, async ({ page, person, larder }) => {
    const { path } = arrange(larder, person, [{ name: 'Milk', completed: true }, { name: 'Bread' }])
    await page.goto(path)
    await more(page).click()
    await inMenu(page, 'Duplicate').click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(/^Market, [A-Z][a-z]{2} \d+$/)
    await expect(openNames(page)).toHaveText(['Milk', 'Bread'])
  })

  test('unticks all, and clears what is done', { tag: '@once' }, async ({ page, person, larder }) => {
    const { path, listId } = arrange(larder, person, [{ name: 'Milk', completed: true }, { name: 'Bread' }])
    await page.goto(path)
    await more(page).click()
    await inMenu(page, 'Untick all').click()
    await expect(openNames(page)).toHaveText(['Milk', 'Bread'])
    await page.getByRole('button', { name: 'Undo' }).click()
    await expect(basketNames(page)).toHaveText(['Milk'])
    await more(page).click()
    await inMenu(page, 'Clear done').click()
    await expect(page.locator('.item .name')).toHaveText(['Bread'])
    await expect.poll(() => rowsOf(larder, listId)).toHaveLength(1)
  })

  test('shows the list as text to copy', { tag: '@full' }, async ({ page, person, larder }) => {
    const { path } = arrange(larder, person, [
      { name: 'Milk', quantity: 2 },
      { name: 'Bread' },
      { name: 'Tea', completed: true },
    ])
    await page.goto(path)
    await more(page).click()
    await inMenu(page, 'Share as text').click()
    await expect(dialog(page).getByLabel('List as text')).toHaveValue('Market\n- 2 × Milk\n- Bread')
  })
})

test('adding another item keeps the dialog open', { tag: '@once' }, async ({
  page,
  person,
  larder,
  scripted,
}) => {
  const { path, listId } = arrange(larder, person, [])
  await page.goto(path)
  await page.getByRole('button', { name: 'ADD ITEM' }).click()
  for (const name of ['Milk', 'Bread']) {
    await expect(dialog(page).getByLabel('Name')).toBeFocused()
    await dialog(page).getByLabel('Name').fill(name)
    await dialog(page).getByRole('button', { name: 'Add another' }).click()
    await expect.poll(() => rowsOf(larder, listId).at(-1)?.name).toBe(name)
    await expect(dialog(page).getByLabel('Name')).toHaveValue('')
  }
  await dialog(page).getByLabel('Name').fill('Eggs')
  await dialog(page).getByRole('button', { name: 'SUBMIT' }).click()
  await expect(dialog(page)).toBeHidden()
  await expect(openNames(page)).toHaveText(['Milk', 'Bread', 'Eggs'])
  if (scripted) await expect(page.getByRole('button', { name: 'ADD ITEM' })).toBeFocused()
})

test('a name without a recipe can be added as an item', { tag: '@full' }, async ({
  page,
  person,
  larder,
}) => {
  const { path, listId } = arrange(larder, person, [])
  await page.goto(path)
  await page.getByLabel('Recipe').fill('toilet paper')
  await page.getByRole('button', { name: 'ASK AI' }).click()
  await page.getByRole('button', { name: 'Add “toilet paper” to the list' }).click()
  await expect(openNames(page)).toHaveText(['toilet paper'])
  await expect.poll(() => rowsOf(larder, listId)).toHaveLength(1)
  await expect(page.getByRole('button', { name: /^Add “/ })).toHaveCount(0)
})

for (const [width, height] of [
  [360, 740],
  [1100, 800],
  [1280, 800],
] as const) {
  test(`at ${width} px a message covers no control and moves no total`, {
    tag: fullUnless(width, 360),
  }, async ({ page, person, larder }) => {
    await page.setViewportSize({ width, height })
    const { path } = arrange(larder, person, named('Milk', 'Bread', 'Eggs'))
    await page.goto(path)
    const total = page.locator('.total strong')
    const place = await total.boundingBox()
    await page.getByRole('button', { name: 'Delete Milk' }).click()
    await expect(messages(page)).toBeVisible()
    expect(await total.boundingBox()).toEqual(place)
    for (const control of await page.locator('button:visible, a:visible, input:visible').all()) {
      expect(await isReachable(control), await control.evaluate((element) => element.outerHTML)).toBe(true)
    }
  })
}

test('at 320 px with text twice as large nothing is cut off and no word broken', { tag: '@full' }, async ({
  page,
  person,
  larder,
}) => {
  await page.setViewportSize({ width: 320, height: 640 })
  const browser = await page.context().newCDPSession(page)
  await browser.send('Page.setFontSizes', { fontSizes: { standard: 32, fixed: 26 } })
  const { path } = arrange(larder, person, [
    { name: 'Sourdough bread', quantity: 2, price: 12.5 },
    { name: 'Tea', completed: true },
  ])
  const signedIn = [
    path,
    `${path}&dialog=add`,
    `/?userID=${person.id}`,
    '/settings',
    '/household',
    '/recently-deleted',
  ]
  for (const url of [...signedIn, '/landing', '/login', '/register']) {
    if (url === '/landing') await page.context().clearCookies()
    await page.goto(url)
    expect(await page.evaluate(() => document.documentElement.scrollWidth), url).toBeLessThanOrEqual(320)
    expect(await page.evaluate(wordsCutOrBroken), url).toEqual([])
  }
})

/** Words that go over two lines, or over the edge of the window or of their button. */
function wordsCutOrBroken(): string[] {
  const root = document.querySelector('dialog[open]') ?? document.body
  const texts = document.createTreeWalker(root, NodeFilter.SHOW_TEXT)
  const found: string[] = []
  while (texts.nextNode()) {
    const element = texts.currentNode.parentElement
    if (!element?.checkVisibility() || element.closest('script, style, .visually-hidden')) continue
    // An address has nowhere to break.
    if (element.textContent?.includes('@')) continue
    const boxes = ['button', '.card', 'dialog'].map((box) => element.closest(box)?.getBoundingClientRect())
    for (const { 0: word, index } of (texts.currentNode.textContent ?? '').matchAll(/[^\s-]+/g)) {
      const range = document.createRange()
      range.setStart(texts.currentNode, index)
      range.setEnd(texts.currentNode, index + word.length)
      const { left, right } = range.getBoundingClientRect()
      const isBroken = new Set([...range.getClientRects()].map(({ top }) => Math.round(top))).size > 1
      const isCut = [new DOMRect(0, 0, innerWidth), ...boxes].some(
        (box) => box && (left < box.left || right > box.right),
      )
      if (isBroken || isCut) found.push(word)
    }
  }
  return found
}

test('wide windows show the lists beside the open one', { tag: '@once' }, async ({
  page,
  person,
  larder,
}) => {
  arrange(larder, person, [{ name: 'Nails', price: 2, completed: true }, { name: 'Glue' }], 'Hardware')
  const { path } = arrange(larder, person, named('Milk'), 'Market')
  await page.setViewportSize({ width: 1280, height: 800 })
  await page.goto(path)
  const lists = page.getByRole('navigation', { name: 'Your lists' })
  await expect(lists.getByRole('link', { name: /Hardware/ })).toContainText('1 of 2 left · $ 2.00')
  await expect(lists.getByRole('link', { name: /Market/ })).toHaveAttribute('aria-current', 'page')
  await lists.getByRole('link', { name: /Hardware/ }).click()
  await expect(openNames(page)).toHaveText(['Glue'])
  await page.setViewportSize({ width: 1099, height: 800 })
  await expect(lists).toBeHidden()
})

test('the last tick brings All done into sight', { tag: ['@script', '@full'] }, async ({
  page,
  person,
  larder,
}) => {
  const rest = Array.from({ length: 20 }, (_, n) => ({ name: `Thing ${n}`, completed: true }))
  const { path } = arrange(larder, person, [{ name: 'Milk' }, ...rest])
  await page.setViewportSize({ width: 360, height: 500 })
  await page.goto(path)
  await page.evaluate(() => scrollTo(0, 30))
  const { x = 0, y = 0 } = (await box(page, 'Milk').boundingBox()) ?? {}
  // `click` would scroll.
  await page.mouse.click(x + 30, y + 30)
  await expect(page.getByRole('heading', { name: 'All done' })).toBeInViewport()
  await expect.poll(() => page.evaluate(() => scrollY)).toBe(0)
})

test('the lists beside the open one keep their places while it is used', {
  tag: ['@script', '@full'],
}, async ({ page, person, larder }) => {
  const { path } = arrange(larder, person, named('Milk'), 'Market')
  arrange(larder, person, named('Glue'), 'Hardware')
  await page.setViewportSize({ width: 1280, height: 800 })
  await page.goto(path)
  const lists = page.getByRole('navigation', { name: 'Your lists' }).getByRole('link')
  await expect(lists).toContainText(['Hardware', 'Market'])
  const saved = page.waitForResponse(/completed/)
  await page.getByRole('checkbox', { name: 'Milk' }).click()
  await saved
  addList(larder, person, 'Newest')
  await page.getByLabel('Add items').fill('bread')
  await page.keyboard.press('Enter')
  await expect(lists).toContainText(['Newest', 'Hardware', 'Market'])
})

test.describe('while scripts are missing', { tag: '@script' }, () => {
  test('lists that cannot be loaded leave the open one as it is', { tag: '@full' }, async ({
    page,
    person,
    larder,
    allowErrors,
  }) => {
    allowErrors(/ERR_INTERNET_DISCONNECTED/)
    const { path } = arrange(larder, person, named('Milk'), 'Market')
    await page.setViewportSize({ width: 1280, height: 800 })
    await page.goto(path)
    const script = await page.evaluate(() => window.__remixManifest?.routes['routes/lists/route']?.module)
    for (const [part, pattern] of [
      ['script', `**${script}`],
      ['data', '**/*.data?*beside*'],
    ] as const) {
      let asked = false
      await page.route(pattern, (route) => {
        asked = true
        return route.abort('internetdisconnected')
      })
      await page.goto(`${path}&dialog=add`)
      await dialog(page).getByLabel('Name').fill('Bread')
      await expect.poll(() => asked, part).toBe(true)
      await page.waitForLoadState('networkidle')
      await expect(dialog(page).getByLabel('Name'), part).toHaveValue('Bread')
      await page.unroute(pattern)
    }
  })

  test('going back while a page is still loading closes its dialog, too', { tag: '@full' }, async ({
    page,
    person,
    larder,
  }) => {
    const { path } = arrange(larder, person, named('Milk'))
    await page.goto(path)
    await page.getByRole('link', { name: 'Edit Milk' }).click()
    await expect(dialog(page)).toBeVisible()
    let answer = () => {}
    const held = new Promise<void>((resolve) => {
      answer = resolve
    })
    await page.route('**/assets/entry.client-*.js', async (route) => {
      await held
      await route.continue()
    })
    const asked = page.waitForRequest(/entry\.client/)
    const reloaded = page.reload()
    await asked
    await expect(dialog(page)).toBeVisible()
    await page.evaluate(() => history.back())
    await expect(page).toHaveURL(path)
    answer()
    await reloaded
    await expect(dialog(page)).toBeHidden()
    await page.getByRole('link', { name: 'Edit Milk' }).click()
    await expect(dialog(page)).toBeVisible()
  })
})

test.describe('with JavaScript', { tag: '@script' }, () => {
  test('a ticked row stays for a second before it goes to the basket', { tag: '@full' }, async ({
    page,
    person,
    larder,
  }) => {
    const { path } = arrange(larder, person, named('Milk', 'Bread', 'Eggs'))
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
    await page
      .locator('.item')
      .evaluateAll((rows) =>
        Promise.all(rows.flatMap((row) => row.getAnimations()).map((one) => one.finished)),
      )
    await tapText(page, 'Bread')
    await expect(box(page, 'Bread')).toBeChecked()
    await expect(basketNames(page)).toHaveText(['Milk'])
    await expect(page.getByRole('heading', { name: 'In the basket (1)' })).toBeVisible()
  })

  test('the rows below a deleted one slide up', { tag: '@full' }, async ({ page, person, larder }) => {
    const { path } = arrange(larder, person, named('Milk', 'Bread', 'Eggs'))
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
    }, async ({ page, person, larder }) => {
      const { path } = arrange(larder, person, named('Milk', 'Bread', 'Eggs', 'Tea'))
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
    person,
    larder,
  }) => {
    const { path, listId } = arrange(larder, person, named('Milk', 'Bread'))
    await page.goto(path)
    await tapOnceMoved(page, '.item .tick', '#basket')
    await tapText(page, 'Milk')
    await expect(basketNames(page)).toHaveText(['Milk'])
    await tapText(page, 'Bread')
    await expect.poll(() => rowsOf(larder, listId).filter(({ completed }) => completed)).toHaveLength(2)
  })

  test('a tap is for the row that was there before, also where the page becomes shorter', {
    tag: '@full',
  }, async ({ page, person, larder }) => {
    const names = Array.from({ length: 20 }, (_, n) => `Item ${n}`)
    const { path } = arrange(larder, person, named(...names))
    await page.setViewportSize({ width: 360, height: 740 })
    await page.goto(path)
    await page.evaluate(() => scrollTo(0, document.body.scrollHeight))
    await tapOnceMoved(page, '.item:nth-child(17) .edit', '.items:not(:has(> :nth-child(20)))')
    await page.getByRole('button', { name: 'Delete Item 18' }).click()
    await expect(dialog(page).getByLabel('Name')).toHaveValue('Item 16')
  })

  test('nothing moves between press and release', { tag: '@full' }, async ({ page, person, larder }) => {
    const names = Array.from({ length: 20 }, (_, n) => `Item ${n}`)
    const { path } = arrange(larder, person, named(...names))
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

  test('a double tap on a choice in the menu meets nothing below it', { tag: '@full' }, async ({
    page,
    person,
    larder,
  }) => {
    const { path } = arrange(larder, person, named(...Array.from({ length: 12 }, (_, n) => `Item ${n}`)))
    await page.setViewportSize({ width: 360, height: 740 })
    await page.goto(path)
    await more(page).click()
    await inMenu(page, 'Print').evaluate(() => {
      window.print = () => {}
    })
    const box = await inMenu(page, 'Print').boundingBox()
    // Over a row, which a tap would tick.
    await page.mouse.dblclick((box?.x ?? 0) + 10, (box?.y ?? 0) + 10)
    await expect(inMenu(page, 'Print')).toBeHidden()
    await expect(page.locator('.item')).toHaveCount(12)
    await expect(page.locator('.item.done')).toHaveCount(0)
  })

  test('a double tap opens a dialog once and keeps it', async ({ page, person, larder }) => {
    const { path } = arrange(larder, person, named('Milk'))
    await page.setViewportSize({ width: 360, height: 740 })
    await page.goto(path)
    await page.getByRole('button', { name: 'ADD ITEM' }).dblclick()
    await expect(dialog(page).getByLabel('Name')).toBeFocused()
    await page.keyboard.type('Bread')
    await expect(dialog(page).getByLabel('Name')).toHaveValue('Bread')
  })

  test('what is typed while another item is on its way stays', { tag: '@full' }, async ({
    page,
    person,
    larder,
  }) => {
    const { path } = arrange(larder, person, named('Milk'))
    await page.goto(`${path}&dialog=add`)
    let answer = () => {}
    const held = new Promise<void>((resolve) => {
      answer = resolve
    })
    await page.route('**/single-list*', async (route) => {
      if (route.request().method() === 'POST') await held
      await route.continue()
    })
    await dialog(page).getByLabel('Name').fill('Bread')
    await dialog(page).getByRole('button', { name: 'Add another' }).click()
    await expect(dialog(page).getByLabel('Name')).toBeFocused()
    await page.keyboard.type('Garlic')
    await expect(dialog(page).getByRole('button', { name: 'SUBMIT' })).toBeDisabled()
    answer()
    await expect(dialog(page).getByRole('button', { name: 'SUBMIT' })).toBeEnabled()
    await expect(dialog(page).getByLabel('Name')).toHaveValue('Garlic')
    await page.keyboard.press('Enter')
    await expect(openNames(page)).toHaveText(['Milk', 'Bread', 'Garlic'])
  })

  test('an item that was refused is named or given back', { tag: '@full' }, async ({
    page,
    person,
    larder,
    allowErrors,
  }) => {
    allowErrors(/400/)
    const { path } = arrange(larder, person, named('Milk'))
    await page.goto(`${path}&dialog=add`)
    const name = dialog(page).getByLabel('Name')
    await name.fill('Bread')
    await dialog(page).getByLabel('Price').fill('cheap')
    await dialog(page).getByRole('button', { name: 'Add another' }).click()
    await expect(name).toHaveValue('Bread')
    let release = () => {}
    const held = new Promise<void>((resolve) => {
      release = resolve
    })
    await page.route('**/single-list*', async (route) => {
      if (route.request().method() === 'POST') await held
      await route.continue()
    })
    await dialog(page).getByRole('button', { name: 'Add another' }).click()
    await expect(name).toHaveValue('')
    await name.fill('Garlic')
    release()
    await expect(dialog(page).getByText("“Bread” wasn't added.")).toBeVisible()
    await expect(name).toHaveValue('Garlic')
  })

  test('offline, the back button shows the lists that were loaded', { tag: '@full' }, async ({
    page,
    person,
    larder,
    allowErrors,
  }) => {
    allowErrors(/ERR_INTERNET_DISCONNECTED/)
    arrange(larder, person, named('Milk'))
    await page.goto(`/?userID=${person.id}`)
    await page
      .getByRole('link', { name: /^View List/ })
      .first()
      .click()
    await expect(openNames(page)).toHaveText(['Milk'])
    await page.context().setOffline(true)
    await page.getByRole('button', { name: 'Back to your lists' }).click()
    await expect(page.getByRole('link', { name: /^View List/ }).first()).toBeVisible()
  })

  test('with reduced motion it goes at once', { tag: '@full' }, async ({ page, person, larder }) => {
    await page.emulateMedia({ reducedMotion: 'reduce' })
    const { path } = arrange(larder, person, named('Milk', 'Bread'))
    await page.goto(path)
    await stopClock(page)
    await tapText(page, 'Milk')
    await expect(basketNames(page)).toHaveText(['Milk'])
  })

  test('a tick that waits says so beside the row, until it is sent', async ({
    page,
    person,
    larder,
    allowErrors,
  }) => {
    allowErrors(/ERR_INTERNET_DISCONNECTED/)
    const { path } = arrange(larder, person, named('Milk', 'Bread'))
    await page.goto(path)
    await goOffline(page)
    await tapText(page, 'Milk')
    const row = page.locator('.item', { hasText: 'Milk' })
    await expect(row).toContainText('not sent yet')
    await expect(box(page, 'Milk')).toBeChecked()
    await page.context().setOffline(false)
    await expect(row).not.toContainText('not sent yet')
    await expect(basketNames(page)).toHaveText(['Milk'])
  })

  test('a number is selected when its field gets the focus', { tag: '@full' }, async ({
    page,
    person,
    larder,
  }) => {
    const { path } = arrange(larder, person, [])
    await page.goto(path)
    await page.getByRole('button', { name: 'ADD ITEM' }).click()
    await dialog(page).getByLabel('Name').fill('Milk')
    await page.keyboard.press('Tab')
    await page.keyboard.type('2')
    await page.keyboard.press('Tab')
    await page.keyboard.type('1.89')
    await page.keyboard.press('Enter')
    await expect(page.locator('.amounts')).toHaveText('2 × $ 1.89 · $ 3.78')
  })

  test('a tap outside the dialog closes it only while nothing is typed', async ({ page, person, larder }) => {
    const { path } = arrange(larder, person, [])
    await page.goto(path)
    const add = page.getByRole('button', { name: 'ADD ITEM' })
    await add.click()
    await expect(dialog(page).getByLabel('Name')).toBeFocused()
    await page.mouse.click(5, 700)
    await expect(dialog(page)).toBeHidden()
    await add.click()
    await dialog(page).getByLabel('Name').fill('Milk')
    await page.mouse.click(5, 700)
    await expect(dialog(page).getByLabel('Name')).toHaveValue('Milk')
    await page.keyboard.press('Escape')
    await expect(dialog(page)).toBeHidden()
  })

  test("the browser's back button closes a dialog, and a reload keeps it", async ({
    page,
    person,
    larder,
  }) => {
    const { path } = arrange(larder, person, named('Milk'))
    await page.goto(`/?userID=${person.id}`)
    await page.getByRole('link', { name: 'View List Market' }).click()
    for (const open of [
      page.getByRole('button', { name: 'ADD ITEM' }),
      page.getByRole('link', { name: 'Edit Milk' }),
      page.getByRole('button', { name: 'ADD RECEIPT' }),
    ]) {
      await open.click()
      await expect(dialog(page)).toBeVisible()
      await page.goBack()
      await expect(dialog(page)).toBeHidden()
      await expect(page).toHaveURL(path)
      await expect(open).toBeFocused()
    }
    await page.getByRole('link', { name: 'Edit Milk' }).click()
    await page.reload()
    await expect(dialog(page)).toBeVisible()
    await page.goBack()
    await expect(dialog(page)).toBeHidden()
    await page.goBack()
    await expect(page).toHaveURL(`/?userID=${person.id}`)
  })

  test('a finished dialog leaves no step in the history', { tag: '@full' }, async ({
    page,
    person,
    larder,
  }) => {
    const { path } = arrange(larder, person, [])
    await page.goto(`/?userID=${person.id}`)
    await page.getByRole('link', { name: 'View List Market' }).click()
    await page.getByRole('button', { name: 'ADD ITEM' }).click()
    await dialog(page).getByLabel('Name').fill('Milk')
    await page.keyboard.press('Enter')
    await expect(dialog(page)).toBeHidden()
    await expect(page).toHaveURL(path)
    await page.goBack()
    await expect(page).toHaveURL(`/?userID=${person.id}`)
  })

  test('the new row of a long list is in sight and highlighted', { tag: '@full' }, async ({
    page,
    person,
    larder,
  }) => {
    const { path } = arrange(larder, person, named(...Array.from({ length: 60 }, (_, n) => `Item ${n}`)))
    await page.goto(path)
    await page.getByRole('button', { name: 'ADD ITEM' }).click()
    await dialog(page).getByLabel('Name').fill('Saffron')
    await page.keyboard.press('Enter')
    const row = page.locator('.item', { hasText: 'Saffron' })
    await expect(row).toHaveClass(/highlighted/)
    await expect(row).toBeInViewport({ ratio: 1 })
    const footer = (await page.locator('.list-actions').boundingBox())?.y ?? 0
    const place = await row.boundingBox()
    expect((place?.y ?? 0) + (place?.height ?? 0)).toBeLessThanOrEqual(footer)
  })

  test('wide windows are used with the keyboard', { tag: '@full' }, async ({ page, person, larder }) => {
    await page.setViewportSize({ width: 1280, height: 800 })
    const { path } = arrange(larder, person, named('Milk', 'Bread', 'Eggs'))
    await page.goto(path)
    await pressFirst(page, 'ArrowDown', box(page, 'Milk'))
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Space')
    await expect(basketNames(page)).toHaveText(['Bread'])
    await expect(box(page, 'Eggs')).toBeFocused()
    await page.keyboard.press('Space')
    await expect(basketNames(page)).toHaveText(['Bread', 'Eggs'])
    await expect(box(page, 'Milk')).toBeFocused()
    await page.keyboard.press('u')
    await expect(openNames(page)).toHaveText(['Milk', 'Eggs'])
    await page.keyboard.press('u')
    await expect(openNames(page)).toHaveText(['Milk', 'Bread', 'Eggs'])
    await page.keyboard.press('n')
    await expect(dialog(page).getByLabel('Name')).toBeFocused()
    await page.keyboard.type('nuts')
    await page.keyboard.press('Enter')
    await expect(openNames(page)).toHaveText(['Milk', 'Bread', 'Eggs', 'nuts'])
    await expect(dialog(page)).toBeHidden()
    await page.keyboard.press('?')
    await expect(page.getByRole('dialog', { name: 'Keyboard shortcuts' })).toBeVisible()
    await page.keyboard.press('n')
    await expect(page.getByRole('dialog', { name: 'ADD ITEM' })).toHaveCount(0)
  })

  test('the menu closes on Escape, on a click elsewhere and after a choice', { tag: '@full' }, async ({
    page,
    person,
    larder,
  }) => {
    const { path } = arrange(larder, person, [{ name: 'Milk', completed: true }, { name: 'Bread' }])
    await page.goto(path)
    await more(page).click()
    await page.keyboard.press('Escape')
    await expect(inMenu(page, 'Rename')).toBeHidden()
    await expect(more(page)).toBeFocused()
    await more(page).click()
    await page.locator('.bar').click()
    await expect(inMenu(page, 'Rename')).toBeHidden()
    await more(page).click()
    await inMenu(page, 'Untick all').click()
    await expect(inMenu(page, 'Rename')).toBeHidden()
  })

  test('a message of the page before is gone, and one at a time is shown', { tag: '@full' }, async ({
    page,
    larder,
    allowErrors,
  }) => {
    allowErrors(/400/)
    const person = addPerson(larder)
    await page.goto('/login')
    await page.getByLabel('Email').fill(person.email)
    await page.getByLabel('Password').fill('wrong')
    await page.keyboard.press('Enter')
    await expect(messages(page)).toHaveCount(1)
    await page.goto('/register')
    await expect(messages(page)).toHaveCount(0)
  })

  test('a page that takes long shows a progress line', { tag: '@full' }, async ({ page, person, larder }) => {
    arrange(larder, person, named('Milk'))
    await page.goto(`/?userID=${person.id}`)
    let answer = () => {}
    const held = new Promise<void>((resolve) => {
      answer = resolve
    })
    await page.route('**/single-list.data*', async (route) => {
      await held
      await route.continue()
    })
    await page.getByRole('link', { name: 'View List Market' }).click()
    await expect(page.locator('.progress')).toBeVisible()
    answer()
    await expect(openNames(page)).toHaveText(['Milk'])
    await expect(page.locator('.progress')).toHaveCount(0)
  })

  test('the first frame of the dark theme is dark, even without styles', async ({
    page,
    person,
    larder,
    allowErrors,
  }) => {
    allowErrors(/ERR_FAILED/)
    const { path } = arrange(larder, person, named('Milk'))
    await page.addInitScript(() => location.protocol === 'http:' && localStorage.setItem('darkTheme', 'true'))
    await page.route('**/*.css', (route) => route.abort())
    await page.goto(path, { waitUntil: 'commit' })
    await expect(page.locator('html')).toHaveCSS('background-color', 'rgb(16, 20, 17)')
  })
})

test('the dark theme prints dark text on white', { tag: '@full' }, async ({
  page,
  person,
  larder,
  scripted,
}) => {
  test.skip(!scripted, 'without JavaScript, there is no dark theme')
  const { path } = arrange(larder, person, named('Milk'))
  await page.addInitScript(() => localStorage.setItem('darkTheme', 'true'))
  await page.emulateMedia({ media: 'print' })
  await page.goto(path)
  await expect(page.locator('body')).toHaveClass(/dark-theme/)
  const colors = await page.evaluate(() => {
    const { backgroundColor, colorScheme } = getComputedStyle(document.documentElement)
    return { backgroundColor, colorScheme, text: getComputedStyle(document.body).color }
  })
  expect(colors).toEqual({
    backgroundColor: 'rgba(0, 0, 0, 0)',
    colorScheme: 'light',
    text: 'rgb(28, 37, 32)',
  })
})

test('an error page keeps the dark theme', { tag: '@full' }, async ({
  page,
  person,
  larder,
  scripted,
  allowErrors,
}) => {
  test.skip(!scripted, 'without JavaScript, there is no dark theme')
  allowErrors(/ERR_FAILED|Failed to fetch/)
  const { path } = arrange(larder, person, named('Milk'))
  await page.addInitScript(() => localStorage.setItem('darkTheme', 'true'))
  await page.goto(path)
  await page.route('**/recent.data*', (route) => route.abort())
  await more(page).click()
  await inMenu(page, 'Recent changes').click()
  await expect(page.getByRole('heading', { name: 'Milk' })).toHaveCount(0)
  await expect(page.locator('.item')).toHaveCount(0)
  await expect(page.locator('body')).toHaveClass(/dark-theme/)
  await expect(page.locator('html')).toHaveClass(/js/)
})

test('the answer to a recipe is in sight at the end of a long list', { tag: '@full' }, async ({
  page,
  person,
  larder,
  scripted,
}) => {
  const { path } = arrange(larder, person, named(...Array.from({ length: 20 }, (_, n) => `Item ${n}`)))
  await page.setViewportSize({ width: 360, height: 740 })
  await page.goto(path)
  await page.getByLabel('Recipe').fill('qwertyuiop')
  await page.getByRole('button', { name: 'ASK AI' }).click()
  await expect(page.getByRole('button', { name: 'Add “qwertyuiop” to the list' })).toBeInViewport()
  // Without JavaScript, the page is loaded again, from the top.
  if (!scripted) return
  await page.getByLabel('Recipe').fill('pancakes')
  await page.getByRole('button', { name: 'ASK AI' }).click()
  await expect(page.locator('.item').nth(20)).toBeInViewport()
})

test('a list of 60 items prints on one page, with light colors and without controls', async ({
  page,
  person,
  larder,
}) => {
  const items = Array.from({ length: 60 }, (_, n) => ({
    name: `Item ${n}`,
    price: n,
    completed: n % 4 === 0,
  }))
  const { path } = arrange(larder, person, items)
  await page.addInitScript(() => location.protocol === 'http:' && localStorage.setItem('darkTheme', 'true'))
  await page.goto(path)
  // On a first visit, the file with those for paper comes after the scripts.
  const hasAllStyles = () =>
    page.evaluate(() => [...document.styleSheets].some(({ href, media }) => href && media[0] !== 'not all'))
  await expect.poll(hasAllStyles).toBe(true)
  const pdf = (
    await page.pdf({ format: 'A4', margin: { top: '15mm', bottom: '15mm', left: '12mm', right: '12mm' } })
  ).toString('latin1')
  expect(pdf.match(/\/Type\s*\/Page\b/g)).toHaveLength(1)
  await page.emulateMedia({ media: 'print' })
  await expect(page.locator('button:visible:not([role=checkbox]), summary:visible')).toHaveCount(0)
  const check = page.locator('.item.done .tick').first()
  expect(await check.evaluate((tick) => getComputedStyle(tick, '::after').borderRightStyle)).toBe('solid')
  await expect(page.locator('.item .name').first()).toHaveCSS('color', 'rgb(28, 37, 32)')
})
