import type { BrowserContext, Page } from '@playwright/test'
import { ownBrowser } from '#tests/support/ownBrowser.ts'
import { addList } from '#tests/support/rows.ts'
import { addLink } from '#tests/support/sharing.ts'
import { addPerson, expect, messages, waitLikePeople } from './fixtures.ts'
import { addByLine, arrangeFor, box, dialog, names, row } from './listPage.ts'
import {
  changesOf,
  edit,
  forward,
  goOffline,
  goOnline,
  itemsOf,
  open,
  operationsOf,
  status,
  test,
} from './offlineTest.ts'

// Shopping without reception: what people do waits on the phone and reaches the server once.

const GOODS = Array.from({ length: 12 }, (_, index) => `Item ${index + 1}`)
const [DONE, LEFT] = [GOODS.slice(0, 4), GOODS.slice(4)]
const first = 'Item 5'

test('a lost connection is shown before anything is changed', { tag: '@script' }, async ({
  page,
  larder,
  arrange,
}) => {
  const { path } = arrange(['Milk'])
  await page.setViewportSize({ width: 360, height: 740 })
  await open(page, larder.url + path)
  await page.waitForLoadState('networkidle')
  await page.context().setOffline(true)
  await expect(status(page)).toContainText('No connection.')
  await expect(status(page).locator('.age')).toBeInViewport({ ratio: 1 })
  await expect(page.locator('.total')).not.toContainText('as of', { useInnerText: true })
  await box(page, 'Milk').click()
  await expect(status(page)).toContainText('1 change is waiting here.')
  await expect(page.locator('.total')).toContainText('as of', { useInnerText: true })
})

test('a phone that cannot keep changes says so, also beside what is not sent yet', {
  tag: '@script',
}, async ({ page, network, arrange }) => {
  const { path } = arrange(['Milk', 'Bread'])
  await page.setViewportSize({ width: 360, height: 740 })
  await page.addInitScript(() => {
    IDBFactory.prototype.open = () => {
      throw new Error('no room')
    }
  })
  await page.goto(path)
  await goOffline(page, network)
  await expect(status(page)).toContainText('No connection.')
  await box(page, 'Milk').click()
  await expect(messages(page)).toContainText('Not sent yet: tick Milk')
  const warning = status(page).getByText("This browser can't keep changes.")
  await expect(warning).toBeVisible()
  await expect(warning).toBeInViewport({ ratio: 1 })
})

test('on a phone, a total says of when it is, also with things in the basket', { tag: '@script' }, async ({
  page,
  network,
  arrange,
}) => {
  const { path } = arrange(['Milk', 'Bread', 'Eggs'])
  await page.setViewportSize({ width: 360, height: 740 })
  await open(page, path)
  await box(page, 'Milk').click()
  await expect(messages(page)).toContainText('Ticked Milk.')
  await goOffline(page, network)
  await expect(status(page)).toContainText('No connection.')
  await box(page, 'Bread').click()
  await expect(status(page)).toContainText('1 change is waiting here.')
  const total = page.locator('.total')
  await expect(total).toContainText('in basket')
  await expect(total.locator('time')).toBeVisible()
  await expect(total.locator('time')).toBeInViewport({ ratio: 1 })
})

test('what is ticked and unticked without reception leaves nothing that waits and saves nothing', {
  tag: '@script',
}, async ({ page, larder, network, arrange }) => {
  const { listId, path } = arrange(['Milk', 'Bread'])
  await open(page, path)
  await goOffline(page, network)
  await expect(status(page)).toContainText('No connection.')
  await box(page, 'Milk').click()
  await expect(status(page)).toContainText('1 change is waiting here.')
  await box(page, 'Milk').click()
  await expect(box(page, 'Milk')).not.toBeChecked()
  await expect(status(page)).not.toContainText('waiting')
  await expect(messages(page)).toHaveCount(0)
  const said = await page.evaluateHandle(() => {
    const texts: (string | null)[] = []
    const reach = document.querySelector('.reach')
    if (reach)
      new MutationObserver(() => texts.push(reach.textContent)).observe(reach, {
        subtree: true,
        childList: true,
      })
    return texts
  })
  await goOnline(page, network)
  await expect(page.locator('.reach.quiet')).toHaveCount(1)
  await box(page, 'Bread').click()
  await expect.poll(() => operationsOf(larder, listId)).toBe(1)
  await expect(messages(page)).toContainText('Ticked Bread.')
  expect((await said.jsonValue()).join()).not.toContain('saved')
})

test('a whole trip without reception survives the death of the browser and arrives once', {
  tag: '@script',
}, async ({ larder, network }) => {
  const person = addPerson(larder)
  const { listId, path } = arrangeFor(larder, person, GOODS)
  const browser = ownBrowser()
  const start = async () => {
    const [context] = (await browser.start()).contexts() as [BrowserContext]
    await context.addCookies([{ name: 'session', value: person.cookie, url: network.url }])
    const page = await context.newPage()
    waitLikePeople(page)
    return page
  }
  try {
    const before = await start()
    await open(before, network.url + path)
    await goOffline(before, network)
    await before.goto(network.url + path)
    for (const name of DONE) {
      await box(before, name).click()
      await expect(box(before, name)).toBeChecked()
    }
    for (const text of ['eggs', '2 kg flour', 'salt']) await addByLine(before, text)
    await edit(before, first, { Quantity: '5' })
    await expect(status(before)).toContainText('8 changes are waiting here.')
    await browser.kill()

    const after = await start()
    await after.goto(network.url + path)
    await expect(status(after)).toContainText('8 changes are waiting here.')
    for (const name of DONE) await expect(box(after, name)).toBeChecked()
    await expect(names(after)).toHaveText([...LEFT, 'eggs', 'flour', 'salt', ...DONE])
    await expect(row(after, first)).toContainText('5 ×')
    expect(operationsOf(larder, listId)).toBe(0)

    const restored = performance.now()
    await goOnline(after, network)
    await expect(status(after)).toContainText('All changes are saved.')
    test.info().annotations.push({ type: 'saved after', description: `${performance.now() - restored} ms` })
    expect(operationsOf(larder, listId)).toBe(8)
    expect(changesOf(larder, listId)).toBe(8)
    expect(itemsOf(larder, listId)).toEqual([
      { name: first, milli: 5000, completed: 0 },
      ...LEFT.slice(1).map((name) => ({ name, milli: 1000, completed: 0 })),
      { name: 'eggs', milli: 1000, completed: 0 },
      { name: 'flour', milli: 2000, completed: 0 },
      { name: 'salt', milli: 1000, completed: 0 },
      ...DONE.map((name) => ({ name, milli: 1000, completed: 1 })),
    ])
  } finally {
    await browser.stop()
  }
})

test('what waits is changed again', { tag: ['@script', '@full'] }, async ({
  page,
  larder,
  network,
  arrange,
}) => {
  const { listId, path } = arrange(['Milk'])
  await open(page, path)
  await goOffline(page, network)
  await edit(page, 'Milk', { Quantity: '2' })
  await page.getByRole('link', { name: 'Edit Milk' }).click()
  await expect(dialog(page).getByLabel('Quantity')).toHaveValue('2')
  await page.keyboard.press('Escape')
  await edit(page, 'Milk', { Quantity: '3' })
  await addByLine(page, '2 kg flour')
  await edit(page, 'flour', { Name: 'rye flour' })
  await expect(names(page)).toHaveText(['Milk', 'rye flour'])
  await goOnline(page, network)
  await expect(status(page)).toContainText('All changes are saved.')
  await expect
    .poll(() => itemsOf(larder, listId))
    .toMatchObject([
      { name: 'Milk', milli: 3000 },
      { name: 'rye flour', milli: 2000 },
    ])
})

test('a guest shops without reception, too', { tag: ['@script', '@full'] }, async ({
  page,
  larder,
  network,
}) => {
  const { listId } = arrangeFor(larder, addPerson(larder), ['Milk', 'Bread'])
  await open(page, addLink(larder, listId, 'editor'))
  await goOffline(page, network)
  await box(page, 'Milk').click()
  await addByLine(page, 'eggs')
  await page.reload()
  await expect(box(page, 'Milk')).toBeChecked()
  await expect(names(page)).toHaveText(['Bread', 'eggs', 'Milk'])
  await goOnline(page, network)
  await expect(status(page)).toContainText('All changes are saved.')
  expect(itemsOf(larder, listId).map(({ name, completed }) => [name, completed])).toEqual([
    ['Bread', 0],
    ['eggs', 0],
    ['Milk', 1],
  ])
})

test('a guest whose link has ended decides about what was not sent', { tag: ['@script', '@full'] }, async ({
  page,
  larder,
  network,
  allowErrors,
}) => {
  allowErrors(/404/)
  const { listId } = arrangeFor(larder, addPerson(larder), ['Milk', 'Bread'])
  const link = addLink(larder, listId, 'editor')
  await open(page, link)
  await goOffline(page, network)
  await box(page, 'Milk').click()
  await addByLine(page, 'eggs')
  await expect(status(page)).toContainText('2 changes are waiting here.')
  const setRevoked = larder.database.prepare('UPDATE list_links SET revoked_at = ? WHERE list_id = ?')
  setRevoked.run(Date.now(), listId)
  await goOnline(page, network)
  await expect(page.getByRole('heading', { name: 'Link not found' })).toBeVisible()
  const left = page.locator('.changes li')
  await expect(left).toHaveText([
    /Tick Milk.*This link no longer works/,
    /Add eggs.*This link no longer works/,
  ])

  await page.reload()
  await left.filter({ hasText: 'Tick Milk' }).getByRole('button', { name: 'Discard' }).click()
  await expect(left).toHaveCount(1)
  // Somebody turns it on again.
  setRevoked.run(null, listId)
  await left.getByRole('button', { name: 'Try again' }).click()
  await expect(names(page)).toHaveText(['Milk', 'Bread', 'eggs'])
  expect(itemsOf(larder, listId).map(({ name, completed }) => [name, completed])).toEqual([
    ['Milk', 0],
    ['Bread', 0],
    ['eggs', 0],
  ])
})

test('what is typed while a link ends is not lost', { tag: '@script' }, async ({
  page,
  larder,
  allowErrors,
}) => {
  allowErrors(/404/)
  const { listId } = arrangeFor(larder, addPerson(larder), ['Milk'])
  await open(page, addLink(larder, listId, 'editor'))
  const revoke = larder.database.prepare('UPDATE list_links SET revoked_at = ? WHERE list_id = ?')
  revoke.run(Date.now(), listId)
  await addByLine(page, '2 kg flour')
  await expect(page.getByRole('heading', { name: 'Link not found' })).toBeVisible()
  await expect(page.locator('.changes li')).toHaveText([/Add 2 kg flour.*This link no longer works/])
})

test('what waits can be taken back, whether the server has it or not', { tag: ['@script', '@full'] }, async ({
  page,
  larder,
  network,
  arrange,
}) => {
  const { listId, path } = arrange(['Milk', 'Bread'])
  await open(page, path)
  // The server gets it, and its answer is lost.
  network.answerWith((req, res) => {
    if (req.url !== '/completed') return false
    void forward(larder, req).then(() => res.destroy())
    return true
  })
  await box(page, 'Milk').click()
  await expect(status(page)).toContainText('1 change is waiting here.')
  await expect.poll(() => itemsOf(larder, listId).filter(({ completed }) => completed).length).toBe(1)
  network.goDown()
  await row(page, 'Bread').getByRole('button', { name: 'Delete Bread' }).click()
  await expect(names(page)).toHaveText(['Milk'])
  // A person reads what it undoes. For a moment, it is still the tick.
  const message = page.locator('.message')
  await expect(message).toContainText('Bread')
  await message.getByRole('button', { name: 'Undo' }).click()
  await expect(names(page)).toHaveText(['Bread', 'Milk'])
  await status(page).getByRole('button', { name: 'Show' }).click()
  await dialog(page).locator('li', { hasText: 'Tick Milk' }).getByRole('button', { name: 'Undo' }).click()
  await page.keyboard.press('Escape')
  await expect(box(page, 'Milk')).not.toBeChecked()
  await goOnline(page, network)
  await expect(status(page)).toContainText('All changes are saved.')
  await expect.poll(() => itemsOf(larder, listId).map(({ completed }) => completed)).toEqual([0, 0])
})

test('a kept list can be read before React has started, with what waits', {
  tag: ['@script', '@full'],
}, async ({ page, network, arrange }) => {
  const { path } = arrange(['Milk', 'Bread'])
  await open(page, path)
  await goOffline(page, network)
  await box(page, 'Milk').click()
  await addByLine(page, '2 kg flour')
  await expect(status(page)).toContainText('2 changes are waiting')
  await page.addInitScript(() => {
    document.addEventListener('DOMContentLoaded', () => {
      sessionStorage.setItem('first', document.body.textContent ?? '')
    })
  })
  await page.reload()
  await expect(box(page, 'Milk')).toBeChecked()
  const first = await page.evaluate(() => sessionStorage.getItem('first'))
  expect(first).toMatch(/Bread.+flour2 kg × .+ · not sent yetMilk.+ · not sent yet/)
  expect(first).toContain('2 changes are waiting here.')
  expect(first).not.toContain('Total')
})

test('two tabs send what both did, once', { tag: '@script' }, async ({ page, larder, network, arrange }) => {
  const { listId, path } = arrange(['Milk', 'Bread'])
  await open(page, path)
  const other = await page.context().newPage()
  await other.goto(path)
  await goOffline(page, network)
  await box(page, 'Milk').click()
  await expect(box(other, 'Milk')).toBeChecked()
  await addByLine(other, '2 kg flour')
  await expect(names(page)).toContainText(['flour'])
  network.restore()
  await Promise.all([page, other].map((tab) => tab.evaluate(() => dispatchEvent(new Event('online')))))
  for (const tab of [page, other]) {
    await expect(status(tab)).not.toContainText('waiting')
    await expect(names(tab)).toHaveText(['Bread', 'flour', 'Milk'])
  }
  expect(operationsOf(larder, listId)).toBe(2)
  expect(itemsOf(larder, listId).find(({ name }) => name === 'flour')?.milli).toBe(2000)
})

test('without a connection, controls that need one say so', { tag: ['@script', '@full'] }, async ({
  page,
  network,
  arrange,
}) => {
  const { path } = arrange(['Milk'])
  await open(page, path)
  await goOffline(page, network)
  await page.reload()
  await expect(status(page)).toContainText('No connection.')
  for (const [control, name] of [
    [page.getByRole('button', { name: 'Delete All' }), 'Delete All'],
    [page.getByRole('button', { name: 'ADD RECEIPT' }), 'Adding a receipt'],
    [page.getByRole('button', { name: 'ASK AI' }), 'ASK AI'],
    [page.getByRole('link', { name: 'Share' }), 'Sharing'],
    [page.getByRole('button', { name: 'Logout' }), 'Logging out'],
  ] as const) {
    await expect(control).toHaveAttribute('aria-disabled', 'true')
    await control.click({ force: true })
    await expect(messages(page)).toContainText(`${name} needs a connection.`)
  }
  await expect(names(page)).toHaveText(['Milk'])
  await expect(page.locator('.total')).toContainText('as of')
})

test('however long the names are, rows can be reached, and changes tell their lists', {
  tag: ['@script', '@full'],
}, async ({ page, network, arrange }) => {
  await page.setViewportSize({ width: 360, height: 740 })
  const long = 'Rindfleischetikettierungsgesetz'.repeat(6)
  const market = arrange(['Milk'], 'Market')
  const other = arrange([long, 'Milk'], long)
  await open(page, market.path)
  await open(page, other.path)
  await goOffline(page, network)
  await page.reload()
  await expect(status(page)).toContainText('No connection.')
  await box(page, long).click()
  await expect(page.locator('.message')).toContainText('Not sent yet: tick Rind')
  await box(page, 'Milk').click()
  await expect(box(page, 'Milk')).toBeChecked()
  await page.goto(market.path)
  await box(page, 'Milk').click()
  await expect(status(page)).toContainText('3 changes are waiting here.')
  await status(page).getByRole('button', { name: 'Show' }).click()
  const milk = dialog(page).locator('li', { hasText: 'Tick Milk' })
  await expect(milk).toHaveText([/ · Rind.+…/, / · Market/])
})

/** Nothing is kept ahead then. */
const saveData = (page: Page) =>
  page.addInitScript(() =>
    Object.defineProperty(navigator, 'connection', { value: { saveData: true, effectiveType: '4g' } }),
  )

test('the latest lists open without a connection, even if nobody has opened them here', {
  tag: '@script',
}, async ({ page, person, network, arrange }) => {
  arrange(['Soap'], 'Drugstore')
  const { path } = arrange(['Milk', 'Bread'], 'Market')
  await open(page, `/?userID=${person.id}`)
  await expect.poll(() => page.evaluate(keptPages)).toBe(3)
  await goOffline(page, network)
  await page.getByRole('link', { name: 'View List Drugstore' }).click()
  await expect(names(page)).toHaveText(['Soap'])
  await page.goto(path)
  await expect(names(page)).toHaveText(['Milk', 'Bread'])
})

/** How many, in the browser's database. */
const keptPages = () =>
  new Promise((resolve, reject) => {
    const opening = indexedDB.open('larder')
    opening.onerror = reject
    opening.onsuccess = () => {
      const count = opening.result.transaction('pages').objectStore('pages').count()
      count.onsuccess = () => {
        opening.result.close()
        resolve(count.result)
      }
    }
  })

test('the lists page counts what waits on this device, before and after React has started', {
  tag: ['@script', '@full'],
}, async ({ page, network, arrange }) => {
  const { path } = arrange(['Milk', 'Bread'], 'Market')
  // The lists page itself is kept from here.
  await open(page, path)
  await expect.poll(() => page.evaluate(keptPages)).toBe(2)
  await goOffline(page, network)
  await box(page, 'Milk').click()
  await addByLine(page, '2 kg flour 3.50')
  await page.getByRole('button', { name: 'Back to your lists' }).click()
  const market = page.locator('.list-card', { hasText: 'Market' })
  await expect(market).toContainText('2 of 3 left · $ 3.50')
  await expect(market.locator('.next li')).toHaveText(['Bread', 'flour'])
  await page.addInitScript(() => {
    document.addEventListener('DOMContentLoaded', () => {
      sessionStorage.setItem('first', document.body.textContent ?? '')
    })
  })
  await page.reload()
  await expect(market).toContainText('2 of 3 left · $ 3.50')
  expect(await page.evaluate(() => sessionStorage.getItem('first'))).toContain('2 of 3 left · $ 3.50')
  await goOnline(page, network)
  await expect(status(page)).toContainText('All changes are saved.')
  await expect(market).toContainText('2 of 3 left · $ 3.50')
})

test('without a connection, the lists page says what needs one', { tag: ['@script', '@full'] }, async ({
  page,
  person,
  larder,
  network,
  arrange,
}) => {
  const { path } = arrange(['Milk'], 'Market')
  addList(larder, person, 'Drugstore')
  await saveData(page)
  await open(page, path)
  await open(page, `/?userID=${person.id}`)
  await goOffline(page, network)
  await page.reload()
  await expect(status(page)).toContainText('No connection. Your lists as of')
  const card = page.locator('.list-card', { hasText: 'Market' })
  for (const [control, name] of [
    [page.getByRole('button', { name: 'ADD' }), 'A new list'],
    [card.getByRole('button', { name: 'Delete list Market' }), 'Deleting a list'],
    [card.getByRole('button', { name: 'Rename' }), 'Rename'],
    [card.getByRole('button', { name: 'Duplicate' }), 'Duplicate'],
    [card.getByRole('link', { name: 'Share' }), 'Sharing'],
    [page.getByRole('link', { name: 'View List Drugstore' }), 'This list'],
    [page.getByRole('link', { name: 'Settings' }), 'Settings'],
  ] as const) {
    // An open menu lies over other lists.
    await page.keyboard.press('Escape')
    if (!(await control.isVisible())) await card.locator('summary').click()
    await expect(control).toHaveAttribute('aria-disabled', 'true')
    await control.click({ force: true })
    await expect(messages(page)).toContainText(`${name} needs a connection.`)
  }
  await page.getByLabel('List name', { exact: true }).fill('Bakery')
  await page.getByLabel('List name', { exact: true }).press('Enter')
  await expect(messages(page)).toContainText('A new list needs a connection.')
  await expect(page.getByLabel('List name', { exact: true })).toHaveValue('Bakery')
  await expect(page.locator('.list-card h2')).toHaveText(['Drugstore', 'Market'])
  await expect(page.locator('.list-card', { hasText: 'Drugstore' })).toContainText('Not on this device')
  await page.getByRole('link', { name: 'View List Market' }).click()
  await expect(names(page)).toHaveText(['Milk'])
})

const BROKEN_STORAGE: [string, () => void][] = [
  [
    'is full',
    () => {
      const { put } = IDBObjectStore.prototype
      IDBObjectStore.prototype.put = function (...args) {
        if (this.name === 'outbox') throw new DOMException('full', 'QuotaExceededError')
        return put.apply(this, args)
      }
    },
  ],
  [
    'never answers',
    () => {
      IDBFactory.prototype.open = () => new EventTarget() as IDBOpenDBRequest
    },
  ],
]
for (const [fails, breakStorage] of BROKEN_STORAGE) {
  test(`a browser whose storage ${fails} says so and still sends changes`, {
    tag: ['@script', '@full'],
  }, async ({ page, larder, network, arrange }) => {
    await page.addInitScript(breakStorage)
    const { listId, path } = arrange(['Milk', 'Bread'])
    const done = () => itemsOf(larder, listId).filter(({ completed }) => completed)
    await page.goto(path)
    await box(page, 'Milk').click()
    await expect.poll(done).toHaveLength(1)
    await goOffline(page, network)
    await box(page, 'Bread').click()
    await expect(box(page, 'Bread')).toBeChecked()
    await expect(status(page)).toContainText("This browser can't keep changes.")
    await expect(status(page)).not.toContainText('waiting here')
    // A change that is sent before it has failed once was never late: then there is nothing to say.
    await expect(page.locator('.item', { hasText: 'Bread' })).toContainText('not sent yet')
    await goOnline(page, network)
    await expect(status(page)).toContainText('All changes are saved.')
    expect(done()).toHaveLength(2)
  })
}

test('when the session has ended, changes wait for the next sign-in', { tag: '@script' }, async ({
  page,
  person,
  larder,
  network,
  allowErrors,
  arrange,
}) => {
  allowErrors(/401/)
  const { path, listId } = arrange(['Milk', 'Bread', 'Eggs'])
  await open(page, path)
  await goOffline(page, network)
  for (const name of ['Milk', 'Bread', 'Eggs']) await box(page, name).click()
  await expect(status(page)).toContainText('3 changes are waiting here.')
  larder.database.prepare('DELETE FROM sessions WHERE user_id = ?').run(person.id)
  await goOnline(page, network)
  await expect(page.getByText('Log in to send 3 changes')).toBeVisible()
  expect(operationsOf(larder, listId)).toBe(0)
})
