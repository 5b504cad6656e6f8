import AxeBuilder from '@axe-core/playwright'
import { addPerson, expect, startLarder, test } from './larder.ts'

test('the landing page offers Login and Register', async ({ page }) => {
  await page.goto('/landing')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await expect(page.getByRole('link', { name: 'Login' })).toHaveAttribute('href', '/login')
  await expect(page.getByRole('link', { name: 'Register' })).toHaveAttribute('href', '/register')
  await expect(page.getByRole('contentinfo')).toContainText('developers')
})

test('somebody who is signed in is offered his lists', async ({ page, person }) => {
  await page.goto('/landing')
  await expect(page.getByRole('link', { name: 'Your lists' })).toHaveAttribute(
    'href',
    `/?userID=${person.id}`,
  )
})

test('a fresh Larder says so and leads to the first account; then it is like any other', async ({
  page,
  scripted,
}) => {
  const { larder, stop } = await startLarder({ LOG_LEVEL: 'warn' })
  try {
    await page.goto(`${larder.url}/landing`)
    await expect(page.getByText('This is a fresh Larder')).toBeVisible()
    if (scripted) expect((await new AxeBuilder({ page }).analyze()).violations).toEqual([])
    await page.getByRole('link', { name: 'Make the first one' }).click()
    await expect(page).toHaveURL(`${larder.url}/register`)
    addPerson(larder)
    await page.goto(`${larder.url}/landing`)
    await expect(page.getByRole('link', { name: 'Register' })).toBeVisible()
    await expect(page.getByText('This is a fresh Larder')).toBeHidden()
  } finally {
    await page.close()
    await stop()
  }
})

test('a fresh Larder with its door closed says how the first account is made', async ({ page }) => {
  const { larder, stop } = await startLarder({ LOG_LEVEL: 'warn', REGISTRATION: 'closed' })
  try {
    await page.goto(`${larder.url}/landing`)
    await expect(page.getByText('npm run larder -- user add')).toBeVisible()
    await expect(page.getByRole('link', { name: 'Make the first one' })).toBeHidden()
  } finally {
    await page.close()
    await stop()
  }
})

test('the theme stays chosen, follows into other pages, and changes the picture', async ({
  page,
  scripted,
  excuse,
}) => {
  excuse(/404/)
  await page.goto('/landing')
  const toggle = page.getByRole('button', { name: 'Dark theme' })
  if (!scripted) {
    await expect(toggle).toBeHidden()
    await expect(page.locator('img.when-light')).toBeVisible()
    return
  }
  await toggle.click()
  await expect(page.locator('body')).toHaveClass(/dark-theme/)
  await expect(page.locator('img.when-dark')).toBeVisible()
  expect(await page.evaluate(() => localStorage.getItem('darkTheme'))).toBe('true')
  await page.goto('/nowhere')
  await expect(page.locator('body')).toHaveClass(/dark-theme/)
})

test('an unknown address is a 404 with a picture and a way back', async ({ page, excuse }) => {
  excuse(/404/)
  const response = await page.goto('/no/such/page')
  expect(response?.status()).toBe(404)
  await expect(page.locator('main svg').first()).toBeVisible()
  await expect(page.getByRole('link', { name: 'Back to Larder' })).toBeVisible()
})

for (const theme of ['light', 'dark']) {
  // axe is itself a script.
  test(`nothing on the open screens hinders anybody, ${theme}`, { tag: '@script' }, async ({
    page,
    excuse,
  }) => {
    excuse(/404/)
    await page.addInitScript((dark) => localStorage.setItem('darkTheme', String(dark)), theme === 'dark')
    for (const path of ['/landing', '/nowhere']) {
      await page.goto(path)
      const { violations } = await new AxeBuilder({ page }).analyze()
      expect(violations, path).toEqual([])
    }
  })
}
