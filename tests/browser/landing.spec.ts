import { expectAccessible } from '#tests/support/accessible.ts'
import { addPerson, expect, fullUnless, startLarder, test } from './fixtures.ts'

test('the landing page offers Login and Register', async ({ page }) => {
  await page.goto('/landing')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await expect(page.getByRole('link', { name: 'Login' })).toHaveAttribute('href', '/login')
  await expect(page.getByRole('link', { name: 'Register' })).toHaveAttribute('href', '/register')
  await expect(page.getByRole('contentinfo')).toContainText('developers')
})

test('signed in, the landing page links to your lists', { tag: ['@once', '@full'] }, async ({
  page,
  person,
}) => {
  await page.goto('/landing')
  await expect(page.getByRole('link', { name: 'Your lists' })).toHaveAttribute(
    'href',
    `/?userID=${person.id}`,
  )
})

test('a new server asks for its first account until there is one', { tag: '@once' }, async ({
  page,
  scripted,
}) => {
  const { larder, stop } = await startLarder({ LOG_LEVEL: 'warn' })
  try {
    await page.goto(`${larder.url}/landing`)
    await expect(page.getByText('This server is new')).toBeVisible()
    if (scripted) await expectAccessible(page)
    await page.getByRole('link', { name: 'Create the first one' }).click()
    await expect(page).toHaveURL(`${larder.url}/register`)
    addPerson(larder)
    await page.goto(`${larder.url}/landing`)
    await expect(page.getByRole('link', { name: 'Register' })).toBeVisible()
    await expect(page.getByText('This server is new')).toBeHidden()
  } finally {
    await page.close()
    await stop()
  }
})

test('with registration closed, a new server says how to create the first account', { tag: '@full' }, async ({
  page,
}) => {
  const { larder, stop } = await startLarder({ LOG_LEVEL: 'warn', REGISTRATION: 'closed' })
  try {
    await page.goto(`${larder.url}/landing`)
    await expect(page.getByText('npm run larder -- user add')).toBeVisible()
    await expect(page.getByRole('link', { name: 'Create the first one' })).toBeHidden()
  } finally {
    await page.close()
    await stop()
  }
})

test('the landing page has two layouts, which change at 769px', { tag: '@once' }, async ({ page }) => {
  await page.goto('/landing')
  const columnsAt = async (width: number) => {
    await page.setViewportSize({ width, height: 900 })
    return page.evaluate(() => {
      const columns = (selector: string) => {
        const grid = document.querySelector(selector)
        return grid ? getComputedStyle(grid).gridTemplateColumns.split(' ').length : 0
      }
      return [columns('.hero'), columns('.reasons')]
    })
  }
  for (const width of [360, 640, 768]) expect(await columnsAt(width), `${width} px`).toEqual([1, 1])
  for (const width of [769, 960, 1280]) expect(await columnsAt(width), `${width} px`).toEqual([2, 3])
})

test('the theme is remembered, applies to every page and changes the image', async ({
  page,
  scripted,
  allowErrors,
}) => {
  allowErrors(/404/)
  await page.goto('/landing')
  const toggle = page.getByRole('button', { name: 'Dark theme' })
  const phone = page.getByRole('img', { name: 'A list in Larder on a phone' })
  await expect(phone).toHaveAttribute('src', /phone-light/)
  await expect.poll(() => phone.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(480)
  if (!scripted) {
    await expect(toggle).toBeHidden()
    return
  }
  await toggle.click()
  await expect(page.locator('body')).toHaveClass(/dark-theme/)
  await expect(phone).toHaveAttribute('src', /phone-dark/)
  expect(await page.evaluate(() => localStorage.getItem('darkTheme'))).toBe('true')
  await page.goto('/nowhere')
  await expect(page.locator('body')).toHaveClass(/dark-theme/)
})

for (const language of ['en', 'de', 'es', 'fr'])
  test.describe(`in ${language}`, () => {
    test.use({ locale: language })

    test(`the picture of a list is in the reader's language: ${language}`, {
      tag: ['@once', ...fullUnless(language, 'de')],
    }, async ({ page }) => {
      await page.goto('/landing')
      for (const theme of ['light', 'dark'])
        await expect(page.locator(`.phone .when-${theme}`)).toHaveAttribute(
          'src',
          new RegExp(`phone-${theme}-${language}-`),
        )
    })
  })

test('an unknown URL is a 404 page with an image and a link home', { tag: '@once' }, async ({
  page,
  allowErrors,
}) => {
  allowErrors(/404/)
  const response = await page.goto('/no/such/page')
  expect(response?.status()).toBe(404)
  await expect(page.locator('main svg').first()).toBeVisible()
  await expect(page.getByRole('link', { name: 'Back to Larder' })).toBeVisible()
})

// axe needs JavaScript.
test('the public screens are accessible', { tag: ['@script', '@full'] }, async ({ page, allowErrors }) => {
  allowErrors(/404/)
  for (const path of ['/landing', '/nowhere']) {
    await page.goto(path)
    await expectAccessible(page, path)
  }
})
