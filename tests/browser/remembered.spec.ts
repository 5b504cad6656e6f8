import type { Page } from '@playwright/test'
import { expectAccessible } from '#tests/support/accessible.ts'
import { addMemories } from '#tests/support/rows.ts'
import { addPerson, expect, test } from './fixtures.ts'

const PATH = '/settings/remembered'

const names = (page: Page) => page.getByRole('list', { name: 'Remembered items' }).getByRole('heading')
const many = (count: number) =>
  Array.from({ length: count }, (_, n) => ({ name: `Thing ${n + 1}`, uses: count - n }))

test('the settings lead to what Larder remembers, most used first', async ({ page, larder, person }) => {
  addMemories(larder, person, [
    { name: 'Rye bread' },
    { name: 'Milk', unit: 'bottle', uses: 12, price: 1.2 },
    { name: 'Potatoes', unit: 'kg', uses: 3, price: 3.5, forQuantity: 2 },
  ])
  await page.goto('/settings?open=data')
  await page.getByRole('link', { name: 'Show remembered items' }).click()
  await expect(page).toHaveTitle('Remembered items · Larder')
  await expect(page.getByRole('heading', { name: '3 items' })).toBeVisible()
  await expect(names(page)).toHaveText(['Milk bottle', 'Potatoes kg', 'Rye bread'])
  await expect(page.getByRole('list', { name: 'Remembered items' }).getByRole('paragraph')).toHaveText([
    '12 times · $ 1.20 per bottle',
    '3 times · $ 3.50 for 2 kg',
    'Once',
  ])
  await page.getByRole('link', { name: 'Back to the settings' }).click()
  await expect(page).toHaveURL('/settings')
})

test('what was added is remembered, and forgotten for good', async ({ page, larder, person }) => {
  addMemories(larder, person, [{ name: 'Milk' }, { name: 'Milk', unit: 'bottle' }, { name: 'Bread' }])
  await page.goto(PATH)
  await page.getByRole('button', { name: 'Forget Milk (bottle)' }).click()
  await expect(page.getByText('Forgot Milk.')).toBeVisible()
  await expect(names(page)).toHaveText(['Bread', 'Milk'])
  await expect(page.getByRole('heading', { name: '2 items' })).toBeVisible()
  await page.reload()
  await expect(names(page)).toHaveText(['Bread', 'Milk'])
})

test('the focus of a row that went does not get lost', { tag: ['@script', '@full'] }, async ({
  page,
  larder,
  person,
}) => {
  addMemories(larder, person, [{ name: 'Milk' }, { name: 'Bread' }])
  await page.goto(PATH)
  await page.getByRole('button', { name: 'Forget Bread' }).press('Enter')
  await expect(names(page)).toHaveText(['Milk'])
  await expect(page.getByRole('heading', { name: '1 item', exact: true })).toBeFocused()
})

test('a search finds items by any part of their name', { tag: '@full' }, async ({ page, larder, person }) => {
  addMemories(larder, person, [{ name: 'Oat milk' }, { name: 'Süßmost' }, { name: '100 % juice' }])
  await page.goto(PATH)
  const field = page.getByRole('searchbox', { name: 'Search' })
  const search = async (text: string) => {
    await field.fill(text)
    await page.getByRole('button', { name: 'Search' }).click()
  }
  await search(' MILK ')
  await expect(names(page)).toHaveText(['Oat milk'])
  await expect(page.getByRole('heading', { name: '1 of 3 items' })).toBeVisible()
  await expect(page).toHaveURL(/\?q=/)
  await expect(field).toHaveValue('MILK')
  await search('%')
  await expect(names(page)).toHaveText(['100 % juice'])
  await page.getByRole('button', { name: 'Forget 100 % juice' }).click()
  await expect(page.getByText('No remembered item contains “%”.')).toBeVisible()
  await page.getByRole('link', { name: 'Show all' }).click()
  await expect(names(page)).toHaveText(['Oat milk', 'Süßmost'])
  await expect(field).toHaveValue('')
})

test('of many items the first 200 are shown, and how many more there are', { tag: '@full' }, async ({
  page,
  larder,
  person,
}) => {
  addMemories(larder, person, many(1234))
  await page.goto(PATH)
  await expect(names(page)).toHaveCount(200)
  await expect(page.getByText('And 1,034 more. Search for an item to find it.')).toBeVisible()
  await page.goto(`${PATH}?q=thing+1234`)
  await expect(names(page)).toHaveText(['Thing 1234'])
})

test('all items are forgotten after a question', { tag: '@full' }, async ({ page, larder, person }) => {
  addMemories(larder, person, many(3))
  await page.goto(PATH)
  await page.getByRole('link', { name: 'Forget all items' }).click()
  await expect(page.getByText('forgets all 3 items it remembers for you')).toBeVisible()
  await page.getByRole('link', { name: 'Cancel' }).click()
  await expect(names(page)).toHaveCount(3)
  await page.getByRole('link', { name: 'Forget all items' }).click()
  await page.getByRole('button', { name: 'Forget all items' }).click()
  await expect(page.getByText('Forgot all items.')).toBeVisible()
  await expect(page).toHaveURL(PATH)
  await expect(page.getByText('Nothing yet.')).toBeVisible()
  // Nothing is left to ask about.
  await page.goto(`${PATH}?forget=all`)
  await expect(page.getByText('Nothing yet.')).toBeVisible()
})

test('nobody sees or changes what others have', { tag: '@full' }, async ({
  page,
  larder,
  person,
  openElsewhere,
}) => {
  addMemories(larder, person, [{ name: 'Milk' }])
  const other = await openElsewhere(addPerson(larder, 'Grace'))
  await other.goto(PATH)
  await expect(other.getByText('Nothing yet.')).toBeVisible()
  const forged = await other.request.post(PATH, { form: { intent: 'forget', name: 'Milk', unit: '' } })
  expect(forged.status()).toBe(200)
  await other.request.post(PATH, { form: { intent: 'forget-all' } })
  await page.goto(PATH)
  await expect(names(page)).toHaveText(['Milk'])
  await page.context().clearCookies()
  await page.goto(PATH)
  await expect(page).toHaveURL('/landing')
})

test('bad input is a 400 and forgets nothing', { tag: '@full' }, async ({ page, larder, person }) => {
  addMemories(larder, person, [{ name: 'Milk' }])
  const bad: Record<string, string>[] = [
    {},
    { intent: 'everything' },
    { intent: 'forget' },
    { intent: 'forget', name: '', unit: '' },
    { intent: 'forget', name: 'Milk' },
    { intent: 'forget', name: 'Milk', unit: 'stone' },
  ]
  for (const form of bad) {
    const response = await page.request.post(PATH, { form })
    expect(response.status(), JSON.stringify(form)).toBe(400)
  }
  await page.goto(`${PATH}?q=${'x'.repeat(300)}`)
  await expect(page.getByText('No remembered item contains')).toBeVisible()
  await page.goto(PATH)
  await expect(names(page)).toHaveText(['Milk'])
})

test('a failed request says why and keeps the row', { tag: ['@script', '@full'] }, async ({
  page,
  context,
  larder,
  person,
  allowErrors,
}) => {
  allowErrors(/ERR_INTERNET_DISCONNECTED|Failed to load/)
  addMemories(larder, person, [{ name: 'Milk' }])
  await page.goto(PATH)
  await context.setOffline(true)
  await page.getByRole('button', { name: 'Forget Milk' }).click()
  await expect(page.getByRole('alert')).not.toBeEmpty()
  await expect(names(page)).toHaveText(['Milk'])
  await context.setOffline(false)
  await page.getByRole('button', { name: 'Forget Milk' }).click()
  await expect(page.getByText('Nothing yet.')).toBeVisible()
})

test('without JavaScript the page stays where the row was', async ({ page, larder, person, scripted }) => {
  test.skip(scripted)
  addMemories(larder, person, many(60))
  await page.goto(PATH)
  await page.getByRole('button', { name: 'Forget Thing 40', exact: true }).click()
  await expect(page).toHaveURL(`${PATH}#row-39`)
  await expect(page.getByRole('heading', { name: 'Thing 41' })).toBeInViewport()
})

test('long names fit on small screens, and the page is accessible', { tag: ['@script', '@full'] }, async ({
  page,
  larder,
  person,
}) => {
  addMemories(larder, person, [
    { name: 'Donaudampfschifffahrt'.repeat(9), unit: 'bottle' },
    { name: 'Milk', price: 2 },
  ])
  for (const width of [320, 1280]) {
    await page.setViewportSize({ width, height: 800 })
    await page.goto(PATH)
    const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
    expect(overflow, `${width} px`).toBeLessThanOrEqual(0)
  }
  await expectAccessible(page)
  await page.goto(`${PATH}?forget=all`)
  await expectAccessible(page)
})
