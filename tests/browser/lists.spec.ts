import type { Request } from '@playwright/test'
import { expectAccessible } from '#tests/support/accessible.ts'
import { addList } from '../support/rows.ts'
import { addPerson, expect, test } from './fixtures.ts'

test('without userID, with another user’s or signed out, the lists page redirects to the landing page', async ({
  page,
  person,
  larder,
}) => {
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
    await page.locator('input[name=name]').fill(name)
    await page.getByRole('button', { name: 'ADD' }).click()
    await expect(page.getByRole('heading', { level: 2, name })).toBeVisible()
  }
  await expect(page).toHaveURL(`/?userID=${person.id}`)
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

test('an invalid name shows the error and stays in the field', async ({
  page,
  person,
  allowErrors,
  scripted,
}) => {
  allowErrors(/400/)
  await page.goto(`/?userID=${person.id}`)
  const field = page.locator('input[name=name]')
  // Spaces pass the browser's `required` check but not the server's.
  await field.fill('   ')
  await page.getByRole('button', { name: 'ADD' }).click()
  await expect(page.getByText('Enter a name for the list.')).toBeVisible()
  await expect(field).toHaveValue('   ')
  if (!scripted) await expect(page.getByRole('alert')).toHaveText('Enter a name for the list.')
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
  await page.locator('input[name=name]').fill('Early')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: 'Early' })).toBeVisible()
  await expect(page.locator('input[name=name]')).toBeFocused()
  release()
  await expect(page.getByText("Can't reach the server")).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Early' })).toHaveCount(0)
  await expect(page.locator('input[name=name]')).toHaveValue('Early')
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

test('adding a list without a session redirects to the login page', async ({ page, person, larder }) => {
  await page.goto(`/?userID=${person.id}`)
  larder.database.prepare('DELETE FROM sessions WHERE user_id = ?').run(person.id)
  await page.locator('input[name=name]').fill('Too late')
  await page.getByRole('button', { name: 'ADD' }).click()
  await expect(page).toHaveURL('/login')
})

test('the lists page has no accessibility violations', async ({ page, person, larder, scripted }) => {
  test.skip(!scripted, 'axe needs JavaScript')
  await page.goto(`/?userID=${person.id}`)
  await expectAccessible(page)
  larder.database
    .prepare('INSERT INTO lists (id, name, created_by, created_at) VALUES (?, ?, ?, ?)')
    .run(crypto.randomUUID(), 'x'.repeat(200), person.id, Date.now())
  await page.goto(`/?userID=${person.id}`)
  await expectAccessible(page)
})
