import type { Locator } from '@playwright/test'
import { newId } from '#app/domain/ids.ts'
import { expect, fullUnless, messages, test } from './fixtures.ts'
import { addByLine, dialog, inMenu, more, names } from './listPage.ts'

// How a list looks: narrow, large, dark and on paper.

/** What is at the middle of a control: the control itself, or something that covers it. */
const isReachable = (control: Locator) =>
  control.evaluate((element) => {
    const { left, top, width, height } = element.getBoundingClientRect()
    const found = document.elementFromPoint(left + width / 2, top + height / 2)
    return element.contains(found) || (found?.contains(element) ?? false)
  })

/** Words that go over two lines, or over the edge of the window or of their button. */
function wordsCutOrBroken(within: Element): string[] {
  const root = document.querySelector('dialog[open]') ?? within
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

test('costs are in one column, however long the names and amounts are', { tag: '@full' }, async ({
  page,
  arrange,
}) => {
  const { path } = arrange([
    { name: 'Milk', quantity: 2, price: 1.89 },
    { name: 'Parmigiano Reggiano, the one with the blue label', price: 12.5 },
    'Salt',
  ])
  await page.setViewportSize({ width: 360, height: 740 })
  await page.goto(path)
  await expect(page.locator('.cost')).toHaveText(['$ 3.78', '$ 12.50', '$ 0.00'])
  const rightEdges = await page
    .locator('.cost')
    .evaluateAll((costs) => costs.map((cost) => Math.round(cost.getBoundingClientRect().right)))
  expect(new Set(rightEdges).size).toBe(1)
})

test('the cloth below the bar colors in as the basket fills', { tag: '@full' }, async ({ page, arrange }) => {
  const { path } = arrange(['Milk', 'Bread', { name: 'Salt', completed: true }])
  await page.goto(path)
  const cloth = page.locator('.bar .cloth')
  await expect(cloth).toHaveJSProperty('position', 1 / 3)
  await page.getByRole('checkbox', { name: 'Milk' }).click()
  await expect(cloth).toHaveJSProperty('position', 2 / 3)
  await page.goto(arrange([]).path)
  await expect(cloth).toHaveJSProperty('position', 0)
})

test('a phone shows ten rows of a list below the line for recipes, each at most 52 px high', {
  tag: '@once',
}, async ({ page, arrange }) => {
  await page.setViewportSize({ width: 360, height: 740 })
  const { path } = arrange(Array.from({ length: 30 }, (_, n) => ({ name: `Item ${n}`, price: 1 })))
  await page.goto(path)
  const bottom = (await page.locator('.list-actions').boundingBox())?.y ?? 0
  const places = await page
    .locator('.item')
    .evaluateAll((rows) => rows.map((row) => row.getBoundingClientRect()))
  expect(Math.max(...places.map(({ height }) => height))).toBeLessThanOrEqual(52)
  expect(places.filter((row) => row.bottom <= bottom).length).toBeGreaterThanOrEqual(10)
  const [bar, line] = await Promise.all(['.bar', '.ai'].map((part) => page.locator(part).boundingBox()))
  expect(line?.y).toBe((bar?.y ?? 0) + (bar?.height ?? 0))
  expect(line?.height).toBe(44)
  expect(places[0]?.top).toBe((line?.y ?? 0) + 44)
  for (const control of await page.locator('.item :is(a, .delete)').all()) {
    const { width = 0, height = 0 } = (await control.boundingBox()) ?? {}
    expect(Math.min(width, height)).toBeGreaterThanOrEqual(44)
  }
})

for (const [width, height] of [
  [360, 740],
  [1100, 800],
  [1280, 800],
] as const) {
  test(`at ${width} px a message covers no control and moves no total`, {
    tag: fullUnless(width, 360),
  }, async ({ page, arrange }) => {
    await page.setViewportSize({ width, height })
    const { path } = arrange(['Milk', 'Bread', 'Eggs'])
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

for (const language of ['en', 'de', 'es', 'fr'])
  test.describe(`in ${language}`, () => {
    test.use({ locale: language })

    test(`a message beside two buttons breaks no word on a phone: ${language}`, {
      tag: ['@script', ...fullUnless(language, 'de')],
    }, async ({ page, arrange }) => {
      for (const width of [360, 320]) {
        await page.setViewportSize({ width, height: 740 })
        await page.goto(arrange(['Milk', 'Bread', 'Eggs']).path)
        for (const left of [2, 1]) {
          await page.locator('.item .delete').first().click()
          await expect(names(page)).toHaveCount(left)
        }
        await page.locator('.message button').click()
        await expect(page.locator('.message button')).toHaveCount(2)
        expect(await page.locator('.message').evaluate(wordsCutOrBroken), `${width} px`).toEqual([])
      }
    })
  })

for (const width of [320, 360, 800, 1280]) {
  test(`at ${width} px a message tells the price of an item with a long name`, {
    tag: ['@script', ...fullUnless(width, 320, 1280)],
  }, async ({ page, arrange }) => {
    await page.setViewportSize({ width, height: 740 })
    await page.goto(arrange(['Milk']).path)
    const name = 'Sourdough bread with pumpkin seeds from the bakery around the corner'
    await addByLine(page, `2 ${name} that opens early $4.50`)
    const text = page.locator('.message [role=status]')
    await expect(text).toContainText(/corner.*… at \$ 4.50 = \$ 9.00\./)
    expect(await text.evaluate((it) => it.scrollHeight - it.clientHeight)).toBe(0)
  })
}

test('at the end of Recent changes a message covers no row', async ({ page, arrange }) => {
  await page.setViewportSize({ width: 360, height: 740 })
  const { path, listId } = arrange(['Milk'])
  for (let n = 0; n < 14; n += 1) {
    const form = { id: newId(), name: `Fig ${n}`, quantity: '1', price: '0' }
    await page.request.post(path, { form, maxRedirects: 0 })
  }
  await page.goto(`/recent?listID=${listId}`)
  await page.locator('.acts button').first().click()
  await expect(messages(page)).toBeVisible()
  const message = await messages(page).boundingBox()
  expect(message).toMatchObject({ x: 0, width: 360 })
  expect((message?.y ?? 0) + (message?.height ?? 0)).toBe(740)
  // The page may still load what has changed.
  await expect(async () => {
    await page.evaluate(() => scrollTo(0, document.body.scrollHeight))
    const ends = await page
      .locator('main *')
      .evaluateAll((all) => all.map((element) => element.getBoundingClientRect().bottom))
    expect(Math.max(...ends)).toBeLessThan(message?.y ?? 0)
  }).toPass()
})

test('at 320 px with text twice as large nothing is cut off and no word broken', { tag: '@full' }, async ({
  page,
  person,
  arrange,
}) => {
  await page.setViewportSize({ width: 320, height: 640 })
  const browser = await page.context().newCDPSession(page)
  await browser.send('Page.setFontSizes', { fontSizes: { standard: 32, fixed: 26 } })
  const { path } = arrange([
    { name: 'Sourdough bread', quantity: 2, price: 12.5 },
    { name: 'Tea', completed: true },
  ])
  const signedIn = [
    path,
    `${path}&dialog=add`,
    `/?userID=${person.id}`,
    '/settings',
    '/household',
    '/spending',
    '/recently-deleted',
  ]
  for (const url of [...signedIn, '/landing', '/login', '/register']) {
    if (url === '/landing') await page.context().clearCookies()
    await page.goto(url)
    expect(await page.evaluate(() => document.documentElement.scrollWidth), url).toBeLessThanOrEqual(320)
    expect(await page.locator('body').evaluate(wordsCutOrBroken), url).toEqual([])
  }
})

test('the dark theme prints dark text on white', { tag: '@full' }, async ({ page, scripted, arrange }) => {
  test.skip(!scripted, 'without JavaScript, there is no dark theme')
  const { path } = arrange(['Milk'])
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
  scripted,
  allowErrors,
  arrange,
}) => {
  test.skip(!scripted, 'without JavaScript, there is no dark theme')
  allowErrors(/ERR_FAILED|Failed to fetch/)
  const { path } = arrange(['Milk'])
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

test('the answer to a recipe is in sight on a long list', { tag: '@full' }, async ({
  page,
  scripted,
  arrange,
}) => {
  const { path } = arrange(Array.from({ length: 20 }, (_, n) => `Item ${n}`))
  await page.setViewportSize({ width: 360, height: 740 })
  await page.goto(path)
  await page.getByLabel('Recipe').fill('qwertyuiop')
  await page.getByRole('button', { name: 'ASK AI' }).click()
  await expect(page.getByRole('button', { name: 'Add “qwertyuiop” to the list' })).toBeInViewport()
  // Without JavaScript, the page is loaded again, from the top.
  if (!scripted) return
  await page.evaluate(() => scrollTo(0, document.body.scrollHeight))
  await expect(page.getByLabel('Recipe')).not.toBeInViewport()
  await page.getByLabel('Recipe').fill('pancakes')
  await page.getByRole('button', { name: 'ASK AI' }).click()
  await expect(page.locator('.item').nth(20)).toBeInViewport()
})

test('a list of 60 items prints on one page, with light colors and without controls', async ({
  page,
  arrange,
}) => {
  const items = Array.from({ length: 60 }, (_, n) => ({
    name: `Item ${n}`,
    price: n,
    completed: n % 4 === 0,
  }))
  const { path } = arrange(items)
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

test.describe('with JavaScript', { tag: '@script' }, () => {
  test('the new row of a long list is in sight and highlighted', { tag: '@full' }, async ({
    page,
    arrange,
  }) => {
    const { path } = arrange(Array.from({ length: 60 }, (_, n) => `Item ${n}`))
    await page.goto(path)
    await page.getByRole('button', { name: 'ADD ITEM' }).click()
    await dialog(page).getByLabel('Name').fill('Saffron')
    await page.keyboard.press('Enter')
    await page.locator('.new-rows').getByRole('button', { name: 'Saffron' }).click()
    const row = page.locator('.item', { hasText: 'Saffron' })
    await expect(row).toHaveClass(/highlighted/)
    await expect(row).toBeInViewport({ ratio: 1 })
    const footer = (await page.locator('.list-actions').boundingBox())?.y ?? 0
    const place = await row.boundingBox()
    expect((place?.y ?? 0) + (place?.height ?? 0)).toBeLessThanOrEqual(footer)
  })

  test('the first frame of the dark theme is dark, even without styles', async ({
    page,
    allowErrors,
    arrange,
  }) => {
    allowErrors(/ERR_FAILED/)
    const { path } = arrange(['Milk'])
    await page.addInitScript(() => location.protocol === 'http:' && localStorage.setItem('darkTheme', 'true'))
    await page.route('**/*.css', (route) => route.abort())
    await page.goto(path, { waitUntil: 'commit' })
    await expect(page.locator('html')).toHaveCSS('background-color', 'rgb(16, 20, 17)')
  })
})
