import type { Page, Request } from '@playwright/test'
import { expectAccessible } from '#tests/support/accessible.ts'
import { addItems, addList, addReceipt } from '../support/rows.ts'
import { addMember } from '../support/sharing.ts'
import { addPerson, expect, fullUnless, pressFirst, test } from './fixtures.ts'

test('the lists page shows what others share meanwhile, and lists still open without a request', {
  tag: ['@script', '@full'],
}, async ({ page, larder, person }) => {
  const ben = addPerson(larder, 'Ben')
  const mine = addList(larder, person, 'Mine')
  await page.clock.install()
  await page.goto(`/?userID=${person.id}`)
  const openMine = page.locator(`.cards a[href="/single-list?listID=${mine}"]`).first()
  await openMine.click()
  await expect(page.getByRole('heading', { level: 1, name: 'Mine' })).toBeVisible()
  await page.goBack()
  for (const [name, look] of [
    ['Party', () => page.clock.fastForward('00:05')],
    ['Bakery', () => page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')))],
  ] as const) {
    addMember(larder, addList(larder, ben, name), person, 'editor')
    await look()
    await expect(page.getByText(name)).toBeVisible()
  }

  const requests: string[] = []
  page.on('request', (request) => requests.push(request.url()))
  await openMine.click()
  await expect(page.getByRole('heading', { level: 1, name: 'Mine' })).toBeVisible()
  expect(requests.filter((url) => url.includes(`listID=${mine}`) && !url.includes('ahead'))).toEqual([])
})

test('without userID, with another user’s or signed out, the lists page redirects to the landing page', {
  tag: ['@once', '@full'],
}, async ({ page, person, larder }) => {
  const other = addPerson(larder, 'Grace')
  for (const path of ['/', `/?userID=${other.id}`]) {
    await page.goto(path)
    await expect(page).toHaveURL('/landing')
  }
  await page.context().clearCookies()
  await page.goto(`/?userID=${person.id}`)
  await expect(page).toHaveURL('/landing')
})

test('lists are added, shown newest first with their date, and deleted', async ({ page, person }) => {
  await page.goto(`/?userID=${person.id}`)
  await expect(page.getByText('Hello, Ada')).toBeVisible()
  await expect(page.getByText('Make a List and start shopping')).toBeVisible()
  for (const name of ['Saturday market', 'Hardware shop']) {
    await page.locator('.add-list input[name=name]').fill(name)
    await page.getByRole('button', { name: 'ADD' }).click()
    await expect(page.getByRole('heading', { level: 2, name })).toBeVisible()
  }
  await expect(page).toHaveURL(new RegExp(`/\\?userID=${person.id}`))
  await expect(page.getByRole('heading', { level: 2 })).toHaveText(['Hardware shop', 'Saturday market'])
  const today = new Intl.DateTimeFormat('en-US', { month: 'short', day: 'numeric', year: 'numeric' })
  await expect(page.getByText(today.format(new Date()))).toHaveCount(2)

  await page.getByRole('button', { name: 'Delete list Hardware shop' }).click()
  await expect(page.getByRole('heading', { level: 2 })).toHaveText(['Saturday market'])
  await page.getByRole('link', { name: 'View List Saturday market' }).click()
  await expect(page).toHaveURL(/\/single-list\?listID=/)
  await page.getByRole('button', { name: 'Back to your lists' }).click()
  await expect(page).toHaveURL(`/?userID=${person.id}`)
})

test('an invalid name shows the error and stays in the field', { tag: '@full' }, async ({
  page,
  person,
  allowErrors,
  scripted,
}) => {
  allowErrors(/400/)
  await page.goto(`/?userID=${person.id}`)
  const field = page.locator('.add-list input[name=name]')
  // Spaces pass the browser's `required` check but not the server's.
  await field.fill('   ')
  await page.getByRole('button', { name: 'ADD' }).click()
  const error = 'Enter a name for the list.'
  await expect(page.locator('.add-list').getByText(error)).toBeVisible()
  await expect(field).toHaveAccessibleDescription(error)
  await expect(field).toHaveValue('   ')
  if (scripted) await expect(page.locator('.toast')).toHaveText(error)
  // Screen readers hear it once.
  await expect(page.getByRole('alert')).toHaveText(error)
  if (!scripted) return
  await field.fill('Market')
  await field.press('Enter')
  await expect(page.getByRole('link', { name: 'View List Market' })).toBeVisible()
  await expect(page.getByText(error)).toHaveCount(0)
})

test('a new list is shown before the server responds, and removed if the request fails', async ({
  page,
  person,
  scripted,
  allowErrors,
}) => {
  test.skip(!scripted, 'optimistic updates need JavaScript')
  allowErrors(/ERR_FAILED/)
  await page.goto(`/?userID=${person.id}`)
  let release = () => {}
  const held = new Promise<void>((resolve) => {
    release = resolve
  })
  await page.route('**/*', async (route) => {
    if (route.request().method() !== 'POST') return route.continue()
    await held
    await route.abort()
  })
  await page.locator('.add-list input[name=name]').fill('Early')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: 'Early' })).toBeVisible()
  await expect(page.locator('.add-list input[name=name]')).toBeFocused()
  release()
  await expect(page.locator('#add-list-error')).toContainText("Can't reach the server")
  await expect(page.getByRole('heading', { name: 'Early' })).toHaveCount(0)
  await expect(page.locator('.add-list input[name=name]')).toHaveValue('Early')
})

const isDataRequest = (request: Request) => request.method() === 'GET' && request.url().includes('.data')

test('a visited page is shown from the cache, and reloaded after an action', async ({
  page,
  person,
  larder,
  scripted,
}) => {
  test.skip(!scripted, 'the page cache needs JavaScript')
  addList(larder, person, 'Cached')
  await page.goto(`/?userID=${person.id}`)
  await page.getByRole('link', { name: 'View List Cached' }).click()
  await expect(page.getByText('Est Total:')).toBeVisible()
  const requested: string[] = []
  page.on('request', (request) => {
    if (isDataRequest(request)) requested.push(request.url())
  })
  await page.goBack()
  await expect(page.getByRole('heading', { name: 'Cached' })).toBeVisible()
  expect(requested).toEqual([])
  await page.getByRole('button', { name: 'Delete list Cached' }).click()
  await expect(page.getByText('Make a List')).toBeVisible()
  await expect.poll(() => requested.length).toBe(1)
})

test('adding a list without a session redirects to the login page', { tag: ['@once', '@full'] }, async ({
  page,
  person,
  larder,
  allowErrors,
}) => {
  allowErrors(/401/)
  await page.goto(`/?userID=${person.id}`)
  larder.database.prepare('DELETE FROM sessions WHERE user_id = ?').run(person.id)
  await page.locator('.add-list input[name=name]').fill('Too late')
  await page.getByRole('button', { name: 'ADD' }).click()
  await expect(page).toHaveURL('/login')
})

test('the lists page has no accessibility violations', { tag: '@full' }, async ({
  page,
  person,
  larder,
  scripted,
}) => {
  test.skip(!scripted, 'axe needs JavaScript')
  await page.goto(`/?userID=${person.id}`)
  await expectAccessible(page)
  larder.database
    .prepare('INSERT INTO lists (id, name, created_by, created_at) VALUES (?, ?, ?, ?)')
    .run(crypto.randomUUID(), 'x'.repeat(200), person.id, Date.now())
  await page.goto(`/?userID=${person.id}`)
  await page.locator('.list-card .menu > summary').click()
  await expectAccessible(page)
})

const cards = (page: Page) => page.getByRole('heading', { level: 2 })
const DAY = 24 * 60 * 60 * 1000
const daysAgo = (days: number) => new Date(Date.now() - days * DAY)

test('a card shows how far the list is, its total, its date and its receipt, and opens it', async ({
  page,
  person,
  larder,
}) => {
  addList(larder, person, 'Empty', daysAgo(3))
  const done = addList(larder, person, 'Weekly shopping', daysAgo(2))
  addItems(larder, done, [{ name: 'Milk', price: 1234.5, completed: true }])
  addReceipt(larder, done, 100)
  const begun = addList(larder, person, 'Lasagne', daysAgo(1.5))
  addItems(larder, begun, [{ name: 'Tomatoes', completed: true }, { name: 'Basil' }])
  const open = addList(larder, person, 'Market', daysAgo(1))
  addItems(larder, open, [
    { name: 'Milk', price: 1.2, completed: true },
    { name: 'Eggs', price: 0.3, quantity: 6 },
  ])
  await page.goto(`/?userID=${person.id}`)
  await expect(cards(page)).toHaveText(['Market', 'Lasagne', 'Weekly shopping', 'Empty'])
  const card = (name: string) => page.getByRole('listitem').filter({ hasText: name })
  await expect(card('Market')).toContainText('1 of 2 left · $ 3.00')
  await expect(card('Market')).not.toContainText('receipt')
  await expect(card('Weekly shopping')).toContainText('All done · $ 1,234.50')
  await expect(card('Weekly shopping')).toContainText('with receipt')
  await expect(card('Empty')).toContainText('No items yet')
  const withCloth = page.getByRole('listitem').filter({ has: page.locator('.cloth') })
  await expect(withCloth.getByRole('heading')).toHaveText(['Market', 'Lasagne'])
  // Anywhere on the card.
  await card('Market').click({ position: { x: 12, y: 12 } })
  await expect(page).toHaveURL(`/single-list?listID=${open}`)
})

test('the latest list that is not finished comes first, with its next items', { tag: '@once' }, async ({
  page,
  person,
  larder,
}) => {
  const open = addList(larder, person, 'Market', daysAgo(2))
  addItems(larder, open, [
    { name: 'Milk', completed: true },
    ...['Eggs', 'Bread', 'Tea', 'Jam', 'Salt', 'Rice'].map((name) => ({ name })),
  ])
  const done = addList(larder, person, 'Weekly shopping', daysAgo(1))
  addItems(larder, done, [{ name: 'Milk', completed: true }])
  await page.goto(`/?userID=${person.id}`)
  await expect(cards(page)).toHaveText(['Market', 'Weekly shopping'])
  const next = page.getByRole('list', { name: 'Next items' })
  await expect(next.getByRole('listitem')).toHaveText(['Eggs', 'Bread', 'Tea', 'Jam and 2 more'])
  // Beside each other, no wider than the bar.
  await page.setViewportSize({ width: 1280, height: 800 })
  const boxes = [
    page.locator('.list-card.card'),
    page.locator('.list-card').nth(1),
    page.locator('.bar .brand svg'),
  ]
  const [first, second, logo] = await Promise.all(boxes.map((one) => one.boundingBox()))
  expect(Math.abs((first?.x ?? 0) - (logo?.x ?? 0))).toBeLessThan(8)
  expect(second?.x).toBeGreaterThan((first?.x ?? 0) + (first?.width ?? 0))
  expect(Math.abs((second?.y ?? 0) - (first?.y ?? 0))).toBeLessThan(10)
})

test('a new list is on top and highlighted, one Enter from open', async ({
  page,
  person,
  larder,
  scripted,
}) => {
  addItems(larder, addList(larder, person, 'Older', daysAgo(1)), [{ name: 'Milk' }])
  await page.goto(`/?userID=${person.id}`)
  await page.locator('.add-list input[name=name]').fill('Newer')
  await page.keyboard.press('Enter')
  await expect(cards(page)).toHaveText(['Newer', 'Older'])
  await expect(page.locator('.list-card.card:is(.new, :target)')).toContainText('Newer')
  if (!scripted) return
  await expect(page.getByRole('link', { name: 'View List Newer' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { level: 1, name: 'Newer' })).toBeVisible()
})

test('a list is renamed, and the rename undone', async ({ page, person, larder, scripted }) => {
  addList(larder, person, 'Markt')
  await page.goto(`/?userID=${person.id}`)
  await page.locator('.list-card .menu > summary').click()
  await page.getByLabel('New name for Markt').fill('Market')
  await page.getByRole('button', { name: 'Rename' }).click()
  await expect(cards(page)).toHaveText(['Market'])
  await expect(page.getByText('Renamed the list to “Market”.')).toBeVisible()
  if (scripted) await expect(page.locator('.list-card .menu > summary')).toBeFocused()
  await expect(page.getByRole('button', { name: 'Rename' })).toBeHidden()
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(cards(page)).toHaveText(['Markt'])
})

test('a refused name stays in the open menu', { tag: '@full' }, async ({
  page,
  person,
  larder,
  allowErrors,
}) => {
  allowErrors(/400/)
  addList(larder, person, 'Market')
  await page.goto(`/?userID=${person.id}`)
  await page.locator('.list-card .menu > summary').click()
  await page.getByLabel('New name for Market').fill('   ')
  await page.getByRole('button', { name: 'Rename' }).click()
  await expect(page.getByText('Enter a name for the list.')).toBeVisible()
  await expect(page.getByLabel('New name for Market')).toHaveValue('   ')
  await expect(cards(page)).toHaveText(['Market'])
})

test('a list is duplicated; the copy opens, and undo leads back to the lists', async ({
  page,
  person,
  larder,
}) => {
  const id = addList(larder, person, 'Weekly shopping')
  addItems(larder, id, [{ name: 'Milk', completed: true }, { name: 'Eggs' }])
  await page.goto(`/?userID=${person.id}`)
  await page.locator('.list-card .menu > summary').click()
  await page.getByRole('button', { name: 'Duplicate' }).click()
  await expect(page).toHaveURL(/\/single-list/)
  await expect(
    page.getByRole('heading', { level: 1, name: /^Weekly shopping, [A-Z][a-z]{2} \d+$/ }),
  ).toBeVisible()
  await expect(page.getByText('Copied “Weekly shopping”.')).toBeVisible()
  await expect(page.getByRole('checkbox', { checked: false })).toHaveCount(2)
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(page).toHaveURL(`/?userID=${person.id}`)
  await expect(page.getByText('Undone.')).toBeVisible()
  await expect(cards(page)).toHaveText(['Weekly shopping'])
})

test('the menu closes on Escape and on a click elsewhere', {
  tag: ['@script', '@full'],
}, async ({ page, person, larder }) => {
  addList(larder, person, 'Market')
  await page.goto(`/?userID=${person.id}`)
  const summary = page.locator('.list-card .menu > summary')
  const button = page.getByRole('button', { name: 'Duplicate' })
  await summary.click()
  await expect(button).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(button).toBeHidden()
  await expect(summary).toBeFocused()
  await summary.click()
  await expect(button).toBeVisible()
  await page.mouse.click(5, 500)
  await expect(button).toBeHidden()
})

test('more than ten lists can be searched', { tag: '@full' }, async ({ page, person, larder, scripted }) => {
  for (let n = 1; n <= 9; n += 1) addList(larder, person, `List ${n}`, daysAgo(n))
  addList(larder, person, 'Café', daysAgo(20))
  await page.goto(`/?userID=${person.id}`)
  const field = page.getByRole('searchbox', { name: 'Search your lists' })
  await expect(field).toHaveCount(0)
  addList(larder, person, 'Hardware shop', daysAgo(30))
  await page.goto(`/?userID=${person.id}`)
  const search = async (text: string) => {
    await field.fill(text)
    if (!scripted) await page.getByRole('button', { name: 'Search' }).click()
  }
  await search('cafe')
  await expect(cards(page)).toHaveText(['Café'])
  await search('zebra')
  await expect(page.getByText('No list matches “zebra”.')).toBeVisible()
  await expect(cards(page)).toHaveCount(0)
})

for (const width of [320, 360, 768, 1280]) {
  test(`at ${width} px nothing is cut, also with text of twice the size`, {
    tag: fullUnless(width, 320),
  }, async ({ page, person, larder, scripted }) => {
    test.skip(!scripted, 'measures with script')
    await page.setViewportSize({ width, height: 740 })
    addList(larder, person, 'Saturday market with everyone')
    await page.goto(`/?userID=${person.id}`)
    for (const size of ['100%', '200%']) {
      await page.evaluate((value) => document.documentElement.style.setProperty('font-size', value), size)
      await page.locator('.list-card .menu > summary').click()
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width)
      await page.keyboard.press('Escape')
      expect(await brokenWords(page)).toEqual([])
    }
  })
}

/** Words of list names that stand on more than one line. */
function brokenWords(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const text = document.querySelector('.list-card h2')?.firstChild
    if (!(text instanceof Text)) return ['no name']
    return [...text.data.matchAll(/\S+/g)]
      .filter(({ 0: word, index }) => {
        const range = document.createRange()
        range.setStart(text, index)
        range.setEnd(text, index + word.length)
        return new Set([...range.getClientRects()].map(({ top }) => top)).size > 1
      })
      .map(([word]) => word)
  })
}

test('prints names, counts and totals on white, without controls', { tag: '@full' }, async ({
  page,
  person,
  larder,
}) => {
  const id = addList(larder, person, 'Market')
  addItems(larder, id, [{ name: 'Milk', price: 2 }])
  await page.goto(`/?userID=${person.id}`)
  await page.evaluate(() => document.body.classList.add('dark-theme')).catch(() => {})
  await page.emulateMedia({ media: 'print' })
  await expect(cards(page)).toBeVisible()
  await expect(page.getByText('1 of 1 left · $ 2.00')).toBeVisible()
  for (const control of await page.locator('a, button, input, summary').all())
    await expect(control).toBeHidden()
  await expect(cards(page)).toHaveCSS('color', 'rgb(0, 0, 0)')
  await expect(page.locator('body')).toHaveCSS('background-color', 'rgba(0, 0, 0, 0)')
})

test('on phones, Undo is in reach of the thumb and moves nothing', { tag: '@no-script' }, async ({
  page,
  person,
  larder,
}) => {
  await page.setViewportSize({ width: 390, height: 740 })
  addList(larder, person, 'Market')
  addList(larder, person, 'Later')
  await page.goto(`/?userID=${person.id}`)
  const greeting = page.getByText('Hello, ')
  const before = await greeting.boundingBox()
  await page.getByRole('button', { name: 'Delete list Later' }).click()
  const undo = page.getByRole('button', { name: 'Undo' })
  await expect(undo).toBeInViewport()
  expect((await undo.boundingBox())?.y).toBeGreaterThan(370)
  expect(await greeting.boundingBox()).toEqual(before)
})

test('in wide windows, n goes to the new list and / to the search', { tag: ['@script', '@full'] }, async ({
  page,
  person,
  larder,
}) => {
  await page.setViewportSize({ width: 1280, height: 800 })
  for (let n = 0; n < 11; n += 1) addList(larder, person, `Week ${n}`)
  await page.goto(`/?userID=${person.id}`)
  await pressFirst(page, 'n', page.getByLabel('List name'))
  await page.keyboard.type('north')
  await expect(page.getByLabel('List name')).toHaveValue('north')
  await page.getByLabel('List name').blur()
  await page.keyboard.press('/')
  await page.keyboard.type('7')
  await expect(page.getByRole('heading', { level: 2 })).toHaveText(['Week 7'])
})

test('lists that are done fold away but for the latest five, and a search finds them all', {
  tag: '@full',
}, async ({ page, larder, person, scripted }) => {
  for (let n = 1; n <= 10; n++) {
    addItems(larder, addList(larder, person, `Week ${n}`), [{ name: 'Milk', completed: true }])
  }
  addItems(larder, addList(larder, person, 'Next week'), [{ name: 'Milk' }])
  await page.goto(`/?userID=${person.id}`)
  const seen = page.locator('.list-card:visible h2')
  await expect(seen).toHaveCount(6)
  await page.getByText('Earlier (5)').click()
  await expect(seen).toHaveCount(11)
  const search = page.getByRole('searchbox', { name: 'Search your lists' })
  await search.fill('week 1')
  if (!scripted) await search.press('Enter')
  await expect(page.getByText('Earlier')).toHaveCount(0)
  await expect(seen).toHaveText(['Week 10', 'Week 1'])
})
