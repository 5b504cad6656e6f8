import { DAY } from '#app/domain/time.ts'
import { expectAccessible } from '#tests/support/accessible.ts'
import { addLink } from '#tests/support/sharing.ts'
import { expect, goOffline, type Larder, type Person, test } from './fixtures.ts'
import { dialog, row } from './listPage.ts'

// What an item cost last time, in its dialog.

const dayOf = (ago: number) => new Date(Date.now() - ago * DAY).toISOString().slice(0, 10)

interface Bought {
  name?: string
  quantity?: number
  price: number
  priceFor?: 'all'
  store: string
  ago: number
}

/** On this list, in this order. */
async function buy(larder: Larder, person: Person, listId: string, bought: Bought[]) {
  const post = async (path: string, body: object) => {
    const headers = {
      Cookie: `session=${person.cookie}`,
      'Content-Type': 'application/json',
      'Sec-Fetch-Site': 'same-origin',
    }
    const options = { method: 'POST', headers, body: JSON.stringify(body) }
    expect((await fetch(`${larder.url}/api/v1/${path}`, options)).status).toBe(201)
  }
  for (const { store, ago, ...item } of bought) {
    await post(`item?listID=${listId}`, { name: 'Milk', ...item, completed: true })
    await post(`list/${listId}/finish`, { store, boughtOn: dayOf(ago) })
  }
}

test('the dialog of an item says what it cost last time, and a tap takes the price', async ({
  page,
  larder,
  person,
  arrange,
  scripted,
}) => {
  const { listId, path, ids } = arrange(['Milk'])
  await buy(larder, person, listId, [
    { price: 1.19, store: 'Spar', ago: 200 },
    { price: 1.29, store: 'Aldi', ago: 30 },
    { price: 1.09, store: 'Lidl', ago: 20 },
    { name: 'Oat milk', price: 1.99, store: 'Rewe', ago: 10 },
  ])
  if (!scripted) {
    await page.goto(`${path}&dialog=edit&itemID=${ids[0]}`)
    await expect(dialog(page)).toContainText(
      /Lidl \$ 1\.09 \(\w+ \d+\) · Aldi \$ 1\.29 \(\w+ \d+\) · Spar \$ 1\.19 \(\w+ \d+, \d{4}\)/,
    )
    return
  }
  await page.goto(path)
  await page.getByRole('link', { name: 'Edit Milk' }).click()
  const prices = dialog(page).getByRole('list', { name: 'What it cost last time' }).getByRole('button')
  await expect(prices).toHaveText([
    /^Lidl \$ 1\.09 \(\w+ \d+\)$/,
    /^Aldi \$ 1\.29 \(\w+ \d+\)$/,
    /^Spar \$ 1\.19 \(\w+ \d+, \d{4}\)$/,
  ])
  const isGray = (at: number) =>
    prices
      .nth(at)
      .evaluate((button) => getComputedStyle(button).color !== getComputedStyle(document.body).color)
  expect([await isGray(0), await isGray(2)]).toEqual([false, true])
  await expectAccessible(page, 'the last prices')
  await prices.first().click()
  await expect(dialog(page).getByLabel('Price')).toHaveValue('1.09')
  await dialog(page).getByLabel('Quantity').fill('2')
  await dialog(page).getByRole('button', { name: 'SUBMIT' }).click()
  await expect(dialog(page)).toBeHidden()
  await expect(row(page, 'Milk')).toContainText('$ 2.18')
})

test('once its name is typed, a new item has the price for as many as it is', {
  tag: ['@script', '@full'],
}, async ({ page, larder, person, arrange }) => {
  const { path, listId } = arrange([])
  const eggs = { name: 'Eggs', quantity: 12, price: 2.4, priceFor: 'all' as const }
  await buy(larder, person, listId, [{ ...eggs, store: '', ago: 3 }])
  await page.goto(path)
  await page.getByRole('button', { name: 'ADD ITEM' }).click()
  await dialog(page).getByLabel('Name').fill('egg')
  await dialog(page).getByLabel('Quantity').fill('6')
  const price = dialog(page).getByRole('button', { name: /^12 for \$ 2\.40 \(/ })
  await price.click()
  await expect(dialog(page).getByLabel('Price')).toHaveValue('1.20')
  await expect(dialog(page).getByLabel('For')).toHaveValue('all')
  await dialog(page).getByLabel('Unit').selectOption('kg')
  await expect(price).toHaveCount(0)
})

test('nobody learns prices by a link, and without a connection there are none', {
  tag: ['@script', '@full'],
}, async ({ page, larder, person, arrange, openElsewhere, allowErrors }) => {
  allowErrors(/ERR_INTERNET_DISCONNECTED/)
  const { path, listId } = arrange(['Milk'])
  await buy(larder, person, listId, [{ price: 1.09, store: 'Lidl', ago: 20 }])
  const guest = await openElsewhere()
  await guest.goto(addLink(larder, listId, 'editor'))
  let asked = 0
  guest.on('request', (request) => {
    if (request.url().includes('/last-prices')) asked += 1
  })
  for (const reader of [guest, page]) {
    if (reader === page) await page.goto(path)
    await goOffline(reader)
    await reader.getByRole('link', { name: 'Edit Milk' }).click()
    await dialog(reader).getByLabel('Price').fill('1')
    await expect(dialog(reader).getByRole('button', { name: /Lidl/ })).toHaveCount(0)
    await reader.context().setOffline(false)
  }
  expect(asked).toBe(0)
})
