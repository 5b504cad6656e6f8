import type { Page } from '@playwright/test'
import { newId } from '#app/domain/ids.ts'
import { expectAccessible } from '#tests/support/accessible.ts'
import { addPerson, expect, type Larder, type Person, test } from './fixtures.ts'

// Larder as an installed app: the manifest, the share target and the offline page.

test.use({ serviceWorkers: 'allow' })

function addList({ database }: Larder, owner: Person, name: string): string {
  const id = newId()
  database
    .prepare('INSERT INTO lists (id, name, created_by, created_at) VALUES (?, ?, ?, ?)')
    .run(id, name, owner.id, Date.now())
  return id
}

const itemsOf = ({ database }: Larder, listId: string) =>
  database
    .prepare(
      'SELECT name, quantity_milli AS quantity FROM items WHERE list_id = ? AND deleted_at IS NULL ORDER BY position, id',
    )
    .all(listId)

const shared = (text: string) => `/share-target?title=Groceries&text=${encodeURIComponent(text)}`

/** Width and height from the PNG's header. */
async function sizeOf(page: Page, path: string) {
  const bytes = await (await page.request.get(path)).body()
  expect(bytes.subarray(1, 4).toString()).toBe('PNG')
  return `${bytes.readUInt32BE(16)}x${bytes.readUInt32BE(20)}`
}

async function workerReady(page: Page) {
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined))
}

test('the manifest and everything it refers to exist', { tag: '@once' }, async ({ page }) => {
  await page.goto('/landing')
  const href = await page.locator('link[rel=manifest]').getAttribute('href')
  const answer = await page.request.get(href ?? '')
  expect(answer.headers()['content-type']).toBe('application/manifest+json')
  const manifest = await answer.json()
  expect(manifest).toMatchObject({ id: '/', scope: '/', display: 'standalone', name: 'Larder' })
  expect(manifest.share_target).toEqual({
    action: '/share-target',
    method: 'GET',
    enctype: 'application/x-www-form-urlencoded',
    params: { title: 'title', text: 'text', url: 'url' },
  })
  const purposes = manifest.icons.map((icon: { purpose?: string }) => icon.purpose ?? 'any')
  expect(purposes).toEqual(['any', 'any', 'maskable'])
  for (const { src, sizes } of manifest.icons) expect(await sizeOf(page, src), src).toBe(sizes)
  expect(await sizeOf(page, '/apple-touch-icon.png')).toBe('180x180')
  for (const path of [manifest.start_url, ...manifest.shortcuts.map(({ url }: { url: string }) => url)]) {
    expect((await page.request.get(path)).status(), path).toBe(200)
  }
})

test('browsers offer to install the app', { tag: '@script' }, async ({ page }) => {
  await page.goto('/landing')
  const devtools = await page.context().newCDPSession(page)
  const { errors } = await devtools.send('Page.getAppManifest')
  expect(errors).toEqual([])
  const { installabilityErrors } = await devtools.send('Page.getInstallabilityErrors')
  // Playwright's windows count as incognito.
  const ours = installabilityErrors.filter(({ errorId }) => errorId !== 'in-incognito')
  expect(ours).toEqual([])
})

test("the installed app opens the signed-in user's lists", { tag: '@once' }, async ({ page, person }) => {
  await page.goto('/start')
  await expect(page).toHaveURL(`/?userID=${person.id}`)
})

test('the installed app opens the landing page when signed out', { tag: ['@once', '@full'] }, async ({
  page,
}) => {
  await page.goto('/start')
  await expect(page).toHaveURL('/landing')
})

test("the browser's toolbar has the color of the bar, in both themes", { tag: '@full' }, async ({
  page,
  person,
  scripted,
}) => {
  const themeColor = page.locator('meta[name=theme-color]')
  await page.goto(`/?userID=${person.id}`)
  await expect(themeColor).toHaveAttribute('content', '#fbf8f1')
  if (!scripted) return
  const bar = () =>
    page.evaluate(() => {
      const color = document.querySelector('meta[name=theme-color]')?.getAttribute('content') ?? ''
      const probe = document.createElement('i')
      probe.style.backgroundColor = color
      const header = document.querySelector('.bar') ?? document.body
      header.append(probe)
      const same = getComputedStyle(probe).backgroundColor === getComputedStyle(header).backgroundColor
      probe.remove()
      return same
    })
  expect(await bar()).toBe(true)
  await page.getByRole('button', { name: 'Dark theme' }).click()
  await expect(themeColor).toHaveAttribute('content', '#101411')
  await expect.poll(bar).toBe(true)
  await page.reload()
  await expect(themeColor).toHaveAttribute('content', '#101411')
})

test('shared lines become items of the chosen list, except those that are unticked', async ({
  page,
  larder,
  person,
}) => {
  const older = addList(larder, person, 'Market')
  addList(larder, person, 'Hardware store')
  await page.goto(shared('- 2 Milk\n[x] Butter\nBread & jam\n500 g flour\nhttps://example.org/recipe'))
  await expect(page.getByRole('checkbox')).toHaveCount(5)
  // Ticked there, and a link.
  await expect(page.getByLabel('Butter')).not.toBeChecked()
  await expect(page.getByRole('checkbox').last()).not.toBeChecked()
  await page.getByLabel('500 g flour').uncheck()
  await page.getByLabel('List', { exact: true }).selectOption('Market')
  expect(itemsOf(larder, older)).toEqual([])
  await page.getByRole('button', { name: 'Add to list' }).click()
  await expect(page).toHaveURL(`/single-list?listID=${older}`)
  await expect(page.getByText('Added 2 items to Market.')).toBeVisible()
  expect(itemsOf(larder, older)).toEqual([
    { name: 'Milk', quantity: 2000 },
    { name: 'Bread & jam', quantity: 1000 },
  ])
})

test('a user without lists creates one for the shared items', { tag: '@full' }, async ({
  page,
  larder,
  person,
}) => {
  await page.goto(shared('Milk'))
  await page.getByLabel('List name').fill('Sunday')
  await page.getByRole('button', { name: 'Add to list' }).click()
  await expect(page.getByText('Added 1 item to Sunday.')).toBeVisible()
  const lists = larder.database
    .prepare('SELECT name FROM lists WHERE created_by = ? AND deleted_at IS NULL')
    .all(person.id)
  expect(lists).toEqual([{ name: 'Sunday' }])
})

test('ticking nothing shows an error and keeps the other choices', { tag: '@full' }, async ({
  page,
  larder,
  person,
  allowErrors,
}) => {
  allowErrors(/400/)
  const list = addList(larder, person, 'Market')
  addList(larder, person, 'Hardware store')
  await page.goto(shared('Milk'))
  await page.getByLabel('List', { exact: true }).selectOption('Market')
  await page.getByLabel('Milk').uncheck()
  await page.getByRole('button', { name: 'Add to list' }).click()
  await expect(page.getByRole('alert')).toHaveText('Select at least one item.')
  await expect(page.getByLabel('Milk')).not.toBeChecked()
  await expect(page.getByLabel('List', { exact: true })).toHaveValue(list)
})

test('submitting a form twice adds its items once; submitting it for another list adds them there too', {
  tag: '@full',
}, async ({ page, larder, person }) => {
  const lists = [addList(larder, person, 'Market'), addList(larder, person, 'Bakery')]
  const form = new URLSearchParams([
    ['id', newId()],
    ['line', 'Bread'],
    ['line', '3 rolls'],
  ])
  const send = (listID: string | undefined) => {
    const headers = { 'Content-Type': 'application/x-www-form-urlencoded' }
    return page.request.post('/share-target', { headers, data: `${form}&listID=${listID}`, maxRedirects: 0 })
  }
  const answers = await Promise.all([send(lists[0]), send(lists[0]), send(lists[1])])
  expect(answers.map((answer) => answer.status())).toEqual([303, 303, 303])
  for (const list of lists) {
    expect(itemsOf(larder, list ?? '')).toEqual([
      { name: 'Bread', quantity: 1000 },
      { name: 'rolls', quantity: 3000 },
    ])
  }
})

test("items can't be shared to another user's list or from another site", { tag: '@once' }, async ({
  page,
  larder,
  person,
}) => {
  const theirs = addList(larder, addPerson(larder, 'Eve'), 'Theirs')
  const mine = addList(larder, person, 'Mine')
  const post = (listID: string, headers: Record<string, string> = {}) =>
    page.request.post('/share-target', {
      headers,
      form: { id: newId(), listID, line: 'Milk' },
      maxRedirects: 0,
    })
  expect((await post(theirs)).status()).toBe(404)
  expect((await post(mine, { 'Sec-Fetch-Site': 'cross-site' })).status()).toBe(403)
  expect(itemsOf(larder, theirs)).toEqual([])
  expect(itemsOf(larder, mine)).toEqual([])
})

test("the share target's old URL still works", { tag: '@full' }, async ({ page, larder, person }) => {
  const list = addList(larder, person, 'Market')
  await page.goto('/share?title=Groceries&text=Milk%20%26%20honey')
  await expect(page).toHaveURL(/\/share-target\?title=Groceries&text=Milk/)
  await expect(page.getByLabel('Milk & honey')).toBeChecked()
  const form = { id: newId(), listID: list, line: 'Milk & honey' }
  const redirect = await page.request.post('/share?text=x', { form, maxRedirects: 0 })
  expect([redirect.status(), redirect.headers().location]).toEqual([307, '/share-target?text=x'])
  await page.request.post('/share?text=x', { form })
  expect(itemsOf(larder, list)).toEqual([{ name: 'Milk & honey', quantity: 1000 }])
})

test('shared text survives signing in first', { tag: '@full' }, async ({ page }) => {
  const email = `${newId()}@example.org`
  const password = 'correct horse battery'
  await page.request.post('/api/v1/auth/register', { data: { name: 'Ada', email, password } })
  await page.goto(shared('Milk & honey\n2 Bread'))
  await expect(page).toHaveURL(/\/login\?share=/)
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password').fill(password)
  await page.getByRole('button', { name: 'submit' }).click()
  await expect(page.getByLabel('Milk & honey')).toBeChecked()
  await expect(page.getByLabel('Bread')).toBeChecked()
})

test('when the shared text has no items, they can be typed', { tag: '@full' }, async ({ page, person }) => {
  expect(person.name).toBe('Ada')
  await page.goto('/share-target?text=https%3A%2F%2Fexample.org%2F')
  await expect(page.getByRole('alert')).toHaveText("We couldn't find any items in that text.")
  await page.getByLabel('Items', { exact: true }).fill('Milk\n2 Bread')
  await page.getByRole('button', { name: 'Next' }).click()
  await expect(page.getByRole('checkbox')).toHaveCount(2)
})

test('an offline page says so and reloads when the connection is back', { tag: '@script' }, async ({
  page,
  context,
  person,
  allowErrors,
}) => {
  allowErrors(/503|ERR_INTERNET_DISCONNECTED|Failed to load/)
  const path = '/settings'
  await page.goto(path)
  await expect(page.getByText(person.email)).toBeVisible()
  await workerReady(page)
  await context.setOffline(true)
  await page.reload()
  await expect(page.getByRole('heading', { name: "You're offline" })).toBeVisible()
  await page.getByRole('link', { name: 'Try again' }).click()
  await expect(page.getByRole('heading', { name: "You're offline" })).toBeVisible()
  await expect(page).toHaveURL(path)
  await context.setOffline(false)
  await expect(page.getByText(person.email)).toBeVisible()
  await expect(page).toHaveURL(path)
})

test("an offline page reloads even without the browser's online event", {
  tag: ['@script', '@full'],
}, async ({ page, context, person, allowErrors }) => {
  allowErrors(/503|ERR_INTERNET_DISCONNECTED|Failed to load/)
  await page.goto('/settings')
  await workerReady(page)
  await page.addInitScript(() => addEventListener('online', (event) => event.stopImmediatePropagation()))
  await context.setOffline(true)
  await page.reload()
  await expect(page.getByRole('heading', { name: "You're offline" })).toBeVisible()
  await context.setOffline(false)
  await expect(page.getByText(person.email)).toBeVisible()
})

test('the service worker keeps files and no pages', { tag: '@script' }, async ({ page, larder, person }) => {
  const list = addList(larder, person, 'Secret market')
  for (const path of [`/?userID=${person.id}`, `/single-list?listID=${list}`, '/settings']) {
    await page.goto(path)
    await workerReady(page)
  }
  const files = await page.evaluate(async () => {
    const opened = await Promise.all((await caches.keys()).map((name) => caches.open(name)))
    const kept = (await Promise.all(opened.map((cache) => cache.keys()))).flat()
    return kept.map(({ url }) => new URL(url).pathname + new URL(url).search)
  })
  expect(files).toContain('/shell.html')
  expect(files.filter((file) => !/^\/(?:assets\/)?[\w.-]+$/.test(file))).toEqual([])
  const { scope, script } = await page.evaluate(async () => {
    const { scope, active } = await navigator.serviceWorker.ready
    return { scope, script: active?.scriptURL }
  })
  expect({ scope, script }).toEqual({ scope: `${larder.url}/`, script: `${larder.url}/sw.js` })
})

// axe needs JavaScript.
test('the share target and the offline page are accessible', { tag: ['@script', '@full'] }, async ({
  page,
  context,
  larder,
  person,
  allowErrors,
}) => {
  allowErrors(/503|400|ERR_INTERNET_DISCONNECTED|Failed to load/)
  addList(larder, person, 'Market')
  await page.goto('/share-target')
  await expectAccessible(page, 'writing')
  await page.goto(shared('2 Milk\nBread'))
  await expectAccessible(page, 'choosing')
  await page.getByLabel('Milk').uncheck()
  await page.getByLabel('Bread').uncheck()
  await page.getByRole('button', { name: 'Add to list' }).click()
  await expect(page.getByRole('alert')).toBeVisible()
  await expectAccessible(page, 'refused')
  await workerReady(page)
  await page.evaluate(() => localStorage.setItem('darkTheme', 'true'))
  await context.setOffline(true)
  await page.reload()
  await expect(page.getByRole('heading', { name: "You're offline" })).toBeVisible()
  await expect(page.locator('body')).toHaveClass(/dark-theme/)
  await expectAccessible(page, 'offline')
})
