import { newId } from '#app/domain/ids.ts'
import { expectAccessible } from '#tests/support/accessible.ts'
import { addPerson, expect, goOffline, type Larder, test } from './fixtures.ts'
import { arrangeFor, box, names } from './listPage.ts'

const stored = (larder: Larder, listId: string) =>
  larder.database
    .prepare(
      'SELECT name, quantity_milli, price_cents, completed FROM items WHERE list_id = ? AND deleted_at IS NULL ORDER BY position, id',
    )
    .all(listId)

test('only the own list opens: without an id the page redirects to /, for other lists to /landing', {
  tag: ['@once', '@full'],
}, async ({ page, larder, arrange }) => {
  const own = arrange()
  const theirs = arrangeFor(larder, addPerson(larder, 'Eve'))
  const withoutId = await page.request.get('/single-list', { maxRedirects: 0 })
  expect([withoutId.status(), withoutId.headers().location]).toEqual([303, '/'])
  for (const path of [theirs.path, `/single-list?listID=${newId()}`]) {
    await page.goto(path)
    await expect(page).toHaveURL('/landing')
  }
  await page.goto(own.path)
  await expect(page).toHaveURL(own.path)
  await expect(page.getByRole('heading', { level: 1, name: 'Saturday market' })).toBeVisible()
})

test('rows that look the same on two lists each act on their own list', async ({ page, larder, arrange }) => {
  const lists = [arrange(['Milk', 'Eggs']), arrange(['Milk', 'Eggs'])] as const
  const hrefs = () =>
    page.locator('.item a.edit').evaluateAll((links) => links.map((link) => Object(link).href))
  const seen = []
  // An error of hydration would fail the test.
  for (const { path, ids, listId } of [...lists, ...lists]) {
    await page.goto(path)
    await expect(names(page)).toHaveText(['Milk', 'Eggs'])
    seen.push(...(await hrefs()))
    expect(await hrefs()).toEqual(
      ids.map((id) => expect.stringMatching(new RegExp(`listID=${listId}&dialog=edit&itemID=${id}$`))),
    )
  }
  expect(new Set(seen).size).toBe(4)
  await box(page, 'Milk').click()
  await expect(box(page, 'Milk')).toBeChecked()
  await page.getByRole('button', { name: 'Delete Eggs' }).click()
  await expect(names(page)).toHaveText(['Milk'])
  const shown = () => lists.map(({ listId }) => stored(larder, listId))
  await expect.poll(() => shown()[1]).toMatchObject([{ name: 'Milk', completed: 1 }])
  expect(shown()[0]).toMatchObject([
    { name: 'Milk', completed: 0 },
    { name: 'Eggs', completed: 0 },
  ])
})

test('items are added with default values, and the total adds up', async ({ page, larder, arrange }) => {
  const { path, listId } = arrange()
  await page.goto(path)
  await expect(page.getByRole('heading', { level: 1, name: 'Saturday market' })).toBeVisible()
  await expect(page.getByText('add items and start shopping')).toBeVisible()
  await expect(page.locator('.total')).toContainText('Est Total:')
  await expect(page.locator('.total')).toContainText('$ 0.00')

  await page.getByRole('button', { name: 'ADD ITEM' }).click()
  const dialog = page.getByRole('dialog', { name: 'ADD ITEM' })
  await expect(dialog.getByLabel('Name')).toBeFocused()
  await expect(dialog.getByLabel('Quantity')).toHaveValue('1')
  await expect(dialog.getByLabel('Price')).toHaveValue('0')
  await dialog.getByLabel('Name').fill('Milk')
  await dialog.getByRole('button', { name: 'SUBMIT' }).click()
  await expect(page.getByText('Item added successfully!')).toBeVisible()
  await expect(dialog).toBeHidden()

  await page.getByRole('button', { name: 'ADD ITEM' }).click()
  await dialog.getByLabel('Name').fill('Cheese')
  await dialog.getByLabel('Quantity').fill('0,75')
  await dialog.getByLabel('Price').fill('15.90')
  await dialog.getByRole('button', { name: 'SUBMIT' }).click()
  await expect(names(page)).toHaveText(['Milk', 'Cheese'])
  await expect(page.locator('.total')).toContainText('$ 11.93')
  await expect(page).toHaveURL(new RegExp(`/single-list\\?listID=${listId}`))
  await expect
    .poll(() => stored(larder, listId))
    .toEqual([
      { name: 'Milk', quantity_milli: 1000, price_cents: 0, completed: 0 },
      { name: 'Cheese', quantity_milli: 750, price_cents: 1590, completed: 0 },
    ])
})

test('on a list with prices, an item without one opens at its price, others at their quantity', {
  tag: '@full',
}, async ({ page, arrange }) => {
  const { path } = arrange(['Milk', { name: 'Cheese', price: 3 }])
  const dialog = page.getByRole('dialog', { name: 'EDIT ITEM' })
  for (const [name, field] of [
    ['Milk', 'Price'],
    ['Cheese', 'Quantity'],
  ] as const) {
    await page.goto(path)
    await page.getByRole('link', { name: `Edit ${name}` }).click()
    await expect(dialog.getByLabel(field)).toBeFocused()
  }
})

test('an invalid item keeps the dialog open with its values and shows the error', async ({
  page,
  larder,
  allowErrors,
  arrange,
}) => {
  allowErrors(/400/)
  const { path, listId } = arrange()
  await page.goto(path)
  await page.getByRole('button', { name: 'ADD ITEM' }).click()
  const dialog = page.getByRole('dialog', { name: 'ADD ITEM' })
  await dialog.getByLabel('Name').fill('Milk')
  await dialog.getByLabel('Price').fill('1e3')
  await dialog.getByRole('button', { name: 'SUBMIT' }).click()
  await expect(dialog.getByRole('alert')).toContainText('Item addition failed! Enter a price')
  await expect(dialog.getByLabel('Price')).toBeFocused()
  await expect(dialog.getByLabel('Price')).toHaveValue('1e3')
  await expect(dialog.getByLabel('Name')).toHaveValue('Milk')
  await dialog.getByLabel('Price').fill('1.30')
  await dialog.getByRole('button', { name: 'SUBMIT' }).click()
  await expect(names(page)).toHaveText(['Milk'])
  await expect.poll(() => stored(larder, listId)).toHaveLength(1)
})

test('one tap moves an item below the open ones, another brings it back', async ({
  page,
  larder,
  arrange,
}) => {
  const { path, listId } = arrange(['Milk', 'Bread', 'Eggs'])
  await page.goto(path)
  await box(page, 'Milk').click()
  await expect(names(page)).toHaveText(['Bread', 'Eggs', 'Milk'])
  await expect(box(page, 'Milk')).toBeChecked()
  await expect.poll(() => stored(larder, listId)[0]).toMatchObject({ name: 'Milk', completed: 1 })
  await box(page, 'Milk').click()
  await expect(names(page)).toHaveText(['Milk', 'Bread', 'Eggs'])
  await expect.poll(() => stored(larder, listId)[0]).toMatchObject({ name: 'Milk', completed: 0 })
})

test('an item is edited in a prefilled dialog', async ({ page, larder, arrange }) => {
  const { path, listId } = arrange([{ name: 'Milk', quantity: 2, price: 1.5 }])
  await page.goto(path)
  await page.getByRole('link', { name: 'Edit Milk' }).click()
  const dialog = page.getByRole('dialog', { name: 'EDIT ITEM' })
  await expect(dialog.getByLabel('Name')).toHaveValue('Milk')
  await expect(dialog.getByLabel('Name')).toHaveAttribute('required')
  await expect(dialog.getByLabel('Quantity')).toHaveValue('2')
  await expect(dialog.getByLabel('Price')).toHaveValue('1.50')
  await dialog.getByLabel('Name').fill('Oat milk')
  await dialog.getByLabel('Price').fill('2.05')
  await dialog.getByRole('button', { name: 'SUBMIT' }).click()
  await expect(page.getByText('Item edited successfully!')).toBeVisible()
  await expect(dialog).toBeHidden()
  await expect(page.locator('.total')).toContainText('$ 4.10')
  await expect
    .poll(() => stored(larder, listId))
    .toEqual([{ name: 'Oat milk', quantity_milli: 2000, price_cents: 205, completed: 0 }])
})

test('less than a kilo is edited in grams, and its price is for a kilo or for all', { tag: '@full' }, async ({
  page,
  larder,
  scripted,
  arrange,
}) => {
  const { path, listId } = arrange()
  await page.goto(path)
  await page.getByLabel('Add items').fill('0.25 kg mince')
  await page.getByRole('button', { name: 'ADD', exact: true }).click()
  await page.getByLabel('Edit mince').click()
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByLabel('Quantity')).toHaveValue('250')
  await expect(dialog.getByLabel('Unit')).toHaveValue('g')
  await expect(dialog.getByLabel('For').locator('option')).toHaveText(['1 kg', 'all of it'])
  await dialog.getByLabel('Quantity').fill('300')
  await dialog.getByLabel('Price').fill('18.90')
  await dialog.getByRole('button', { name: 'SUBMIT' }).click()
  await expect(page.locator('.item .amounts')).toContainText('300 g × $ 18.90/kg · $ 5.67')
  await expect.poll(() => stored(larder, listId)).toMatchObject([{ quantity_milli: 300, price_cents: 1890 }])

  await page.getByLabel('Edit mince').click()
  await dialog.getByLabel('Unit').selectOption('pieces')
  if (scripted) await expect(dialog.getByLabel('For').locator('option')).toHaveText(['one', 'all of it'])
  await dialog.getByLabel('Quantity').fill('0.5')
  await dialog.getByLabel('Unit').selectOption('ml')
  await dialog.getByRole('button', { name: 'SUBMIT' }).click()
  await expect(page.locator('.item .amounts')).toContainText('1 ml × $ 18.90/l')
})

test('− and + change the quantity by one, by half a kilo and by 50 grams, and never below', {
  tag: ['@script'],
}, async ({ page, larder, arrange }) => {
  const { ids, path, listId } = arrange(['Milk'])
  await page.goto(`${path}&dialog=edit&itemID=${ids[0]}`)
  const dialog = page.getByRole('dialog')
  const quantity = dialog.getByLabel('Quantity')
  const [less, more] = [dialog.getByText('−', { exact: true }), dialog.getByText('+', { exact: true })]
  await more.click()
  await more.click()
  await expect(quantity).toHaveValue('3')
  for (let times = 0; times < 4; times += 1) await less.click()
  await expect(quantity).toHaveValue('1')
  await dialog.getByLabel('Unit').selectOption('kg')
  await more.click()
  await expect(quantity).toHaveValue('1.5')
  await quantity.fill('100')
  await dialog.getByLabel('Unit').selectOption('g')
  await less.click()
  await expect(quantity).toHaveValue('50')
  await dialog.getByRole('button', { name: 'SUBMIT' }).click()
  await expect.poll(() => stored(larder, listId)).toMatchObject([{ quantity_milli: 50 }])
})

test('the dialog says what several cost, so that a price for all is not taken for one', {
  tag: '@full',
}, async ({ page, scripted, arrange }) => {
  const { ids, path } = arrange([{ name: 'Beer', quantity: 6, price: 2 }])
  await page.goto(`${path}&dialog=edit&itemID=${ids[0]}`)
  const product = page.getByRole('dialog').getByText('×', { exact: false })
  await expect(product).toHaveText('6 × $ 2.00 = $ 12.00')
  if (!scripted) return
  await page.getByLabel('Price').fill('7.20')
  await expect(product).toHaveText('6 × $ 7.20 = $ 43.20')
  await page.getByLabel('Unit').selectOption('kg')
  await expect(product).toHaveText('6 kg × $ 7.20/kg = $ 43.20')
  await page.getByLabel('For', { exact: true }).selectOption('all')
  await expect(product).toHaveCount(0)
})

test('editing an item that someone else changed shows a conflict, keeps the input and can be submitted again', async ({
  page,
  larder,
  allowErrors,
  arrange,
}) => {
  allowErrors(/409/)
  const { path, listId, ids } = arrange(['Milk'])
  await page.goto(path)
  await page.getByRole('link', { name: 'Edit Milk' }).click()
  const dialog = page.getByRole('dialog', { name: 'EDIT ITEM' })
  await dialog.getByLabel('Name').fill('Oat milk')
  larder.database
    .prepare('UPDATE items SET name = ?, updated_at = updated_at + 5 WHERE id = ?')
    .run('Soy milk', ids[0])
  await dialog.getByRole('button', { name: 'SUBMIT' }).click()
  await expect(page.getByText(/Item edit failed! .*It's now: 1 × Soy milk/).first()).toBeVisible()
  await expect(dialog.getByLabel('Name')).toHaveValue('Oat milk')
  await dialog.getByRole('button', { name: 'SUBMIT' }).click()
  await expect(names(page)).toHaveText(['Oat milk'])
  await expect.poll(() => stored(larder, listId)).toMatchObject([{ name: 'Oat milk' }])
})

test('a conflict can be overwritten even if the page could not be reloaded', { tag: '@full' }, async ({
  page,
  larder,
  scripted,
  allowErrors,
  arrange,
}) => {
  test.skip(!scripted, 'the page is loaded again without JavaScript')
  allowErrors(/409|ERR_FAILED/)
  const { path, listId, ids } = arrange(['Milk'])
  await page.goto(path)
  await page.getByRole('link', { name: 'Edit Milk' }).click()
  const dialog = page.getByRole('dialog', { name: 'EDIT ITEM' })
  await dialog.getByLabel('Name').fill('Oat milk')
  larder.database
    .prepare('UPDATE items SET name = ?, updated_at = updated_at + 5 WHERE id = ?')
    .run('Soy milk', ids[0])
  await page.route('**/single-list.data*', (route) => route.abort())
  await dialog.getByRole('button', { name: 'SUBMIT' }).click()
  await expect(dialog.getByText(/It's now: 1 × Soy milk/)).toBeVisible()
  await dialog.getByRole('button', { name: 'SUBMIT' }).click()
  await expect.poll(() => stored(larder, listId)).toMatchObject([{ name: 'Oat milk' }])
})

test('editing an item that someone else deleted offers to add it again', { tag: '@full' }, async ({
  page,
  larder,
  allowErrors,
  arrange,
}) => {
  allowErrors(/404/)
  const { path, listId, ids } = arrange(['Milk'])
  await page.goto(path)
  await page.getByRole('link', { name: 'Edit Milk' }).click()
  await page.getByRole('dialog').getByLabel('Name').fill('Oat milk')
  larder.database.prepare('DELETE FROM items WHERE id = ?').run(ids[0])
  await page.getByRole('button', { name: 'SUBMIT' }).click()
  await expect(page.getByText(/Item edit failed! This item is no longer on the list/).first()).toBeVisible()
  const dialog = page.getByRole('dialog', { name: 'ADD ITEM' })
  await expect(dialog.getByLabel('Name')).toHaveValue('Oat milk')
  await dialog.getByRole('button', { name: 'SUBMIT' }).click()
  await expect(names(page)).toHaveText(['Oat milk'])
  await expect.poll(() => stored(larder, listId)).toMatchObject([{ name: 'Oat milk' }])
})

test('one item and all items can be deleted', async ({ page, larder, arrange }) => {
  const { path, listId } = arrange(['Milk', 'Bread', 'Eggs'])
  await page.goto(path)
  await page.getByRole('button', { name: 'Delete Bread' }).click()
  await expect(names(page)).toHaveText(['Milk', 'Eggs'])
  await page.getByRole('button', { name: 'Delete All' }).click()
  await expect(page.getByText('add items and start shopping')).toBeVisible()
  await expect.poll(() => stored(larder, listId)).toEqual([])
})

test('Delete All shows its text above 800px, Logout above 700px', { tag: '@full' }, async ({
  page,
  arrange,
}) => {
  const { path } = arrange(['Milk'])
  await page.goto(path)
  const deleteText = page.locator('.list-actions .wide-only')
  const logoutText = page.locator('.logout span')
  for (const [width, wide, logout] of [
    [801, true, true],
    [800, false, true],
    [701, false, true],
    [700, false, false],
  ] as const) {
    await page.setViewportSize({ width, height: 700 })
    await expect(deleteText).toBeVisible({ visible: wide })
    await expect(logoutText).toBeVisible({ visible: logout })
  }
})

test('names in any script, very long ones and ones with markup are shown as text and fit the screen', {
  tag: '@once',
}, async ({ page, arrange }) => {
  const unusual = [
    '<img src=x onerror=alert(1)>',
    '🥑'.repeat(60),
    'خبز عربي طازج',
    'Donaudampfschifffahrt'.repeat(9),
  ]
  const { path } = arrange(unusual.map((name) => ({ name, quantity: 999_999, price: 999_999 })))
  await page.setViewportSize({ width: 320, height: 700 })
  await page.goto(path)
  await expect(names(page)).toHaveText(unusual)
  const overflow = await page.locator('html').evaluate((html) => html.scrollWidth - html.clientWidth)
  expect(overflow).toBe(0)
})

test('every row of a very long list is shown and works', { tag: '@full' }, async ({
  page,
  larder,
  arrange,
}) => {
  const items = Array.from({ length: 180 }, (_, n) => ({
    name: n % 2 ? `Milk ${n}` : `${'An awfully long name, '.repeat(6)}${n}`,
  }))
  const { path, listId } = arrange(items)
  await page.goto(path)
  await expect(names(page)).toHaveText(items.map(({ name }) => name))
  await box(page, items[150]?.name ?? '').click()
  await expect(box(page, items[150]?.name ?? '')).toBeChecked()
  await expect.poll(() => stored(larder, listId)[150]).toMatchObject({ completed: 1 })
  await page.getByRole('button', { name: 'Delete Milk 151' }).click()
  await expect(names(page)).toHaveCount(179)
})

test('everything works with the keyboard alone', async ({ page, scripted, arrange }) => {
  test.skip(!scripted, 'the browser handles focus across page loads')
  const { path } = arrange()
  await page.goto(path)
  await page.getByRole('button', { name: 'ADD ITEM' }).focus()
  for (const name of ['Milk', 'Bread', 'Eggs']) {
    await page.keyboard.press('Enter')
    await expect(page.getByRole('dialog')).toBeVisible()
    await page.keyboard.type(name)
    await page.keyboard.press('Enter')
    await expect(page.getByRole('dialog')).toBeHidden()
    await expect(page.getByRole('button', { name: 'ADD ITEM' })).toBeFocused()
  }
  await expect(names(page)).toHaveText(['Milk', 'Bread', 'Eggs'])
  await box(page, 'Milk').focus()
  await page.keyboard.press('Space')
  await expect(names(page)).toHaveText(['Bread', 'Eggs', 'Milk'])
  await expect(box(page, 'Bread')).toBeFocused()
  await page.getByRole('link', { name: 'Edit Eggs' }).focus()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('dialog', { name: 'EDIT ITEM' })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toBeHidden()
  await expect(page.getByRole('link', { name: 'Edit Eggs' })).toBeFocused()
  await page.getByRole('button', { name: 'Delete Bread' }).focus()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('button', { name: 'Delete Eggs' })).toBeFocused()
  await page.getByLabel('More').focus()
  await page.keyboard.press('Enter')
  await page.keyboard.press('ArrowDown')
  await expect(page.getByRole('link', { name: 'Rename' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('dialog')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByLabel('More')).toBeFocused()
  await page.getByRole('link', { name: 'Finish', exact: true }).focus()
  await page.keyboard.press('Enter')
  await expect(page.getByLabel('Paid')).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(names(page)).toHaveText(['Eggs'])
  await expect(page.getByRole('button', { name: 'ADD ITEM' })).toBeFocused()
  await page.getByRole('button', { name: 'Delete All' }).focus()
  await page.keyboard.press('Enter')
  await expect(page.getByText('add items and start shopping')).toBeVisible()
  await expect(page.getByRole('button', { name: 'ADD ITEM' })).toBeFocused()
})

test('ticks and deletions show at once when the server is slow', async ({
  page,
  larder,
  scripted,
  arrange,
}) => {
  test.skip(!scripted, 'optimistic updates need JavaScript')
  const { path, listId } = arrange(['Milk', 'Bread', 'Eggs'])
  await page.goto(path)
  let release = () => {}
  const held = new Promise<void>((resolve) => {
    release = resolve
  })
  await page.route('**/*', async (route) => {
    if (route.request().method() === 'POST') await held
    await route.continue().catch(() => {})
  })
  for (let tap = 0; tap < 5; tap += 1) {
    await box(page, 'Milk').dispatchEvent('click')
    await expect(box(page, 'Milk')).toBeChecked({ checked: tap % 2 === 0 })
  }
  // By keyboard: a second tap where Milk was would be taken for an accidental one.
  await box(page, 'Bread').press('Enter')
  await page.getByRole('button', { name: 'Delete Eggs' }).click()
  await expect(names(page)).toHaveText(['Milk', 'Bread'])
  await expect(box(page, 'Milk')).toBeChecked()
  release()
  await expect
    .poll(() => stored(larder, listId))
    .toMatchObject([
      { name: 'Milk', completed: 1 },
      { name: 'Bread', completed: 1 },
    ])
  await expect(names(page)).toHaveText(['Milk', 'Bread'])
})

test('offline, a tick and a new item wait and are sent later', { tag: '@full' }, async ({
  page,
  scripted,
  allowErrors,
  arrange,
}) => {
  test.skip(!scripted, 'without JavaScript, the browser shows its own error')
  allowErrors(/ERR_INTERNET_DISCONNECTED/)
  const { path } = arrange(['Milk'])
  await page.goto(path)
  await goOffline(page)
  await box(page, 'Milk').click()
  await expect(box(page, 'Milk')).toBeChecked()
  await page.getByRole('button', { name: 'ADD ITEM' }).click()
  await page.getByRole('dialog').getByLabel('Name').fill('Bread')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect(page.locator('.item', { hasText: 'Bread' })).toContainText('not sent yet')
  await expect(page.getByText('2 changes are waiting here.')).toBeVisible()
  await page.context().setOffline(false)
  await expect(page.getByText('All changes are saved.')).toBeVisible()
  await expect(names(page)).toHaveText(['Bread', 'Milk'])
  await expect(page.locator('.item', { hasText: 'Bread' })).not.toContainText('not sent yet')
})

test('without JavaScript, a tick in a long list returns to the same place', async ({
  page,
  scripted,
  arrange,
}) => {
  test.skip(scripted, 'with JavaScript, the page does not reload')
  const items = Array.from({ length: 60 }, (_, index) => ({ name: `Item ${index}` }))
  const { path, ids } = arrange(items)
  await page.goto(path)
  await box(page, 'Item 30').click()
  await expect(page).toHaveURL(new RegExp(`#item-${ids[29]}$`))
  await expect(names(page).filter({ hasText: /^Item 31$/ })).toBeInViewport()
})

test('a double click on SUBMIT adds one item', { tag: '@once' }, async ({ page, larder, arrange }) => {
  const { path, listId } = arrange()
  await page.goto(path)
  await page.getByRole('button', { name: 'ADD ITEM' }).click()
  await page.getByRole('dialog').getByLabel('Name').fill('Milk')
  await page.getByRole('button', { name: 'SUBMIT' }).dblclick()
  await expect(names(page)).toHaveText(['Milk'])
  await expect.poll(() => stored(larder, listId)).toHaveLength(1)
  await page.waitForLoadState('networkidle')
  expect(stored(larder, listId)).toHaveLength(1)
})

test('the list page has no accessibility violations', async ({ page, scripted, arrange }) => {
  test.skip(!scripted, 'axe needs JavaScript')
  const { path, ids } = arrange(['Milk', { name: 'Bread', completed: true }])
  for (const url of [path, `${path}&dialog=add`, `${path}&dialog=edit&itemID=${ids[0]}`]) {
    await page.goto(url)
    await expectAccessible(page, url)
  }
})
