import type { Page } from '@playwright/test'
import { expectAccessible } from '#tests/support/accessible.ts'
import { addLink } from '#tests/support/sharing.ts'
import { expect, type Larder, messages, type Person, test } from './fixtures.ts'
import { amounts, line, names, openNames, suggestions, undo } from './listPage.ts'

// The line at the bottom of a list that adds one item or many.

const FIVE = '2 kg potatoes 3.50, milk x3, 12 eggs 2.99, 500 g flour, 2 x 400 g can chickpeas'

const add = (page: Page) => page.getByRole('button', { name: 'ADD', exact: true })
const said = (page: Page) => messages(page)

const stored = ({ database }: Larder, listId: string) =>
  database
    .prepare(
      `SELECT name, quantity_milli / 1000.0 AS quantity, unit, price_cents / 100.0 AS price, price_for AS priceFor
       FROM items WHERE list_id = ? AND deleted_at IS NULL ORDER BY completed, position, id`,
    )
    .all(listId)

const plain = (name: string, more: object = {}) => ({
  name,
  quantity: 1,
  unit: '',
  price: 0,
  priceFor: 'one',
  ...more,
})

/** What the person added, as if some time ago. */
function remember({ database }: Larder, { id }: Person, name: string, uses: number, price?: number) {
  database
    .prepare(
      `INSERT INTO memories (user_id, name_key, unit, name, uses, last_used_at, price_cents, price_for)
       VALUES (?, ?, '', ?, ?, 1, ?, ?)`,
    )
    .run(id, name.toLowerCase(), name, uses, price ?? null, price === undefined ? null : 'one')
}

test('one item is added with its amount and price, the message says what was stored, and Undo removes it', async ({
  page,
  larder,
  arrange,
}) => {
  const { path, listId } = arrange(['Tea'])
  await page.goto(path)
  await line(page).fill('12 eggs 2.99')
  await add(page).click()
  await expect(names(page)).toHaveText(['Tea', 'eggs'])
  await expect(amounts(page).nth(1)).toHaveText('12 · $ 2.99')
  await expect(said(page)).toContainText('Added 12 × eggs for $ 2.99.')
  await expect(line(page)).toHaveValue('')
  expect(stored(larder, listId)[1]).toEqual(plain('eggs', { quantity: 12, price: 2.99, priceFor: 'all' }))
  await undo(page).click()
  await expect(names(page)).toHaveText(['Tea'])
})

test('a price that may be for one or for all is switched from the message', async ({
  page,
  larder,
  arrange,
}) => {
  const { path, listId } = arrange()
  await page.goto(path)
  await line(page).fill('24 candles 6.99')
  await add(page).click()
  await expect(amounts(page)).toHaveText('24 · $ 6.99')
  await page.getByRole('button', { name: '$ 6.99 each?', exact: true }).click()
  await expect(amounts(page)).toHaveText('24 × $ 6.99 · $ 167.76')
  await expect(said(page)).toContainText('Item edited successfully!')
  await expect.poll(() => stored(larder, listId)).toEqual([plain('candles', { quantity: 24, price: 6.99 })])
  await undo(page).click()
  await expect(amounts(page)).toHaveText('24 · $ 6.99')
})

test('of several items, the first price that leaves it open is switched from the message', async ({
  page,
  larder,
  arrange,
}) => {
  const { path, listId } = arrange()
  await page.goto(path)
  await line(page).fill('bread 2.49, 24 candles 6.99, 6 rolls 1.80')
  await add(page).click()
  await page.getByRole('button', { name: 'candles · $ 6.99 each?', exact: true }).click()
  await expect(said(page)).toContainText('Item edited successfully!')
  await expect
    .poll(() => stored(larder, listId))
    .toMatchObject([{ name: 'bread' }, { price: 6.99, priceFor: 'one' }, { price: 1.8, priceFor: 'all' }])
})

test('several lines are checked and corrected before they are added', async ({ page, larder, arrange }) => {
  const { path, listId } = arrange(['Tea'])
  await page.goto(path)
  await page.locator('.bar').getByLabel('More').click()
  await page.getByRole('link', { name: 'Paste…' }).click()
  await page
    .getByLabel('Items', { exact: true })
    .fill(
      'Dairy:\n- 2 l milk\n[x] butter\n[21.11.26, 10:12:03] Anna: 3 apples\nhttps://example.org\n1 kg fluor',
    )
  await page.getByRole('button', { name: 'Next' }).click()
  await expect(page.getByRole('checkbox')).toHaveCount(6)
  await expect(page.getByRole('checkbox', { checked: true })).toHaveCount(3)
  await expect(page.getByText('3 × apples')).toBeVisible()
  const left = page.getByRole('listitem').filter({ has: page.getByRole('checkbox', { checked: false }) })
  await expect(left.locator('small')).toHaveText(['Heading', 'Ticked already', 'Link'])
  await page.getByLabel('Line 6').fill('1 kg flour')
  // A click so soon after "Next", at the same place, would be taken for a double click.
  await page.getByLabel('Line 6').press('Enter')
  await expect(page).toHaveURL(path)
  await expect(said(page)).toContainText('Added 3 items: milk, apples and flour.')
  expect(stored(larder, listId).slice(1)).toEqual([
    plain('milk', { quantity: 2, unit: 'l' }),
    plain('apples', { quantity: 3 }),
    plain('flour', { unit: 'kg' }),
  ])
  await undo(page).click()
  await expect(names(page)).toHaveText(['Tea'])
})

test('after Cancel, all that was written is in a field again', async ({
  page,
  larder,
  javaScriptEnabled,
  arrange,
}) => {
  const { path, listId } = arrange()
  const long = 'Hello! '.repeat(200).trim()
  await page.goto(`/quick-add?listID=${listId}`)
  const pasted = page.getByLabel('Items', { exact: true })
  await pasted.fill(`${long}\n1 kg fluor`)
  await page.getByRole('button', { name: 'Next' }).click()
  await page.getByLabel('Line 2').fill('1 kg flour')
  await page.getByRole('button', { name: 'Cancel' }).click()
  await expect(javaScriptEnabled ? line(page) : pasted).toHaveValue(`${long}\n1 kg flour`)
  await expect(page).toHaveURL(javaScriptEnabled ? path : /quick-add/)
  expect(stored(larder, listId)).toEqual([])
})

test('a line without an item is refused with a sentence, and stays', { tag: ['@once', '@full'] }, async ({
  page,
  larder,
  allowErrors,
  arrange,
}) => {
  allowErrors(/400 \(Bad Request\)/)
  const { path, listId } = arrange()
  await page.goto(path)
  await line(page).fill('Dairy:')
  await add(page).click()
  await expect(said(page)).toContainText('There was nothing to add.')
  await expect(line(page)).toHaveValue('Dairy:')
  expect(stored(larder, listId)).toEqual([])
})

test('what is on the list already gets more, and Undo takes only that back', { tag: '@full' }, async ({
  page,
  larder,
  arrange,
}) => {
  const { path, listId, ids } = arrange([{ name: 'Milk', quantity: 2 }])
  await page.goto(path)
  await line(page).fill('milk x3')
  await add(page).click()
  await expect(amounts(page)).toHaveText(['5 × $ 0.00'])
  await expect(said(page)).toContainText('On the list now: 5 × Milk (3 more).')
  larder.database.prepare('UPDATE items SET quantity_milli = 9000 WHERE id = ?').run(ids[0])
  await undo(page).click()
  await expect.poll(() => stored(larder, listId)).toMatchObject([{ name: 'Milk', quantity: 6 }])
})

test('what is often bought and not on the list is one tap away', async ({
  page,
  person,
  larder,
  scripted,
  arrange,
}) => {
  remember(larder, person, 'Bananas', 9)
  remember(larder, person, 'Oat milk', 5)
  remember(larder, person, 'Saffron', 1)
  remember(larder, person, 'Tea', 12)
  const { path, listId } = arrange(['tea', 'Rice', 'Salt', 'Oil', 'Figs'])
  await page.goto(path)
  const chips = page.getByRole('list', { name: 'Often bought' }).getByRole('button')
  await expect(chips).toHaveCount(0)
  await line(page).focus()
  await expect(chips).toHaveText(['Bananas', 'Oat milk'])
  await chips.first().click()
  await expect(openNames(page)).toHaveText(['tea', 'Rice', 'Salt', 'Oil', 'Figs', 'Bananas'])
  // Without JavaScript, it is another page.
  if (!scripted) await line(page).focus()
  await expect(chips).toHaveText(['Oat milk'])
  await expect.poll(() => stored(larder, listId)).toHaveLength(6)
})

test('on a new list, examples stay until five items are on it', async ({ page, arrange }) => {
  await page.setViewportSize({ width: 360, height: 740 })
  await page.goto(arrange().path)
  const chips = page.getByRole('list', { name: 'Examples' }).getByRole('button')
  await expect(chips).toHaveText(['milk', '12 eggs', '2 kg potatoes', 'bread'])
  await chips.nth(1).click()
  await expect(openNames(page)).toHaveText(['eggs'])
  await expect(chips).toHaveText(['milk', '2 kg potatoes', 'bread'])
  await chips.nth(1).click()
  await expect(openNames(page)).toHaveText(['eggs', 'potatoes'])
  await expect(chips).toHaveText(['milk', 'bread'])
  await line(page).fill('tea, rice, salt')
  await add(page).click()
  await expect(openNames(page)).toHaveCount(5)
  await expect(chips).toHaveCount(0)
})

test('a chip that is pressed by keyboard gives its focus to the line', { tag: '@script' }, async ({
  page,
  person,
  larder,
  arrange,
}) => {
  remember(larder, person, 'Bananas', 9)
  remember(larder, person, 'Oat milk', 5)
  await page.setViewportSize({ width: 360, height: 740 })
  const { path } = arrange(['tea', 'Rice', 'Salt', 'Oil', 'Figs'])
  await page.goto(path)
  await line(page).focus()
  const chips = page.getByRole('list', { name: 'Often bought' }).getByRole('button')
  await chips.first().focus()
  await page.keyboard.press('Enter')
  await expect(chips).toHaveText(['Oat milk'])
  await expect(line(page)).toBeFocused()
})

test('Undo stays under the finger while it is pressed, and undoes', { tag: '@script' }, async ({
  page,
  person,
  larder,
  arrange,
}) => {
  await page.setViewportSize({ width: 360, height: 740 })
  remember(larder, person, 'Bananas', 9)
  const many = Array.from({ length: 12 }, (_, index) => ({ name: `Thing ${index}` }))
  const { path, listId } = arrange(many)
  await page.goto(path)
  await line(page).fill('Oats')
  await line(page).press('Enter')
  await expect(page.getByRole('list', { name: 'Often bought' })).toBeVisible()
  // Until it is answered, another Undo stands there.
  await expect(messages(page)).toContainText('Added Oats.')
  const button = undo(page)
  const before = await button.boundingBox()
  if (!before) throw new Error('There is no Undo.')
  await page.mouse.move(before.x + before.width / 2, before.y + before.height / 2)
  await page.mouse.down()
  await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))))
  expect(await button.boundingBox()).toEqual(before)
  await page.mouse.up()
  await expect.poll(() => stored(larder, listId)).toHaveLength(12)
  await expect(page.getByRole('list', { name: 'Often bought' })).toBeHidden()
})

test('a remembered price is shown as such until a tick confirms it', { tag: '@full' }, async ({
  page,
  person,
  larder,
  arrange,
}) => {
  remember(larder, person, 'Oat milk', 5, 189)
  const { path, listId } = arrange()
  await page.goto(path)
  await line(page).fill('2 oat milk')
  await add(page).click()
  await expect(amounts(page)).toHaveText('2 × $ 1.89 · $ 3.78 · last price')
  await page.getByRole('checkbox', { name: 'oat milk' }).click()
  await expect(amounts(page)).toHaveText('2 × $ 1.89 · $ 3.78')
  expect(stored(larder, listId)).toMatchObject([{ name: 'oat milk', price: 1.89 }])
})

test('people with a link add by the line, too, without a history', { tag: '@full' }, async ({
  page,
  larder,
  person,
  arrange,
}) => {
  remember(larder, person, 'Bananas', 9)
  const { listId } = arrange(['Tea'])
  await page.goto(addLink(larder, listId, 'editor'))
  await expect(page.getByText('Bananas')).toHaveCount(0)
  await expect(page.getByRole('link', { name: 'Paste…' })).toBeVisible()
  await line(page).fill('2 kg potatoes')
  await add(page).click()
  await expect(names(page)).toHaveText(['Tea', 'potatoes'])
  await expect(said(page)).toContainText('Added 2 kg potatoes.')
  await undo(page).click()
  await expect(names(page)).toHaveText(['Tea'])
  expect(stored(larder, listId)).toHaveLength(1)
})

test('the same form sent twice adds once', { tag: '@once' }, async ({ page, larder, arrange }) => {
  const { path, listId } = arrange(['Milk'])
  await page.goto(path)
  const id = await page.locator('.quick input[name=id]').inputValue()
  const form = { id, lines: 'milk x2\neggs' }
  const send = () =>
    page.request.post(`/quick-add?listID=${listId}`, {
      form,
      headers: { Accept: 'application/json', 'Sec-Fetch-Site': 'same-origin' },
    })
  const replies = await Promise.all([send(), send()])
  for (const reply of replies) expect(reply.status()).toBe(200)
  expect(stored(larder, listId)).toMatchObject([
    { name: 'Milk', quantity: 3 },
    { name: 'eggs', quantity: 1 },
  ])
})

test.describe('without JavaScript', { tag: '@no-script' }, () => {
  test.skip(({ javaScriptEnabled }) => javaScriptEnabled)

  test('why a line was refused stays in sight above a keyboard', async ({ page, arrange }) => {
    await page.setViewportSize({ width: 360, height: 440 })
    const { path } = arrange()
    await page.goto(path)
    await line(page).fill('Dairy:')
    await add(page).click()
    await expect(line(page)).toHaveValue('Dairy:')
    await expect(messages(page)).toBeVisible()
  })

  test('five items in one line are added with one submit', async ({ page, arrange }) => {
    const { path } = arrange()
    await page.goto(path)
    await line(page).fill(FIVE)
    await add(page).click()
    await expect(names(page)).toHaveText(['potatoes', 'milk', 'eggs', 'flour', 'chickpeas 400 g'])
    await undo(page).click()
    await expect(names(page)).toHaveCount(0)
  })

  test('several lines are checked first', async ({ page, larder, arrange }) => {
    const { path, listId } = arrange()
    await page.goto(path)
    await line(page).fill('milk x3\neggs')
    await add(page).click()
    await expect(page.getByRole('checkbox')).toHaveCount(2)
    expect(stored(larder, listId)).toEqual([])
    await page.getByRole('button', { name: 'Add to list' }).click()
    await expect(names(page)).toHaveText(['milk', 'eggs'])
  })
})

test.describe('with JavaScript', { tag: '@script' }, () => {
  test.skip(({ javaScriptEnabled }) => !javaScriptEnabled)

  test('five items in one line are five rows at once, and the line keeps the focus', async ({
    page,
    larder,
    arrange,
  }) => {
    const { path, listId } = arrange()
    await page.goto(path)
    let answer = () => {}
    const answered = new Promise<void>((resolve) => {
      answer = resolve
    })
    await page.route('**/quick-add*', async (route) => {
      await answered
      await route.continue()
    })
    await line(page).fill(FIVE)
    await line(page).press('Enter')
    const shown = ['potatoes', 'milk', 'eggs', 'flour', 'chickpeas 400 g']
    await expect(names(page)).toHaveText(shown)
    await expect(line(page)).toBeFocused()
    const texts = await amounts(page).allTextContents()
    const keys = await page.locator('.item').evaluateAll((rows) => rows.map(({ id }) => id))
    answer()
    await expect(said(page)).toContainText('Added 5 items: potatoes, milk and 3 others.')
    // The server stored what the browser showed, under the same ids.
    expect(await amounts(page).allTextContents()).toEqual(texts)
    expect(await page.locator('.item').evaluateAll((rows) => rows.map(({ id }) => id))).toEqual(keys)
    expect(stored(larder, listId)).toEqual([
      plain('potatoes', { quantity: 2, unit: 'kg', price: 3.5, priceFor: 'all' }),
      plain('milk', { quantity: 3 }),
      plain('eggs', { quantity: 12, price: 2.99, priceFor: 'all' }),
      plain('flour', { quantity: 0.5, unit: 'kg' }),
      plain('chickpeas 400 g', { quantity: 2, unit: 'can' }),
    ])
    await undo(page).click()
    await expect(names(page)).toHaveCount(0)
  })

  test('Shift and Enter makes another line, Enter adds them all', { tag: '@full' }, async ({
    page,
    arrange,
  }) => {
    const { path } = arrange()
    await page.goto(path)
    await line(page).pressSequentially('onions, chopped')
    await line(page).press('Shift+Enter')
    await line(page).pressSequentially('rice')
    await line(page).press('Enter')
    // What only describes an item stays with it.
    await expect(names(page)).toHaveText(['onions, chopped', 'rice'])
  })

  test('several pasted lines are checked first', async ({ page, larder, arrange }) => {
    const { path, listId } = arrange()
    await page.goto(path)
    await line(page).fill('Pancakes\nServes 4\n200 g flour\n2 eggs, milk')
    await line(page).press('ControlOrMeta+a')
    await line(page).press('ControlOrMeta+x')
    await line(page).press('ControlOrMeta+v')
    await expect(page.getByRole('checkbox')).toHaveCount(5)
    const left = page.getByRole('listitem').filter({ has: page.getByRole('checkbox', { checked: false }) })
    await expect(left.locator('small')).toHaveText(['Heading', 'Servings, time or the like'])
    await page.getByRole('button', { name: 'Add to list' }).click()
    await expect(names(page)).toHaveText(['flour', 'eggs', 'milk'])
    await expect(line(page)).toHaveValue('')
    expect(stored(larder, listId)).toHaveLength(3)
  })

  test('pasted lines are in the line again after Cancel, and no longer once they are added', async ({
    page,
    larder,
    arrange,
  }) => {
    const { path, listId } = arrange()
    const lines = '200 g flour\n2 eggs'
    await page.goto(path)
    await line(page).fill(lines)
    await line(page).press('ControlOrMeta+a')
    await line(page).press('ControlOrMeta+c')
    await line(page).press('ControlOrMeta+v')
    await page.getByRole('button', { name: 'Cancel' }).click()
    await expect(line(page)).toHaveValue(lines)
    await line(page).press('ControlOrMeta+a')
    await line(page).press('ControlOrMeta+v')
    await page.getByRole('button', { name: 'Add to list' }).click()
    await expect(names(page)).toHaveText(['flour', 'eggs'])
    await expect(line(page)).toHaveValue('')
    await page.reload()
    await expect(names(page)).toHaveText(['flour', 'eggs'])
    await expect(line(page)).toHaveValue('')
    expect(stored(larder, listId)).toHaveLength(2)
  })

  test('names are suggested from what was bought before, and chosen with the keys', async ({
    page,
    person,
    larder,
    arrange,
  }) => {
    remember(larder, person, 'Potato dumplings', 2)
    const { path } = arrange()
    await page.goto(path)
    await line(page).fill('2 kg pot')
    await expect(suggestions(page).first()).toHaveText('Potato dumplings')
    await expect(page.getByRole('combobox')).toHaveAttribute('aria-expanded', 'true')
    await expect(page.locator('.quick [role=status]')).toHaveText(/^\d suggestions$/)
    await line(page).press('ArrowDown')
    await expect(suggestions(page).first()).toHaveAttribute('aria-selected', 'true')
    await line(page).press('ArrowUp')
    await expect(page.getByRole('option', { selected: true })).toHaveCount(0)
    await line(page).press('ArrowDown')
    await line(page).press('Enter')
    await expect(names(page)).toHaveText(['Potato dumplings'])
    await expect(page.locator('.item .amounts')).toContainText('2 kg')
    await expect(line(page)).toHaveValue('')
    await line(page).fill('pota')
    await expect(suggestions(page).first()).toBeVisible()
    await line(page).press('Escape')
    await expect(suggestions(page)).toHaveCount(0)
    await expect(line(page)).toHaveValue('pota')
  })

  test('a second Enter right after the one that chose a name adds nothing more', { tag: '@full' }, async ({
    page,
    person,
    larder,
    arrange,
  }) => {
    remember(larder, person, 'Potato dumplings', 2)
    const { path } = arrange()
    await page.goto(path)
    await line(page).fill('pot')
    await expect(suggestions(page).nth(1)).toBeVisible()
    await line(page).press('ArrowDown')
    await line(page).evaluate(async (field) => {
      for (let n = 0; n < 2; n++) {
        field.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', bubbles: true, cancelable: true }))
        // React has rendered by then.
        for (let n = 0; n < 10; n++) await undefined
      }
    })
    await expect(names(page)).toHaveText(['Potato dumplings'])
  })

  test('a tap on a suggestion adds it, or completes the last of several items', { tag: '@full' }, async ({
    page,
    person,
    larder,
    arrange,
  }) => {
    remember(larder, person, 'Saffron', 2)
    const { path } = arrange()
    await page.goto(path)
    await line(page).fill('milk x2, saf')
    await suggestions(page).getByText('Saffron').click()
    await expect(line(page)).toHaveValue('milk x2, Saffron')
    await expect(line(page)).toBeFocused()
    await line(page).fill('saf')
    await suggestions(page).getByText('Saffron').click()
    await expect(names(page)).toHaveText(['Saffron'])
    await expect(line(page)).toHaveValue('')
    await expect(line(page)).toBeFocused()
  })

  test('lines that do not reach the server wait', { tag: '@full' }, async ({
    page,
    allowErrors,
    arrange,
  }) => {
    allowErrors(/ERR_FAILED/)
    const { path } = arrange()
    await page.goto(path)
    await page.route('**/quick-add*', (route) => route.abort())
    await line(page).fill('eggs')
    await line(page).press('Enter')
    await expect(said(page)).toContainText('Not sent yet: add eggs')
    await expect(line(page)).toHaveValue('')
    await expect(names(page)).toHaveText(['eggs'])
    await page.unroute('**/quick-add*')
    await page.evaluate(() => dispatchEvent(new Event('online')))
    await expect(page.getByText('All changes are saved.')).toBeVisible()
    await page.reload()
    await expect(names(page)).toHaveText(['eggs'])
  })

  test('a pasted list that does not reach the server stays on the page, with its corrections', {
    tag: '@full',
  }, async ({ page, allowErrors, arrange }) => {
    allowErrors(/ERR_FAILED/)
    const { listId } = arrange()
    await page.goto(`/quick-add?listID=${listId}`)
    await page.getByLabel('Items', { exact: true }).fill('1 kg fluor\n2 eggs\nDairy')
    await page.getByRole('button', { name: 'Next' }).click()
    await page.getByLabel('Line 1').fill('2 kg flour')
    await page.getByLabel('Line 3').fill('')
    await page.getByRole('checkbox', { name: '2 eggs' }).uncheck()
    await page.route('**/quick-add*', (route) => route.abort())
    await page.getByRole('button', { name: 'Add to list' }).click()
    await expect(page.getByRole('alert')).toContainText("Can't reach the server.")
    await expect(page.getByLabel('Line 1')).toHaveValue('2 kg flour')
    await expect(page.getByRole('checkbox', { name: '2 eggs' })).not.toBeChecked()
    await page.unroute('**/quick-add*')
    await page.getByRole('button', { name: 'Add to list' }).click()
    await expect(names(page)).toHaveText(['flour'])
  })

  test('others see new items at once, and one message for all of them', { tag: '@full' }, async ({
    page,
    person,
    openElsewhere,
    arrange,
  }) => {
    const { path } = arrange()
    await page.goto(path)
    const there = await openElsewhere(person)
    await there.goto(path)
    await line(page).fill('milk, eggs')
    await line(page).press('Enter')
    await expect(names(there)).toHaveText(['milk', 'eggs'])
    await expect(said(there)).toContainText('item created')
    await expect(said(page)).toContainText('Added 2 items')
  })

  test('the page to check lines has no accessibility violations', { tag: '@full' }, async ({
    page,
    arrange,
  }) => {
    const { listId } = arrange()
    await page.goto(`/quick-add?listID=${listId}`)
    await expectAccessible(page)
    await page.getByLabel('Items', { exact: true }).fill('500 g flour\n[x] butter')
    await page.getByRole('button', { name: 'Next' }).click()
    await expect(page.getByRole('checkbox')).toHaveCount(2)
    await expectAccessible(page)
  })
})

test('what items cost is heavier than the rest, and a price that nobody gave is not, at any quantity', {
  tag: '@full',
}, async ({ page, arrange }) => {
  const items = [
    { name: 'Bread', price: 2 },
    { name: 'Eggs', price: 2, quantity: 2 },
  ]
  const free = [{ name: 'Milk' }, { name: 'Tea', quantity: 3 }]
  await page.goto(arrange([...items, ...free]).path)
  const weights = () =>
    page.locator('.item .cost').evaluateAll((all) => all.map((one) => getComputedStyle(one).fontWeight))
  await expect.poll(weights).toEqual(['600', '600', '400', '400'])
})

test('a typed line is there again after a reload, for its own list, until it is added or somebody logs out', {
  tag: '@script',
}, async ({ page, arrange }) => {
  const { path } = arrange()
  const other = arrange([], 'Bakery')
  const kept = () => page.evaluate(() => Object.entries(sessionStorage).join())
  await page.goto(path)
  await line(page).fill('half a thou')
  await page.reload()
  await expect(line(page)).toHaveValue('half a thou')
  await page.goto(other.path)
  await expect(line(page)).toHaveValue('')
  await page.goto(path)
  await expect(line(page)).toHaveValue('half a thou')
  await line(page).fill('honey')
  await line(page).press('Enter')
  await expect(names(page)).toHaveText(['honey'])
  await page.reload()
  await expect(names(page)).toHaveText(['honey'])
  await expect(line(page)).toHaveValue('')
  await line(page).fill('secret')
  await expect.poll(kept).toContain('secret')
  await page.getByRole('button', { name: 'Logout' }).click()
  await expect(page).toHaveURL(/landing|login/)
  await expect.poll(kept).not.toContain('secret')
})
