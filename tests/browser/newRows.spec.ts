import type { Page } from '@playwright/test'
import { newId } from '#app/domain/ids.ts'
import { addItems, addList } from '#tests/support/rows.ts'
import { addMember } from '#tests/support/sharing.ts'
import { addPerson, expect, type Larder, messages, type Person, stopClock, test } from './fixtures.ts'

// What came to a list from elsewhere.

function arrange(larder: Larder, person: Person) {
  const listId = addList(larder, person, 'Weekend')
  const ids = addItems(
    larder,
    listId,
    Array.from({ length: 20 }, (_, n) => ({ name: `Item ${n}` })),
  )
  return { listId, ids, path: `/single-list?listID=${listId}` }
}

const news = (page: Page) => page.locator('.new-rows').getByRole('button')
const marked = (page: Page) => page.locator('.from-elsewhere .name')
const item = (page: Page, name: string) => page.locator('.item .name').filter({ hasText: name })

/** Between the bar and the foot. */
const expectInSight = (page: Page, name: string) =>
  expect
    .poll(async () => {
      const row = await page.locator('.item').filter({ hasText: name }).boundingBox()
      const foot = await page.locator('.list-actions').boundingBox()
      return row && foot && row.y >= 48 && row.y + row.height <= foot.y + 2
    })
    .toBe(true)

async function open(page: Page, path: string) {
  await page.setViewportSize({ width: 360, height: 740 })
  await page.goto(path)
  await expect(page.locator('.new-rows')).toBeAttached()
}

async function add(page: Page, lines: string, last = lines) {
  await page.locator('.quick textarea').fill(lines)
  await page.locator('.quick textarea').press('Enter')
  await expect(item(page, last)).toBeVisible()
}

const addElsewhere = (larder: Larder, person: Person, listId: string, lines: string) =>
  post(larder, person, `/quick-add?listID=${listId}`, { id: newId(), lines })

async function post(larder: Larder, person: Person, path: string, fields: Record<string, string>) {
  const { status } = await fetch(`${larder.url}${path}`, {
    method: 'POST',
    headers: { Cookie: `session=${person.cookie}`, Origin: larder.url, 'Sec-Fetch-Site': 'same-origin' },
    body: new URLSearchParams(fields),
    redirect: 'manual',
  })
  expect(status).toBe(303)
}

test('what somebody adds scrolls nowhere while they look elsewhere, and a tap leads there', {
  tag: '@script',
}, async ({ page, larder, person }) => {
  const { path } = arrange(larder, person)
  await open(page, path)
  await page.evaluate(() => scrollTo(0, 100))
  await page.locator('.quick textarea').fill('saffron')
  await page.locator('.quick textarea').press('Enter')
  await expect(news(page)).toHaveText('saffron ↓')
  expect(await page.evaluate(() => scrollY)).toBe(100)
  await expect(marked(page)).toHaveCount(0)
  await news(page).click()
  await expect(item(page, 'saffron')).toBeInViewport()
  await expect(page.locator('.item.highlighted .name')).toHaveText('saffron')
  await expect(news(page)).toHaveCount(0)

  // Where the end of the open rows is in sight, the new one comes into sight.
  await add(page, 'figs, kale, thyme', 'thyme')
  for (const name of ['figs', 'kale', 'thyme']) await expectInSight(page, name)
  await expect(news(page)).toHaveCount(0)
  // Of more than there is room for, the first ones; a tap leads to the others.
  await add(
    page,
    'anise, basil, chives, cumin, dill, fennel, garlic, ginger, mace, mint, mustard, oregano, paprika, sage, sumac',
    'sumac',
  )
  await expectInSight(page, 'anise')
  await expect(news(page)).toHaveText(/^\d new ↓$/)
  await news(page).click()
  await expectInSight(page, 'sumac')
  await expect(news(page)).toHaveCount(0)

  await page.evaluate(() => scrollTo(0, document.body.scrollHeight))
  await page.locator('.quick textarea').fill('item 0 x3')
  await page.locator('.quick textarea').press('Enter')
  await expect(news(page)).toHaveText('Item 0 ↑')
  await news(page).click()
  await expect(item(page, 'Item 0')).toBeInViewport()
})

test('what came in while a list was closed is marked until it is opened again, also from the same account', {
  tag: '@script',
}, async ({ page, larder, person, openElsewhere }) => {
  const { path } = arrange(larder, person)
  await open(page, path)
  await add(page, 'grapes')
  await page.goto('/settings')
  const partner = await openElsewhere(person)
  await partner.goto(path)
  await add(partner, 'figs')
  await expect(marked(partner)).toHaveCount(0)

  await open(page, path)
  await expect(news(page)).toHaveText('1 new')
  await news(page).click()
  await expect(item(page, 'figs')).toBeInViewport()
  await expect(news(page)).toHaveCount(0)
  await expect(marked(page)).toHaveText(['figs'])
  await open(page, path)
  await expect(marked(page)).toHaveCount(0)
})

test('what nobody has scrolled to is new the next time, too, and says from whom it is', {
  tag: ['@script', '@full'],
}, async ({ page, larder, person, openElsewhere }) => {
  const { listId, path } = arrange(larder, person)
  const ben = addPerson(larder, 'Ben Hur')
  addMember(larder, listId, ben)
  await open(page, path)
  await page.goto('/settings')
  const other = await openElsewhere(ben)
  await other.goto(path)
  await add(other, 'figs, dates', 'dates')
  for (let visit = 0; visit < 2; visit += 1) {
    await open(page, path)
    await expect(news(page)).toHaveText('Ben Hur: 2 new')
  }
})

test('what others delete and change is told: on an open list, and when it is opened again', {
  tag: '@script',
}, async ({ page, larder, person }) => {
  const { listId, ids, path } = arrange(larder, person)
  const ben = addPerson(larder, 'Ben')
  addMember(larder, listId, ben)
  const told = page.locator('.seen-by a')
  const seen = () =>
    larder.database
      .prepare(
        'SELECT 1 FROM list_seen s JOIN lists l ON l.id = s.list_id WHERE s.user_id = ? AND s.revision = l.revision',
      )
      .get(person.id)
  await open(page, path)
  await expect.poll(seen).toBeDefined()
  await post(larder, ben, `/delete-single-item/${listId}?itemID=${ids[19]}`, {})
  await expect(news(page)).toHaveText('Ben deleted Item 19')
  await news(page).click()
  await expect(told).toBeInViewport()
  await expect(news(page)).toHaveCount(0)
  await add(page, 'figs')
  await expect(told).toHaveText('Ben deleted Item 19')
  await post(larder, ben, `/restore-item/${ids[19]}`, { listID: listId })
  await expect(item(page, 'Item 19')).toHaveCount(1)
  await expect(told).toHaveCount(0)

  await page.goto('/settings')
  // Written down every ten seconds.
  larder.database.exec('UPDATE list_seen SET revision = (SELECT revision FROM lists WHERE id = list_id)')
  await post(larder, ben, `/delete-single-item/${listId}?itemID=${ids[17]}`, {})
  await post(larder, ben, `/edit-item/${ids[18]}?listID=${listId}`, { name: 'Item 18', quantity: '4' })
  await open(page, path)
  await expect(news(page)).toHaveText('2 changes')
  await expect(told).toHaveText('Ben deleted Item 17')
  await expect(marked(page)).toHaveText(['Item 18'])
  await told.click()
  await expect(page).toHaveURL(path.replace('single-list', 'recent'))
})

test('while somebody presses, news that come into sight stay in the foot: without them, the page would move', {
  tag: '@script',
}, async ({ page, larder, person }) => {
  const { listId, ids, path } = arrange(larder, person)
  const ben = addPerson(larder, 'Ben')
  addMember(larder, listId, ben)
  await open(page, path)
  const seen = larder.database.prepare('SELECT 1 FROM list_seen WHERE list_id = ? AND user_id = ?')
  await expect.poll(() => seen.get(listId, person.id)).toBeDefined()
  await post(larder, ben, `/delete-single-item/${listId}?itemID=${ids[19]}`, {})
  await expect(news(page)).toHaveText('Ben deleted Item 19')
  // A press that lasts longer than two seconds holds up nothing.
  await stopClock(page)
  await item(page, 'Item 0').hover()
  await page.mouse.down()
  await page.evaluate(() => scrollTo(0, document.body.scrollHeight))
  await expect(page.locator('.seen-by.highlighted')).toBeVisible()
  // React renders in messages, one after another.
  await page.evaluate(() => {
    const { port1, port2 } = new MessageChannel()
    return new Promise((resolve) => {
      port1.onmessage = resolve
      port2.postMessage(undefined)
    })
  })
  expect(await news(page).count()).toBe(1)
  await page.mouse.up()
  await page.clock.runFor(200)
  await expect(news(page)).toHaveCount(0)
})

test('on a list with others, what the same account added in another browser has no mark', {
  tag: ['@script', '@full'],
}, async ({ page, larder, person, openElsewhere }) => {
  const { listId, path } = arrange(larder, person)
  addMember(larder, listId, addPerson(larder, 'Ben'))
  await open(page, path)
  await page.goto('/settings')
  const laptop = await openElsewhere(person)
  await laptop.goto(path)
  await add(laptop, 'figs')
  await open(page, path)
  await expect(item(page, 'figs')).toHaveCount(1)
  await expect(marked(page)).toHaveCount(0)
})

test('what is added here is not marked: recipes, pasted lists, what comes back', {
  tag: ['@script', '@full'],
}, async ({ page, larder, person }) => {
  const { path } = arrange(larder, person)
  await open(page, path)
  await page.getByLabel('Recipe').fill('carbonara')
  await page.getByLabel('Recipe').press('Enter')
  await expect(item(page, 'Spaghetti')).toBeVisible()
  await expect(page.locator('.item.highlighted')).not.toHaveCount(0)
  await expect(marked(page)).toHaveCount(0)
  await expect(news(page)).toHaveCount(0)
  await page.getByRole('button', { name: 'Delete Item 1', exact: true }).click()
  await expect(messages(page)).toContainText('Deleted Item 1.')
  await messages(page).getByRole('button', { name: 'Undo' }).click()
  await expect(page.getByRole('checkbox', { name: 'Item 1', exact: true })).toBeVisible()

  await page.goto(path.replace('/single-list', '/quick-add'))
  await page.getByLabel('Items').fill('figs\ndates')
  await page.getByRole('button', { name: 'Next' }).click()
  await page.getByRole('button', { name: 'Add to list' }).click()
  await expect(item(page, 'dates')).toHaveCount(1)
  await expect(page.locator('.new-rows')).toBeAttached()
  await expect(marked(page)).toHaveCount(0)
  await expect(news(page)).toHaveCount(0)
})

test('what others change on an open list is marked, what is changed here is not', {
  tag: '@script',
}, async ({ page, larder, person }) => {
  const { listId, ids, path } = arrange(larder, person)
  const ben = addPerson(larder, 'Ben')
  addMember(larder, listId, ben)
  await open(page, path)
  await page.getByRole('checkbox', { name: 'Item 0', exact: true }).click()
  await add(page, 'Item 2 x2', 'Item 2')
  await expect(page.locator('.item', { hasText: 'Item 2' }).first()).toContainText('3 ×')
  await expect(messages(page)).toContainText('On the list now: 3 × Item 2')
  await messages(page).getByRole('button', { name: 'Undo' }).click()
  await expect(page.locator('.item', { hasText: 'Item 2' }).first()).not.toContainText('3 ×')
  await page.getByRole('link', { name: 'Edit Item 3', exact: true }).click()
  await page.getByLabel('Quantity').fill('5')
  await page.getByRole('button', { name: 'SUBMIT' }).click()
  await expect(page.locator('.item', { hasText: 'Item 3' }).first()).toContainText('5 ×')
  await expect(marked(page)).toHaveCount(0)

  await addElsewhere(larder, ben, listId, 'Item 19 x2')
  await expect(news(page)).toHaveText('Item 19: 1 → 3')
  await addElsewhere(larder, ben, listId, 'Item 0')
  await expect(marked(page)).toHaveText(['Item 0', 'Item 19'])
  await news(page).click()
  await expect(item(page, 'Item 19')).toBeInViewport()
  await expect(news(page)).toHaveCount(0)
  await expect(marked(page)).toHaveText(['Item 0', 'Item 19'])

  // In the basket, too.
  await page.getByRole('checkbox', { name: 'Item 19', exact: true }).click()
  await expect(page.locator('#basket .name')).toHaveText(['Item 19'])
  await page.evaluate(() => scrollTo(0, 0))
  await post(larder, ben, `/edit-item/${ids.at(-1)}`, { listID: listId, name: 'Item 19', quantity: '7' })
  await expect(news(page)).toHaveText('Item 19: 3 → 7')
  await news(page).click()
  await expect(item(page, 'Item 19')).toBeInViewport()
})

test('logging out forgets what this browser has shown', { tag: '@script' }, async ({
  page,
  larder,
  person,
}) => {
  const { path } = arrange(larder, person)
  // Without the message that the session has ended.
  await page.routeWebSocket('/ws', () => {})
  await open(page, path)
  const seen = () => page.evaluate(() => localStorage.getItem('seenRows'))
  await expect.poll(seen).not.toBeNull()
  await page.getByRole('button', { name: 'Logout' }).click()
  await expect(page).toHaveURL('/landing')
  await expect.poll(seen).toBeNull()
})

test('the lists page says what others added since a list was open, until it is opened again', async ({
  page,
  larder,
  person,
}) => {
  const { listId, path } = arrange(larder, person)
  const ben = addPerson(larder, 'Ben')
  addMember(larder, listId, ben)
  const card = page.locator('.list-card', { hasText: 'Weekend' })
  const seen = () =>
    larder.database
      .prepare('SELECT revision FROM list_seen WHERE list_id = ? AND user_id = ?')
      .pluck()
      .get(listId, person.id)

  larder.database
    .prepare('INSERT INTO list_seen (list_id, reader_id, user_id, revision, at) VALUES (?, ?, ?, 0, ?)')
    .run(listId, person.id, person.id, Date.now())
  await page.goto(`/?userID=${person.id}`)
  await expect(card).toContainText('with Ben')
  await addElsewhere(larder, ben, listId, 'figs, dates')

  await page.goto(`/?userID=${person.id}`)
  await expect(card).toContainText('Ben: 2 new')
  await page.goto(path)
  await expect.poll(seen).toBeGreaterThan(0)
  await page.goBack()
  await expect(card).toContainText('with Ben')
  await expect(card).not.toContainText('new')
})
