import { expectAccessible } from '#tests/support/accessible.ts'
import { expect, test } from './fixtures.ts'

test('a token can be created, is shown once, works, shows its last use, and can be revoked', async ({
  page,
  person,
  request,
}) => {
  await page.goto(`/?userID=${person.id}`)
  await page.getByRole('link', { name: 'Settings' }).click()
  await expect(page).toHaveURL('/settings')
  await expect(page.getByText('No tokens yet.')).toBeVisible()
  await page.getByLabel('Token name').fill('Kitchen tablet')
  await page.getByRole('button', { name: 'Create token' }).click()
  const field = page.getByLabel(/Copy it now/)
  await expect(field).toBeFocused()
  const token = await field.inputValue()
  expect(token).toMatch(/^larder_[\w-]{43}$/)
  await expect(page.getByText('never used')).toBeVisible()
  await expect(page.getByLabel('Token name')).toHaveValue('')

  const ask = () =>
    request.get('/api/v1/user/current-user', { headers: { Authorization: `Bearer ${token}` } })
  expect(await (await ask()).json()).toEqual({ user: { userId: person.id, name: 'Ada' } })

  await page.goto('/settings')
  await expect(page.getByText(/last used/)).toBeVisible()
  expect(await page.content()).not.toContain(token)

  await page.getByRole('button', { name: 'Revoke Kitchen tablet' }).click()
  await expect(page.getByText('No tokens yet.')).toBeVisible()
  expect((await ask()).status()).toBe(401)
  await page.getByRole('button', { name: 'Back to your lists' }).click()
  await expect(page).toHaveURL(`/?userID=${person.id}`)
})

test('a refused token name shows the reason and stays in the field', async ({
  page,
  person,
  allowErrors,
}) => {
  allowErrors(/400/)
  expect(person.name).toBe('Ada')
  await page.goto('/settings')
  const field = page.getByLabel('Token name')
  await field.fill('   ')
  await page.getByRole('button', { name: 'Create token' }).click()
  await expect(page.getByText('Enter a name for the token.')).toBeVisible()
  await expect(field).toHaveValue('   ')
  await expect(field).toBeFocused()
})

test('reloading the page with the new token creates no second one', async ({
  page,
  person,
  larder,
  scripted,
  allowErrors,
}) => {
  test.skip(scripted, 'with JavaScript, a reload does not submit the form again')
  allowErrors(/409/)
  await page.goto('/settings')
  await page.getByLabel('Token name').fill('Once')
  await page.getByRole('button', { name: 'Create token' }).click()
  await expect(page.getByLabel(/Copy it now/)).toBeVisible()
  await page.reload()
  await expect(page.getByText("can't be shown again")).toBeVisible()
  const made = larder.database
    .prepare('SELECT count(*) AS n FROM api_tokens WHERE user_id = ?')
    .get(person.id)
  expect(made).toEqual({ n: 1 })
})

test('signed out, the settings page redirects to the landing page', async ({ page }) => {
  await page.goto('/settings')
  await expect(page).toHaveURL('/landing')
})

test('the API reference is public', async ({ page }) => {
  await page.goto('/api/docs')
  await page.getByRole('link', { name: 'POST /item', exact: true }).click()
  await expect(page).toHaveURL('/api/docs#postItem')
  await expect(page.locator('#postItem').getByText('Idempotency-Key', { exact: true })).toBeVisible()
  await page.locator('#postItem').getByText('Errors', { exact: true }).click()
  await expect(page.locator('#postItem').getByText('507', { exact: true })).toBeVisible()
})

// axe needs JavaScript.
test('the settings and the API reference are accessible', { tag: '@script' }, async ({ page, person }) => {
  expect(person.name).toBe('Ada')
  await page.goto('/api/docs')
  await expectAccessible(page)
  await page.goto('/settings')
  await expectAccessible(page)
  await page.getByLabel('Token name').fill('x'.repeat(200))
  await page.getByRole('button', { name: 'Create token' }).click()
  await expect(page.getByLabel(/Copy it now/)).toBeVisible()
  await expectAccessible(page)
})
