import AxeBuilder from '@axe-core/playwright'
import type { Request } from '@playwright/test'
import { addList } from '../support/rows.ts'
import { addPerson, expect, test } from './larder.ts'

test('without userID, with somebody else’s or signed out, the lists page leads to the landing page', async ({
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

test('somebody makes lists, sees them newest first with their date, and deletes one', async ({
  page,
  person,
}) => {
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

test('a refused name says why and stays in the field', async ({ page, person, excuse, scripted }) => {
  excuse(/400/)
  await page.goto(`/?userID=${person.id}`)
  const field = page.locator('input[name=name]')
  // A space passes the browser's own check and not ours.
  await field.fill('   ')
  await page.getByRole('button', { name: 'ADD' }).click()
  const sentence = page.getByText('Please give the list a name.')
  await expect(sentence).toBeVisible()
  await expect(field).toHaveValue('   ')
  if (!scripted) await expect(page.getByRole('alert')).toHaveText('Please give the list a name.')
})

test('a new list is on screen before the server has answered, and gone when it refuses', async ({
  page,
  person,
  scripted,
  excuse,
}) => {
  test.skip(!scripted, 'only a script can be ahead of the server')
  excuse(/ERR_FAILED/)
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
  await expect(page.getByText('There is no connection right now')).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Early' })).toHaveCount(0)
  await expect(page.locator('input[name=name]')).toHaveValue('Early')
})

const isRead = (request: Request) => request.method() === 'GET' && request.url().includes('.data')

test('a visited page is shown from memory within five minutes, and anew after any action', async ({
  page,
  person,
  larder,
  scripted,
}) => {
  test.skip(!scripted, 'only a script remembers')
  addList(larder, person, 'Remembered')
  await page.goto(`/?userID=${person.id}`)
  await page.getByRole('link', { name: 'View List Remembered' }).click()
  await expect(page.getByText('Est Total:')).toBeVisible()
  const asked: string[] = []
  page.on('request', (request) => {
    if (isRead(request)) asked.push(request.url())
  })
  await page.goBack()
  await expect(page.getByRole('heading', { name: 'Remembered' })).toBeVisible()
  expect(asked).toEqual([])
  await page.getByRole('button', { name: 'Delete list Remembered' }).click()
  await expect(page.getByText('Make a List')).toBeVisible()
  await expect.poll(() => asked.length).toBe(1)
})

test('a session that ended leads to the login from the add form', async ({ page, person, larder }) => {
  await page.goto(`/?userID=${person.id}`)
  larder.database.prepare('DELETE FROM sessions WHERE user_id = ?').run(person.id)
  await page.locator('input[name=name]').fill('Too late')
  await page.getByRole('button', { name: 'ADD' }).click()
  await expect(page).toHaveURL('/login')
})

for (const theme of ['light', 'dark']) {
  test(`nothing on the lists page hinders anybody, ${theme}`, async ({ page, person, larder, scripted }) => {
    test.skip(!scripted, 'axe itself needs JavaScript')
    await page.addInitScript((dark) => localStorage.setItem('darkTheme', String(dark)), theme === 'dark')
    const check = async () => {
      const { violations } = await new AxeBuilder({ page }).analyze()
      expect(violations).toEqual([])
    }
    await page.goto(`/?userID=${person.id}`)
    await check()
    larder.database
      .prepare('INSERT INTO lists (id, name, created_by, created_at) VALUES (?, ?, ?, ?)')
      .run(crypto.randomUUID(), 'x'.repeat(200), person.id, Date.now())
    await page.goto(`/?userID=${person.id}`)
    await check()
  })
}
