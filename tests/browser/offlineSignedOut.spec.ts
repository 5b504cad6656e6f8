import type { Page } from '@playwright/test'
import { hashSync } from 'bcryptjs'
import { addLink } from '#tests/support/sharing.ts'
import { addPerson, expect, fullUnless, signIn } from './fixtures.ts'
import { arrangeFor, box, names } from './listPage.ts'
import { goOffline, type Network, open, status, test } from './offlineTest.ts'

// A session that ends takes along what the browser keeps, whatever the page's script could do.

test.beforeEach(({ allowErrors }) => allowErrors(/401|404|429|500/))

const PASSWORD = 'correct horse battery'

/** Without a word to the page, which may have changed already. */
const keptAddresses = (page: Page): Promise<unknown[]> =>
  page.evaluate(async () => {
    const opening = indexedDB.open('larder')
    await new Promise((resolve) => opening.addEventListener('success', resolve))
    const found = opening.result.transaction('pages').objectStore('pages').getAllKeys()
    await new Promise((resolve) => found.addEventListener('success', resolve))
    opening.result.close()
    return found.result
  })

const areForgotten = (page: Page) => expect.poll(() => keptAddresses(page)).toEqual([])

/** Only the service worker runs: no script of the page does. */
const failScripts = (network: Network) =>
  network.answerWith((req, res) => {
    const isScript = req.url?.startsWith('/assets/') && req.url.endsWith('.js')
    if (isScript) res.writeHead(404).end()
    return isScript
  })

/** Without a script, nothing says that the page is ready. */
async function visit(page: Page, network: Network, path: string) {
  await page.evaluate((to) => location.assign(to), network.url + path)
  await page.waitForURL(path)
}

/** As before the page has its handlers. Playwright would wait for them. */
const submitPlainly = (page: Page, form: string) =>
  page.locator(form).evaluate((found: HTMLFormElement) => found.submit())

for (const scripts of ['work', 'fail']) {
  for (const [what, path, form] of [
    ['Log out everywhere', '/settings', 'form:has([value="sign-out-everywhere"])'],
    ['Delete account', '/settings/delete-account', 'form:has([name=password])'],
  ] as const) {
    test(`${what} by a plain form leaves no pages behind, where scripts ${scripts}`, {
      tag: ['@script', ...fullUnless(what, 'Delete account')],
    }, async ({ page, person, larder, network, arrange }) => {
      const list = arrange(['Hemorrhoid cream'])
      larder.database
        .prepare('UPDATE users SET password_hash = ? WHERE id = ?')
        .run(hashSync(PASSWORD, 4), person.id)
      await open(page, `/?userID=${person.id}`)
      await open(page, list.path)
      await page.goto(path)
      if (what === 'Delete account') await page.getByLabel('Current password').fill(PASSWORD)
      if (scripts === 'fail') failScripts(network)
      await submitPlainly(page, form)
      await expect(page).toHaveURL(/\/landing/)
      await areForgotten(page)
      network.goDown()
      await page.evaluate((to) => location.assign(to), list.path)
      await expect(page.getByText("You're offline")).toBeVisible()
      await expect(page.getByText('Hemorrhoid cream')).toHaveCount(0)
    })
  }

  for (const path of ['/landing', '/login']) {
    test(`after the session ended elsewhere, ${path} forgets the pages, where scripts ${scripts}`, {
      tag: ['@script', ...fullUnless(path, '/login')],
    }, async ({ page, person, larder, network, arrange }) => {
      const list = arrange(['Milk'])
      await open(page, list.path)
      await goOffline(page, network)
      await box(page, 'Milk').click()
      await expect(status(page)).toContainText('1 change is waiting here.')
      larder.database.prepare('DELETE FROM sessions WHERE user_id = ?').run(person.id)
      network.restore()
      await page.goto('about:blank')
      if (scripts === 'fail') failScripts(network)
      await visit(page, network, path)
      await areForgotten(page)
      // What nobody can read waits for the same person.
      network.restore()
      await page.goto(path)
      await expect(page.getByText('Log in to send 1 change.')).toBeVisible()
    })
  }
}

test('a logout without a connection says what is true, and is done once there is one', {
  tag: '@script',
}, async ({ page, person, larder, network, arrange }) => {
  const list = arrange(['Hemorrhoid cream'])
  await open(page, list.path)
  const isSignedIn = () =>
    larder.database.prepare('SELECT id FROM sessions WHERE user_id = ?').all(person.id).length > 0
  network.goDown()
  await submitPlainly(page, 'form[action="/logout"]')
  await expect(page.getByRole('heading', { name: "You're still logged in" })).toBeVisible()
  await expect(page.getByText('Your lists are no longer on this device.')).toBeVisible()
  await areForgotten(page)
  expect(isSignedIn()).toBe(true)
  // A hidden page doesn't log out by itself, so that the button does.
  await page.evaluate(() => Object.defineProperty(document, 'hidden', { value: true }))
  network.restore()
  await page.getByRole('button', { name: 'Logout' }).click()
  await expect(page).toHaveURL(/\/landing/)
  expect(isSignedIn()).toBe(false)
})

test('once there is a connection, a logout that had none is done', { tag: ['@script', '@full'] }, async ({
  page,
  network,
  arrange,
}) => {
  const list = arrange(['Milk'])
  await open(page, list.path)
  network.goDown()
  await submitPlainly(page, 'form[action="/logout"]')
  await expect(page.getByRole('heading', { name: "You're still logged in" })).toBeVisible()
  network.restore()
  await page.evaluate(() => dispatchEvent(new Event('online')))
  await expect(page).toHaveURL(/\/landing/)
})

for (const path of ['/landing', '/login']) {
  test(`while somebody is signed in, ${path} forgets nothing`, {
    tag: ['@script', ...fullUnless(path, '/login')],
  }, async ({ page, network, arrange }) => {
    const list = arrange(['Milk'])
    await open(page, list.path)
    await page.goto(path)
    await page.waitForLoadState('networkidle')
    // By script, too.
    await page.getByRole('link', { name: 'Larder home' }).click()
    await expect(page).toHaveURL(/\/landing/)
    await page.waitForLoadState('networkidle')
    network.goDown()
    await page.goto(list.path)
    await expect(names(page)).toHaveText(['Milk'])
  })
}

test("a guest's pages stay, because links need no session", { tag: ['@script', '@full'] }, async ({
  page,
  larder,
  network,
}) => {
  const list = arrangeFor(larder, addPerson(larder, 'Ben'), ['Milk'])
  const path = addLink(larder, list.listId, 'editor')
  await open(page, path)
  for (const signedOut of ['/landing', '/login']) {
    await page.goto(signedOut)
    await page.waitForLoadState('networkidle')
  }
  network.goDown()
  await page.goto(path)
  await expect(names(page)).toHaveText(['Milk'])
})

for (const status of [401, 429, 500]) {
  test(`an answer ${status} that says nothing about the session forgets nothing`, {
    tag: ['@script', '@full'],
  }, async ({ page, network, arrange }) => {
    const list = arrange(['Milk'])
    await open(page, list.path)
    const asked = page.context().waitForEvent('response', (response) => response.status() === status)
    network.answerWith((req, res) => {
      const isQuestion = req.url?.startsWith('/api/') === true
      // A proxy may ask for a password of its own, without our header.
      if (isQuestion) res.writeHead(status, status === 401 ? {} : { 'X-Request-Id': 'a' }).end('{}')
      return isQuestion
    })
    await page.goto('/landing')
    await asked
    network.goDown()
    await page.goto(list.path)
    await expect(names(page)).toHaveText(['Milk'])
  })
}

// ASVS 14.3.1
test('somebody else who signs in by a plain form finds nothing of the account before', {
  tag: ['@script', '@full'],
}, async ({ page, larder, network, arrange }) => {
  const list = arrange(['Milk'])
  const ben = addPerson(larder, 'Ben')
  await open(page, list.path)
  await page.goto('about:blank')
  await signIn(page, { ...larder, url: network.url }, ben)
  failScripts(network)
  await visit(page, network, '/login')
  await areForgotten(page)
})
