import type { Page, Request } from '@playwright/test'
import { addItems, addList } from '#tests/support/rows.ts'
import { addLink } from '#tests/support/sharing.ts'
import { chromium } from '../../playwright.config.ts'
import { addPerson, expect, type Larder, messages, test } from './fixtures.ts'
import { names } from './listPage.ts'

// At home, on http and by the name of a machine. There browsers don't send Sec-Fetch-Site, as they do to localhost.

const HOST = 'larder.test'

const { args = [], ...launchOptions } = chromium.launchOptions
test.use({
  launchOptions: { ...launchOptions, args: [...args, `--host-resolver-rules=MAP ${HOST} 127.0.0.1`] },
})

function arrange(larder: Larder) {
  const listId = addList(larder, addPerson(larder), 'Saturday market')
  const [milk = ''] = addItems(larder, listId, [{ name: 'Milk' }, { name: 'Bread' }])
  const url = new URL(addLink(larder, listId, 'editor'), larder.url)
  url.hostname = HOST
  const stored = () =>
    larder.database
      .prepare('SELECT name, completed FROM items WHERE list_id = ? AND deleted_at IS NULL ORDER BY position')
      .all(listId)
  return { url: url.href, milk, stored }
}

/** Each form that was sent, as the server gets it. */
function formsOf(page: Page) {
  const forms: Promise<string[]>[] = []
  const read = async (request: Request) => {
    const { origin = '', referer = '', 'sec-fetch-site': site = '' } = await request.allHeaders()
    return [new URL(request.url()).pathname.split('/')[3]?.replace('.data', '') ?? '', origin, referer, site]
  }
  // Of a request that a navigation cancels, only some headers are known.
  page.on('response', (response) => {
    const request = response.request()
    if (request.method() === 'POST') forms.push(read(request))
  })
  return () => Promise.all(forms)
}

const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).first().click()
const says = (page: Page, text: string | RegExp) =>
  expect(messages(page).filter({ hasText: text }).first()).toBeVisible()

test.beforeEach(({ allowErrors }) => allowErrors(/Cross-Origin-Opener-Policy header has been ignored/))

// security: link-forms
test("every form of a link's page says where it comes from, to Larder alone", async ({ page, larder }) => {
  const { url, milk, stored } = arrange(larder)
  const { origin } = new URL(url)
  const forms = formsOf(page)
  const response = await page.goto(url)
  expect(await response?.headerValue('Referrer-Policy')).toBe('same-origin')

  await page.getByLabel('Your name').fill('Anna')
  await press(page, 'Save')
  await says(page, 'Hello, Anna.')
  await page.goto(`${url}?dialog=add`)
  const adding = page.getByRole('dialog', { name: 'ADD ITEM' })
  await adding.getByLabel('Name').fill('Eggs')
  await adding.getByRole('button', { name: 'SUBMIT' }).click()
  await expect(names(page)).toHaveText(['Milk', 'Bread', 'Eggs'])
  await page.goto(`${url}?dialog=edit&itemID=${milk}`)
  const editing = page.getByRole('dialog', { name: 'EDIT ITEM' })
  await editing.getByLabel('Name').fill('Oat milk')
  await editing.getByRole('button', { name: 'SUBMIT' }).click()
  await says(page, 'Item edited successfully!')
  await page.getByRole('checkbox', { name: 'Bread' }).click()
  await expect.poll(stored).toContainEqual({ name: 'Bread', completed: 1 })
  await press(page, 'Delete Eggs')
  await says(page, 'Deleted Eggs.')
  await press(page, 'Undo')
  await says(page, 'Undone.')
  await page.locator('.quick textarea').fill('2 Tea')
  await page.locator('.quick textarea').press('Enter')
  if ((await names(page).count()) < 4) await page.locator('.quick button[type=submit]').first().click()
  await expect(names(page)).toHaveText(['Oat milk', 'Eggs', 'Tea', 'Bread'])
  await page.goto(`${url}/quick-add`)
  await page.getByRole('textbox').first().fill('Rice\nSalt')
  await page.locator('main form button.wide').click()
  await page.locator('main form button.wide').click()
  await expect(names(page)).toHaveText(['Oat milk', 'Eggs', 'Tea', 'Rice', 'Salt', 'Bread'])
  await press(page, 'Deutsch')
  await expect(page.locator('html')).toHaveAttribute('lang', 'de')

  const sent = await forms()
  const routes = ['name', 'add', 'edit', 'completed', 'delete', 'undo', 'quick-add', 'language']
  expect(sent.map(([route]) => route)).toEqual(expect.arrayContaining(routes))
  for (const [, from, referer, site] of sent) {
    expect([from, referer?.startsWith(url), site]).toEqual([origin, true, ''])
  }
})

test('a link elsewhere does not take the URL of the page along', { tag: '@script' }, async ({
  page,
  larder,
}) => {
  await page.goto(arrange(larder).url)
  const leaving = page.waitForRequest(`${larder.url}/landing`)
  await page.evaluate((url) => location.assign(url), `${larder.url}/landing`)
  expect(await (await leaving).headerValue('Referer')).toBeNull()
})
