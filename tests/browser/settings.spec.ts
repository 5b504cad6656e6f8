import AxeBuilder from '@axe-core/playwright'
import { expect, test } from './larder.ts'

test('a token is made, shown once, used, seen to be used, and revoked', async ({ page, person, request }) => {
  await page.goto(`/?userID=${person.id}`)
  await page.getByRole('link', { name: 'Settings' }).click()
  await expect(page).toHaveURL('/settings')
  await expect(page.getByText('There are none yet.')).toBeVisible()
  await page.getByLabel('What is it for?').fill('Kitchen tablet')
  await page.getByRole('button', { name: 'MAKE TOKEN' }).click()
  const field = page.getByLabel(/Copy it now/)
  await expect(field).toBeFocused()
  const token = await field.inputValue()
  expect(token).toMatch(/^larder_[\w-]{43}$/)
  await expect(page.getByText('never used')).toBeVisible()
  await expect(page.getByLabel('What is it for?')).toHaveValue('')

  const ask = () =>
    request.get('/api/v1/user/current-user', { headers: { Authorization: `Bearer ${token}` } })
  expect(await (await ask()).json()).toEqual({ user: { userId: person.id, name: 'Ada' } })

  await page.goto('/settings')
  await expect(page.getByText(/last used/)).toBeVisible()
  expect(await page.content()).not.toContain(token)

  await page.getByRole('button', { name: 'Revoke Kitchen tablet' }).click()
  await expect(page.getByText('There are none yet.')).toBeVisible()
  expect((await ask()).status()).toBe(401)
  await page.getByRole('button', { name: 'Back to your lists' }).click()
  await expect(page).toHaveURL(`/?userID=${person.id}`)
})

test('a name that will not do says why and stays', async ({ page, person, excuse }) => {
  excuse(/400/)
  expect(person.name).toBe('Ada')
  await page.goto('/settings')
  const field = page.getByLabel('What is it for?')
  await field.fill('   ')
  await page.getByRole('button', { name: 'MAKE TOKEN' }).click()
  await expect(page.getByText('Please give the token a name.')).toBeVisible()
  await expect(field).toHaveValue('   ')
  await expect(field).toBeFocused()
})

test('reloading what was made makes no second token', async ({ page, person, larder, scripted, excuse }) => {
  test.skip(scripted, 'with a script a reload asks for the page only')
  excuse(/409/)
  await page.goto('/settings')
  await page.getByLabel('What is it for?').fill('Once')
  await page.getByRole('button', { name: 'MAKE TOKEN' }).click()
  await expect(page.getByLabel(/Copy it now/)).toBeVisible()
  await page.reload()
  await expect(page.getByText('a token is shown only once', { exact: false })).toBeVisible()
  const made = larder.database
    .prepare('SELECT count(*) AS n FROM api_tokens WHERE user_id = ?')
    .get(person.id)
  expect(made).toEqual({ n: 1 })
})

test('signed out, the settings lead to the landing page', async ({ page }) => {
  await page.goto('/settings')
  await expect(page).toHaveURL('/landing')
})

test('the API can be read about by anybody', async ({ page }) => {
  await page.goto('/api/docs')
  await page.getByRole('link', { name: 'POST /item' }).click()
  await expect(page).toHaveURL('/api/docs#postItem')
  await expect(page.locator('#postItem').getByText('Idempotency-Key', { exact: true })).toBeVisible()
  await page.locator('#postItem').getByText('When it fails').click()
  await expect(page.locator('#postItem').getByText('507', { exact: true })).toBeVisible()
})

for (const theme of ['light', 'dark']) {
  // axe is itself a script.
  test(`nothing there hinders anybody, ${theme}`, { tag: '@script' }, async ({ page, person }) => {
    expect(person.name).toBe('Ada')
    await page.addInitScript((dark) => localStorage.setItem('darkTheme', String(dark)), theme === 'dark')
    const check = async () => {
      const { violations } = await new AxeBuilder({ page }).analyze()
      expect(violations, page.url()).toEqual([])
    }
    await page.goto('/api/docs')
    await check()
    await page.goto('/settings')
    await check()
    await page.getByLabel('What is it for?').fill('x'.repeat(200))
    await page.getByRole('button', { name: 'MAKE TOKEN' }).click()
    await expect(page.getByLabel(/Copy it now/)).toBeVisible()
    await check()
  })
}
