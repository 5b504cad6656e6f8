import type { Page } from '@playwright/test'
import { expectAccessible } from '#tests/support/accessible.ts'
import { addItems, addList } from '#tests/support/rows.ts'
import { addLink } from '#tests/support/sharing.ts'
import { expect, type Larder, messages, type Person, test } from './fixtures.ts'
import { test as offlineTest, open } from './offlineTest.ts'

const total = (page: Page) => page.locator('.total strong')
const costs = (page: Page) => page.locator('.item .cost')

function arrange(larder: Larder, person: Person, currency = 'USD') {
  const listId = addList(larder, person, 'Market')
  // 350 cents, or 350 yen.
  addItems(larder, listId, [{ name: 'Potatoes', price: 3.5 }])
  larder.database.prepare('UPDATE lists SET currency = ? WHERE id = ?').run(currency, listId)
  return { listId, path: `/single-list?listID=${listId}` }
}

async function choose(page: Page, currency: string) {
  await page.locator('.bar summary').click()
  await page.getByRole('link', { name: 'Currency' }).click()
  const select = page.getByLabel('Currency of this list')
  await expect(select).toBeVisible()
  await select.selectOption(currency)
  await page.getByRole('button', { name: 'Save', exact: true }).click()
}

test('the owner changes the currency of a list, and takes it back', async ({ page, person, larder }) => {
  const { path } = arrange(larder, person)
  await page.goto(path)
  await choose(page, 'EUR')
  await expect(page).toHaveURL(path)
  await expect(messages(page)).toContainText('The currency is now EUR. The amounts stay the same.')
  await expect(total(page)).toHaveText('€ 3.50')
  await expect(costs(page)).toHaveText('€ 3.50')
  await page.getByRole('button', { name: 'Undo', exact: true }).click()
  await expect(total(page)).toHaveText('$ 3.50')
})

test('without decimals, prices are rounded, and typed as people there write them', { tag: '@full' }, async ({
  page,
  person,
  larder,
  allowErrors,
}) => {
  allowErrors(/400/)
  const { path } = arrange(larder, person)
  await page.goto(path)
  await choose(page, 'PYG')
  await expect(messages(page)).toContainText('The currency is now PYG. 1 price was rounded.')
  await expect(total(page)).toHaveText('₲ 4')
  await page.getByLabel('Add items').fill('2 kg yerba 48.350')
  await page.getByRole('button', { name: 'ADD', exact: true }).click()
  await expect(messages(page)).toContainText('2 kg yerba for ₲ 48,350')
  await page.getByRole('link', { name: 'Edit Potatoes' }).click()
  await expect(page.getByLabel('Price')).toHaveValue('4')
  await page.getByLabel('Price').fill('12.5')
  await page.getByRole('button', { name: 'SUBMIT' }).click()
  await expect(page.getByText('Enter a price without decimals, such as 350').first()).toBeVisible()
  await page.getByLabel('Price').fill('12.500')
  await page.getByRole('button', { name: 'SUBMIT' }).click()
  await expect(total(page)).toHaveText('₲ 60,850')
})

test('every list on the lists page has its own', { tag: '@full' }, async ({ page, person, larder }) => {
  arrange(larder, person, 'EUR')
  arrange(larder, person, 'JPY')
  await page.goto(`/?userID=${person.id}`)
  await expect(page.getByText('1 of 1 left · € 3.50').first()).toBeVisible()
  await expect(page.getByText('1 of 1 left · ¥ 350').first()).toBeVisible()
})

test('new lists have the currency of the settings, or else of the region of the browser', {
  tag: '@full',
}, async ({ page, person, larder }) => {
  const create = async (name: string) => {
    await page.goto(`/?userID=${person.id}`)
    await page.getByRole('textbox', { name: 'List name' }).first().fill(name)
    await page.getByRole('button', { name: 'ADD' }).click()
    const stored = larder.database.prepare('SELECT currency FROM lists WHERE name = ? AND created_by = ?')
    await expect.poll(() => stored.get(name, person.id)).toBeDefined()
    return (stored.get(name, person.id) as { currency: string }).currency
  }
  expect(await create('Before')).toBe('USD')
  await page.goto('/settings')
  await page.getByLabel('Currency of new lists').selectOption('CHF')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(messages(page)).toContainText('Saved.')
  await expect(page.getByLabel('Currency of new lists')).toHaveValue('CHF')
  expect(await create('After')).toBe('CHF')
})

test('guests see the currency of the list', { tag: '@full' }, async ({ page, person, larder }) => {
  const { listId } = arrange(larder, person, 'EUR')
  await page.context().clearCookies()
  await page.goto(addLink(larder, listId, 'editor'))
  await expect(total(page)).toHaveText('€ 3.50')
  await expect(page.getByRole('link', { name: 'Currency' })).toHaveCount(0)
})

test('its page can be used by everybody', { tag: ['@script', '@full'] }, async ({ page, person, larder }) => {
  const { listId } = arrange(larder, person)
  await page.goto(`/currency/${listId}`)
  await expectAccessible(page)
})

offlineTest(
  'offline, items are added in the currency of the list',
  { tag: ['@script', '@full'] },
  async ({ page, network, person, larder }) => {
    const { path } = arrange(larder, person, 'JPY')
    await open(page, path)
    network.goDown()
    await page.getByLabel('Add items').fill('rice 1.200')
    await page.getByRole('button', { name: 'ADD', exact: true }).click()
    await expect(total(page)).toHaveText('¥ 1,550')
    network.restore()
    await expect(async () => {
      const rice = larder.database.prepare("SELECT price_cents FROM items WHERE name = 'rice'").get()
      expect(rice).toEqual({ price_cents: 1200 })
    }).toPass()
  },
)
