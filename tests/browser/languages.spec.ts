import type { Page } from '@playwright/test'
import { addItems, addList } from '../support/rows.ts'
import { expect, fullUnless, messages, signIn, test } from './fixtures.ts'
import { test as offlineTest, open } from './offlineTest.ts'

const lang = (page: Page) => page.locator('html')

for (const [screen, fields] of [
  ['/login', ['email']],
  ['/register', ['name', 'email']],
  ['/forgot-password', ['email']],
] as const)
  test(`another language keeps what is typed, but no password: ${screen}`, {
    tag: fullUnless(screen, '/login', '/register'),
  }, async ({ page }) => {
    const field = (name: string) => page.locator(`main [name=${name}]`)
    const secret = 'a password that nobody else may see'
    await page.goto(`${screen}?invite=x`)
    for (const name of fields) await field(name).fill(`half ${name}`)
    const hasPassword = (await field('password').count()) > 0
    if (hasPassword) await field('password').fill(secret)
    const urls: string[] = []
    page.on('request', (request) => urls.push(request.url()))
    await page.getByRole('button', { name: 'Deutsch' }).click()
    await expect(lang(page)).toHaveAttribute('lang', 'de')
    await expect(page).toHaveURL(`${screen}?invite=x`)
    for (const name of fields) await expect(field(name)).toHaveValue(`half ${name}`)
    if (hasPassword) await expect(field('password')).toHaveValue('')
    expect(urls.join()).not.toMatch(/password that|half/)
  })

test.describe('in German', () => {
  test.use({ locale: 'de-DE' })

  test('a list speaks it: texts, numbers, messages and the title of the tab', async ({
    page,
    person,
    larder,
  }) => {
    const listId = addList(larder, person, 'Wochenmarkt')
    addItems(larder, listId, [{ name: 'Käse', price: 1234.5 }])
    await page.goto(`/single-list?listID=${listId}`)
    await expect(lang(page)).toHaveAttribute('lang', 'de')
    await expect(page).toHaveTitle('Wochenmarkt · Larder')
    await expect(page.locator('.item')).toContainText('1.234,50\u00a0$')
    await page.locator('textarea[name=lines]').fill('2 kg Kartoffeln 3,98')
    await page.getByRole('button', { name: 'DAZU' }).click()
    await expect(messages(page)).toContainText('2 kg Kartoffeln für 3,98\u00a0$')
    await page.getByRole('link', { name: 'Käse bearbeiten' }).click()
    await expect(page.getByRole('dialog', { name: 'ARTIKEL BEARBEITEN' })).toBeVisible()
    await expect(page.getByLabel('Preis')).toHaveValue('1234,50')
    await page.getByLabel('Preis').fill('1.500,25')
    await page.getByRole('button', { name: 'SPEICHERN' }).click()
    await expect(page.locator('.item', { hasText: 'Käse' })).toContainText('1.500,25\u00a0$')
  })

  test('if the texts do not arrive, the page works as it does without JavaScript', {
    tag: ['@script', '@full'],
  }, async ({ page, person, larder, allowErrors }) => {
    allowErrors(/ERR_FAILED|Failed to load/)
    const listId = addList(larder, person, 'Wochenmarkt')
    addItems(larder, listId, [{ name: 'Käse' }])
    await page.context().route('**/assets/words-de-*', (route) => route.abort())
    const other = await page.context().newPage()
    await other.goto(`${larder.url}/single-list?listID=${listId}`)
    await expect(lang(other)).not.toHaveClass(/js/)
    await other.locator('.item .tick').click()
    await expect(other.locator('.item.done')).toBeVisible()
    await expect(messages(other)).toContainText('Käse')
    await other.close()
  })

  test('from a list to other screens, their texts come along', { tag: '@script' }, async ({
    page,
    person,
    larder,
  }) => {
    const listId = addList(larder, person, 'Wochenmarkt')
    let asked = 0
    await page.route('**/assets/other-words-de-*', async (route) => {
      asked += 1
      await new Promise((resolve) => setTimeout(resolve, 500))
      await route.continue()
    })
    await page.goto(`/single-list?listID=${listId}`)
    await page.locator('.bar summary').click()
    await page.getByRole('link', { name: 'Währung' }).click()
    await expect(page.getByLabel('Währung dieser Liste')).toBeVisible()
    await expect(page).toHaveTitle('Währung · Larder')
    await page.goBack()
    await expect(page.getByPlaceholder('2 kg Kartoffeln, Milch x3')).toBeVisible()
    expect(asked).toBe(1)
  })

  test('if the texts of other screens do not arrive, the server renders them', {
    tag: ['@script', '@full'],
  }, async ({ page, person, larder, allowErrors }) => {
    allowErrors(/ERR_FAILED|Failed to load/)
    const listId = addList(larder, person, 'Wochenmarkt')
    await page.route('**/assets/other-words-de-*', (route) => route.abort())
    await page.goto(`/single-list?listID=${listId}`)
    await page.locator('.bar summary').click()
    await page.getByRole('link', { name: 'Währung' }).click()
    await expect(page.getByLabel('Währung dieser Liste')).toBeVisible()
    await page.getByLabel('Währung dieser Liste').selectOption('EUR')
    await page.getByRole('button', { name: 'Speichern' }).click()
    await expect(messages(page)).toContainText('Die Währung ist jetzt EUR.')
  })

  test('a choice in the footer changes it, and stays', async ({ page }) => {
    await page.goto('/login')
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('ANMELDEN')
    await page.getByRole('button', { name: 'Français' }).click()
    await expect(lang(page)).toHaveAttribute('lang', 'fr')
    await expect(page).toHaveURL(/\/login$/)
    await page.goto('/register')
    await expect(lang(page)).toHaveAttribute('lang', 'fr')
    await expect(page.getByRole('button', { name: 'Français' })).toHaveAttribute('aria-current', 'true')
  })
})

test("after signing in, the document is in the account's language", { tag: ['@script', '@full'] }, async ({
  page,
  person,
  larder,
}) => {
  larder.database.prepare("UPDATE users SET language = 'es' WHERE id = ?").run(person.id)
  await signIn(page, larder, person)
  await page.goto('/settings')
  await expect(lang(page)).toHaveAttribute('lang', 'es')
  await page.locator('select[name=language]').selectOption('de')
  await page.getByRole('button', { name: 'Guardar', exact: true }).click()
  await expect(lang(page)).toHaveAttribute('lang', 'de')
  await expect(messages(page)).toBeVisible()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Einstellungen')
})

offlineTest.describe('without a connection', { tag: '@script' }, () => {
  offlineTest.use({ locale: 'fr' })

  offlineTest(
    'a kept list and the offline page speak the language of the page',
    { tag: '@full' },
    async ({ page, person, larder, network }) => {
      const listId = addList(larder, person, 'Marché')
      addItems(larder, listId, [{ name: 'Lait' }])
      const path = `/single-list?listID=${listId}`
      await open(page, path)
      network.goDown()
      await page.goto(path)
      await expect(lang(page)).toHaveAttribute('data-kept', '')
      await expect(lang(page)).toHaveAttribute('lang', 'fr')
      await expect(page.locator('.reach')).toContainText('Pas de connexion')
      await page.locator('.item .tick').first().click()
      await expect(page.locator('.reach')).toContainText('1 changement en attente ici.')
      await page.goto('/settings')
      await expect(page).toHaveTitle(/hors connexion · Larder/)
      await expect(lang(page)).toHaveAttribute('lang', 'fr')
    },
  )
})

test('with a chosen zone, pages work in a browser whose clock has another date', {
  tag: ['@script', '@full'],
}, async ({ page, person, larder }) => {
  larder.database.prepare("UPDATE users SET time_zone = 'America/New_York' WHERE id = ?").run(person.id)
  const listId = addList(larder, person, 'Market')
  addItems(larder, listId, [{ name: 'Milk' }])
  await page.goto(`/single-list?listID=${listId}`)
  await page.locator('.item .delete').click()
  await expect(messages(page)).toContainText('Milk')
  await page.addInitScript(() => {
    const { now } = Date
    Date.now = () => now() + 24 * 60 * 60 * 1000
  })
  // An error of hydration would fail the test.
  for (const path of ['/settings', `/recent?listID=${listId}`]) await page.goto(path)
  await expect(page.locator('time').first()).toHaveText(/, \d\d:\d\d$/)
})
