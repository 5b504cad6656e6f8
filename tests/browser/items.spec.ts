import AxeBuilder from '@axe-core/playwright'
import type { Page } from '@playwright/test'
import { newId } from '#app/domain/ids.ts'
import { addPerson, expect, type Larder, type Person, test } from './larder.ts'

interface Thing {
  name: string
  quantity?: number
  price?: number
  completed?: boolean
}

function addList({ database }: Larder, person: Person, things: Thing[] = [], name = 'Saturday market') {
  const listId = newId()
  const now = Date.now()
  database
    .prepare('INSERT INTO lists (id, name, created_by, created_at) VALUES (?, ?, ?, ?)')
    .run(listId, name, person.id, now)
  const insert = database.prepare(
    `INSERT INTO items (id, list_id, name, quantity_milli, price_cents, completed, position, created_at, updated_at)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)`,
  )
  const ids = things.map((thing, index) => {
    const id = newId()
    const { quantity = 1, price = 0, completed = false } = thing
    insert.run(id, listId, thing.name, quantity * 1000, price * 100, Number(completed), now + index, now, now)
    return id
  })
  return { listId, ids, path: `/single-list?listID=${listId}` }
}

const names = (page: Page) => page.locator('.item .name')
const tick = (page: Page, name: string) => page.getByRole('checkbox', { name })
const stored = (larder: Larder, listId: string) =>
  larder.database
    .prepare(
      'SELECT name, quantity_milli, price_cents, completed FROM items WHERE list_id = ? ORDER BY position, id',
    )
    .all(listId)

test('without a list the page leads to the lists, without access to the landing page', async ({
  page,
  person,
  larder,
}) => {
  const stranger = addPerson(larder, 'Eve')
  const theirs = addList(larder, stranger)
  await page.goto('/single-list')
  await expect(page).toHaveURL('/landing')
  for (const path of [theirs.path, `/single-list?listID=${newId()}`]) {
    await page.goto(path)
    await expect(page).toHaveURL('/landing')
  }
  expect(person.id).not.toBe(stranger.id)
})

test('items are added with the defaults and the total adds up', async ({ page, person, larder }) => {
  const { path, listId } = addList(larder, person)
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

test('a refused item keeps the dialog, what was typed, and says why', async ({
  page,
  person,
  larder,
  excuse,
}) => {
  excuse(/400/)
  const { path, listId } = addList(larder, person)
  await page.goto(path)
  await page.getByRole('button', { name: 'ADD ITEM' }).click()
  const dialog = page.getByRole('dialog', { name: 'ADD ITEM' })
  await dialog.getByLabel('Name').fill('Milk')
  await dialog.getByLabel('Price').fill('1e3')
  await dialog.getByRole('button', { name: 'SUBMIT' }).click()
  await expect(dialog.getByRole('alert')).toContainText('Item addition failed! The price must be')
  await expect(dialog.getByLabel('Price')).toBeFocused()
  await expect(dialog.getByLabel('Price')).toHaveValue('1e3')
  await expect(dialog.getByLabel('Name')).toHaveValue('Milk')
  await dialog.getByLabel('Price').fill('1.30')
  await dialog.getByRole('button', { name: 'SUBMIT' }).click()
  await expect(names(page)).toHaveText(['Milk'])
  await expect.poll(() => stored(larder, listId)).toHaveLength(1)
})

test('ticked rows sink below the open ones with one tap, and come back with another', async ({
  page,
  person,
  larder,
}) => {
  const { path, listId } = addList(larder, person, [{ name: 'Milk' }, { name: 'Bread' }, { name: 'Eggs' }])
  await page.goto(path)
  await tick(page, 'Milk').click()
  await expect(names(page)).toHaveText(['Bread', 'Eggs', 'Milk'])
  await expect(tick(page, 'Milk')).toBeChecked()
  await expect.poll(() => stored(larder, listId)[0]).toMatchObject({ name: 'Milk', completed: 1 })
  await tick(page, 'Milk').click()
  await expect(names(page)).toHaveText(['Milk', 'Bread', 'Eggs'])
  await expect.poll(() => stored(larder, listId)[0]).toMatchObject({ name: 'Milk', completed: 0 })
})

test('an item is edited in a dialog that knows what it is', async ({ page, person, larder }) => {
  const { path, listId } = addList(larder, person, [{ name: 'Milk', quantity: 2, price: 1.5 }])
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

test('an edit of an item that somebody changed meanwhile says so, keeps the text, and may be sent again', async ({
  page,
  person,
  larder,
  excuse,
}) => {
  excuse(/409/)
  const { path, listId, ids } = addList(larder, person, [{ name: 'Milk' }])
  await page.goto(path)
  await page.getByRole('link', { name: 'Edit Milk' }).click()
  const dialog = page.getByRole('dialog', { name: 'EDIT ITEM' })
  await dialog.getByLabel('Name').fill('Oat milk')
  larder.database
    .prepare('UPDATE items SET name = ?, updated_at = updated_at + 5 WHERE id = ?')
    .run('Soy milk', ids[0])
  await dialog.getByRole('button', { name: 'SUBMIT' }).click()
  await expect(page.getByText(/Item edit failed! .*It now reads: 1 × Soy milk/).first()).toBeVisible()
  await expect(dialog.getByLabel('Name')).toHaveValue('Oat milk')
  await dialog.getByRole('button', { name: 'SUBMIT' }).click()
  await expect(names(page)).toHaveText(['Oat milk'])
  await expect.poll(() => stored(larder, listId)).toMatchObject([{ name: 'Oat milk' }])
})

test('an edit of an item that somebody deleted meanwhile can be added instead', async ({
  page,
  person,
  larder,
  excuse,
}) => {
  excuse(/404/)
  const { path, listId, ids } = addList(larder, person, [{ name: 'Milk' }])
  await page.goto(path)
  await page.getByRole('link', { name: 'Edit Milk' }).click()
  await page.getByRole('dialog').getByLabel('Name').fill('Oat milk')
  larder.database.prepare('DELETE FROM items WHERE id = ?').run(ids[0])
  await page.getByRole('button', { name: 'SUBMIT' }).click()
  await expect(
    page.getByText(/Item edit failed! This item is not on the list any more/).first(),
  ).toBeVisible()
  const dialog = page.getByRole('dialog', { name: 'ADD ITEM' })
  await expect(dialog.getByLabel('Name')).toHaveValue('Oat milk')
  await dialog.getByRole('button', { name: 'SUBMIT' }).click()
  await expect(names(page)).toHaveText(['Oat milk'])
  await expect.poll(() => stored(larder, listId)).toMatchObject([{ name: 'Oat milk' }])
})

test('one item, then all of them, are deleted', async ({ page, person, larder }) => {
  const { path, listId } = addList(larder, person, [{ name: 'Milk' }, { name: 'Bread' }, { name: 'Eggs' }])
  await page.goto(path)
  await page.getByRole('button', { name: 'Delete Bread' }).click()
  await expect(names(page)).toHaveText(['Milk', 'Eggs'])
  await page.getByRole('button', { name: 'Delete All' }).click()
  await expect(page.getByText('add items and start shopping')).toBeVisible()
  await expect.poll(() => stored(larder, listId)).toEqual([])
})

test('Delete All carries its text only above 800px, Logout only above 700px', async ({
  page,
  person,
  larder,
}) => {
  const { path } = addList(larder, person, [{ name: 'Milk' }])
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

test('names in any script, very long, or that look like code are only text and break nothing', async ({
  page,
  person,
  larder,
}) => {
  const wild = [
    '<img src=x onerror=alert(1)>',
    '🥑'.repeat(60),
    'خبز عربي طازج',
    'Donaudampfschifffahrt'.repeat(9),
  ]
  const { path } = addList(
    larder,
    person,
    wild.map((name) => ({ name, quantity: 999_999, price: 999_999 })),
  )
  await page.setViewportSize({ width: 320, height: 700 })
  await page.goto(path)
  await expect(names(page)).toHaveText(wild)
  const overflow = await page.locator('html').evaluate((html) => html.scrollWidth - html.clientWidth)
  expect(overflow).toBe(0)
})

test('a very long list has every row, and each of them works', async ({ page, person, larder }) => {
  const things = Array.from({ length: 180 }, (_, n) => ({
    name: n % 2 ? `Milk ${n}` : `${'An awfully long name, '.repeat(6)}${n}`,
  }))
  const { path, listId } = addList(larder, person, things)
  await page.goto(path)
  await expect(names(page)).toHaveText(things.map(({ name }) => name))
  await tick(page, things[150]?.name ?? '').click()
  await expect(tick(page, things[150]?.name ?? '')).toBeChecked()
  await expect.poll(() => stored(larder, listId)[150]).toMatchObject({ completed: 1 })
  await page.getByRole('button', { name: 'Delete Milk 151' }).click()
  await expect(names(page)).toHaveCount(179)
})

test('the keyboard alone does the whole shopping', async ({ page, person, larder, scripted }) => {
  test.skip(!scripted, 'the focus between pages belongs to the browser')
  const { path } = addList(larder, person)
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
  await tick(page, 'Milk').focus()
  await page.keyboard.press('Space')
  await expect(names(page)).toHaveText(['Bread', 'Eggs', 'Milk'])
  await expect(tick(page, 'Milk')).toBeFocused()
  await page.getByRole('link', { name: 'Edit Eggs' }).focus()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('dialog', { name: 'EDIT ITEM' })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toBeHidden()
  await expect(page.getByRole('link', { name: 'Edit Eggs' })).toBeFocused()
  await page.getByRole('button', { name: 'Delete Bread' }).focus()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('button', { name: 'Delete Eggs' })).toBeFocused()
  await page.getByRole('button', { name: 'Delete All' }).focus()
  await page.keyboard.press('Enter')
  await expect(page.getByText('add items and start shopping')).toBeVisible()
})

test('a slow server is not waited for: ticks and deletions show at once, in the final state', async ({
  page,
  person,
  larder,
  scripted,
}) => {
  test.skip(!scripted, 'only a script can be ahead of the server')
  const { path, listId } = addList(larder, person, [{ name: 'Milk' }, { name: 'Bread' }, { name: 'Eggs' }])
  await page.goto(path)
  let release = () => {}
  const held = new Promise<void>((resolve) => {
    release = resolve
  })
  await page.route('**/*', async (route) => {
    if (route.request().method() === 'POST') await held
    await route.continue().catch(() => {})
  })
  for (let tap = 0; tap < 5; tap += 1) await tick(page, 'Milk').click()
  await tick(page, 'Bread').click()
  await page.getByRole('button', { name: 'Delete Eggs' }).click()
  await expect(names(page)).toHaveText(['Milk', 'Bread'])
  await expect(tick(page, 'Milk')).toBeChecked()
  release()
  await expect
    .poll(() => stored(larder, listId))
    .toMatchObject([
      { name: 'Milk', completed: 1 },
      { name: 'Bread', completed: 1 },
    ])
  await expect(names(page)).toHaveText(['Milk', 'Bread'])
})

test('no connection takes nothing from the page and brings the truth back', async ({
  page,
  person,
  larder,
  scripted,
  excuse,
}) => {
  test.skip(!scripted, 'without a script the browser says it')
  excuse(/ERR_INTERNET_DISCONNECTED/)
  const { path } = addList(larder, person, [{ name: 'Milk' }])
  await page.goto(path, { waitUntil: 'networkidle' })
  await page.context().setOffline(true)
  await tick(page, 'Milk').click()
  await expect(tick(page, 'Milk')).not.toBeChecked()
  await page.getByRole('button', { name: 'ADD ITEM' }).click()
  await page.getByRole('dialog').getByLabel('Name').fill('Bread')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('dialog').getByRole('alert')).toContainText('There is no connection right now')
  await page.context().setOffline(false)
  await page.getByRole('dialog').getByRole('button', { name: 'SUBMIT' }).click()
  await expect(names(page)).toHaveText(['Milk', 'Bread'])
})

test('without script a tap in a long list comes back to its place', async ({
  page,
  person,
  larder,
  scripted,
}) => {
  test.skip(scripted, 'with a script the page stays where it is')
  const things = Array.from({ length: 60 }, (_, index) => ({ name: `Thing ${index}` }))
  const { path, ids } = addList(larder, person, things)
  await page.goto(path)
  await tick(page, 'Thing 30').click()
  await expect(page).toHaveURL(new RegExp(`#item-${ids[29]}$`))
  await expect(names(page).filter({ hasText: /^Thing 31$/ })).toBeInViewport()
})

test('a double click on SUBMIT adds one item', async ({ page, person, larder }) => {
  const { path, listId } = addList(larder, person)
  await page.goto(path)
  await page.getByRole('button', { name: 'ADD ITEM' }).click()
  await page.getByRole('dialog').getByLabel('Name').fill('Milk')
  await page.getByRole('button', { name: 'SUBMIT' }).dblclick()
  await expect(names(page)).toHaveText(['Milk'])
  await expect.poll(() => stored(larder, listId)).toHaveLength(1)
})

for (const theme of ['light', 'dark']) {
  test(`nothing on the list page hinders anybody, ${theme}`, async ({ page, person, larder, scripted }) => {
    test.skip(!scripted, 'axe itself needs JavaScript')
    await page.addInitScript((dark) => localStorage.setItem('darkTheme', String(dark)), theme === 'dark')
    const { path, ids } = addList(larder, person, [{ name: 'Milk' }, { name: 'Bread', completed: true }])
    for (const address of [path, `${path}&dialog=add`, `${path}&dialog=edit&itemID=${ids[0]}`]) {
      await page.goto(address)
      const { violations } = await new AxeBuilder({ page }).analyze()
      expect(violations, address).toEqual([])
    }
  })
}
