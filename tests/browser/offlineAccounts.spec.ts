import type { BrowserContext, Page } from '@playwright/test'
import { keepsWholePages, ownBrowser } from '#tests/support/ownBrowser.ts'
import { addMember } from '#tests/support/sharing.ts'
import { addPerson, addSession, expect, signIn } from './fixtures.ts'
import { box, dialog, names } from './listPage.ts'
import { goOffline, isKept, itemsOf, type Network, open, operationsOf, status, test } from './offlineTest.ts'

// Several people who use one phone.

test.describe('on a shared phone', () => {
  /** Every word that the browser keeps or shows. */
  async function everythingIn(page: Page): Promise<string> {
    return page.evaluate(async () => {
      const words = [
        document.documentElement.outerHTML,
        JSON.stringify({ ...localStorage, ...sessionStorage }),
      ]
      for (const name of await caches.keys()) {
        const cache = await caches.open(name)
        for (const request of await cache.keys()) {
          const response = await cache.match(request)
          words.push(request.url, (await response?.text()) ?? '')
        }
      }
      for (const { name } of await indexedDB.databases()) {
        const request = indexedDB.open(name ?? '')
        await new Promise((resolve) => {
          request.onsuccess = resolve
        })
        for (const store of request.result.objectStoreNames) {
          const all = request.result.transaction(store).objectStore(store).getAll()
          await new Promise((resolve) => {
            all.onsuccess = resolve
          })
          words.push(JSON.stringify(all.result))
        }
        request.result.close()
      }
      return words.join('\n')
    })
  }

  // ASVS 14.3.1
  test('nobody who signs in later finds a word of the account before', { tag: ['@script', '@full'] }, async ({
    page,
    person,
    larder,
    network,
    arrange,
  }) => {
    const { path } = arrange(['Hemorrhoid cream'], 'Secret list')
    await open(page, `/?userID=${person.id}`)
    await page.getByRole('link', { name: 'View List Secret list' }).click()
    await expect(names(page)).toHaveText(['Hemorrhoid cream'])
    await isKept(page)
    expect(await everythingIn(page)).toContain('Hemorrhoid')
    await page.getByRole('button', { name: 'Logout' }).click()
    await expect(page).toHaveURL(/\/landing/)
    await expect.poll(() => everythingIn(page)).not.toMatch(/Hemorrhoid|Secret list/)
    const ben = addPerson(larder, 'Ben')
    await signIn(page, { ...larder, url: network.url }, ben)
    await open(page, `/?userID=${ben.id}`)
    expect(await everythingIn(page)).not.toMatch(/Hemorrhoid|Secret list/)
    network.goDown()
    for (const address of [path, `/?userID=${person.id}`]) {
      await page.goto(address)
      await expect(page.getByRole('heading', { name: "You're offline" })).toBeVisible()
      expect(await everythingIn(page)).not.toMatch(/Hemorrhoid|Secret list/)
    }
    for (let back = 0; back < 5; back += 1) {
      await page.goBack().catch(() => {})
      await page.waitForLoadState()
      expect(await page.locator('body').innerText()).not.toMatch(/Hemorrhoid|Secret list/)
    }
  })

  test('a browser that keeps whole pages for going back shows none of another account', {
    tag: ['@script', '@full'],
  }, async ({ person, larder, network, arrange }) => {
    test.skip(!keepsWholePages, 'needs a full Chromium')
    arrange(['Hemorrhoid cream'], 'Secret list')
    const ben = addPerson(larder, 'Ben')
    // Unlike those of other tests, started without the switch that turns this off.
    const browser = ownBrowser()
    try {
      const [context] = (await browser.start()).contexts() as [BrowserContext]
      const page = await context.newPage()
      await page.addInitScript(() => {
        addEventListener('pageshow', ({ persisted }) => Object.assign(window, { persisted }))
        // Nothing is loaded ahead then. Chromium 156 doesn't keep a page that has loaded what no cache may store.
        Object.defineProperty(navigator, 'connection', { value: { saveData: true } })
      })
      const session = (value: string) => context.addCookies([{ name: 'session', value, url: network.url }])
      const cdp = await context.newCDPSession(page)
      const run = async (expression: string) =>
        (await cdp.send('Runtime.evaluate', { expression, returnByValue: true })).result.value
      let steps = 0
      /** Playwright itself waits for a load that never comes. */
      async function go(by: number) {
        const { entries, currentIndex } = await cdp.send('Page.getNavigationHistory')
        const entry = entries[currentIndex + by]
        if (!entry) return
        steps += 1
        await run(`window.left = ${steps}`)
        await cdp.send('Page.navigateToHistoryEntry', { entryId: entry.id })
        await expect
          .poll(() => run(`document.readyState === 'complete' && window.left !== ${steps}`))
          .toBe(true)
      }
      await session(person.cookie)
      await page.goto(`${network.url}/?userID=${person.id}`)
      await expect(page.getByRole('link', { name: 'View List Secret list' })).toBeVisible()
      await isKept(page)
      await page.goto(`${network.url}/settings`)
      await go(-1)
      expect(await run('[window.persisted, document.body.innerText].join()')).toMatch(/^true,.*Secret list/s)
      await page.goto(`${network.url}/settings`)
      await page.getByRole('button', { name: 'Logout' }).click()
      await expect(page).toHaveURL(/\/landing/)
      await session(ben.cookie)
      await page.goto(`${network.url}/?userID=${ben.id}`)
      for (const isDown of [false, true]) {
        if (isDown) network.goDown()
        for (const by of [-1, -1, -1, 1, 1]) {
          await go(by)
          expect(await run('document.documentElement.outerHTML')).not.toMatch(/Hemorrhoid|Secret list/)
        }
      }
    } finally {
      await browser.stop()
    }
  })

  test('another account neither shows nor sends what waits, and its owner finds it again', {
    tag: '@script',
  }, async ({ page, person, larder, network, allowErrors, arrange }) => {
    allowErrors(/401/)
    const { listId, path } = arrange(['Milk'])
    await open(page, path)
    await goOffline(page, network)
    await box(page, 'Milk').click()
    await expect(status(page)).toContainText('1 change is waiting here.')
    const ben = addPerson(larder, 'Ben')
    addMember(larder, listId, ben)
    network.restore()
    await signIn(page, { ...larder, url: network.url }, ben)
    const other = await page.context().newPage()
    await open(other, path)
    await expect(box(other, 'Milk')).not.toBeChecked()
    await expect(status(other)).toHaveText('')
    // The tab that was left open still has the page of the first account.
    // It may be opening a new document for the other account already.
    await page.evaluate(() => dispatchEvent(new Event('online'))).catch(() => {})
    await expect(box(page, 'Milk')).not.toBeChecked()
    await page.waitForLoadState()
    expect(operationsOf(larder, listId)).toBe(0)
    // While a tab opens a document, Chromium sometimes forgets to close it.
    await page.close()
    await signIn(other, { ...larder, url: network.url }, person)
    await other.goto(path)
    await expect(status(other)).toContainText('All changes are saved.')
    await expect(box(other, 'Milk')).toBeChecked()
    expect(operationsOf(larder, listId)).toBe(1)
  })

  async function waitingAndBack(page: Page, network: Network, path: string) {
    await open(page, path)
    // Ticks don't get through, all else does.
    network.answerWith((req, res) => {
      if (req.url !== '/completed') return false
      res.writeHead(503, { 'Content-Type': 'application/json', 'Retry-After': '60' })
      res.end('{"ok":false,"status":503,"message":"The server is busy."}')
      return true
    })
    await box(page, 'Zwieback').click()
    await expect(status(page)).toContainText('1 change is waiting here.')
    await page.reload()
    await page.getByRole('button', { name: 'Logout' }).click()
    await expect(dialog(page)).toContainText('1 CHANGE NOT SENT')
  }

  test('logging out with waiting changes asks first, and they wait for the next sign-in', {
    tag: '@script',
  }, async ({ page, person, larder, network, allowErrors, arrange }) => {
    allowErrors(/503/)
    const { listId, path } = arrange(['Zwieback'])
    await waitingAndBack(page, network, path)
    await dialog(page).getByRole('button', { name: 'Stay logged in' }).click()
    await expect(box(page, 'Zwieback')).toBeChecked()
    await page.getByRole('button', { name: 'Logout' }).click()
    await dialog(page).getByRole('button', { name: 'Log out', exact: true }).click()
    await expect(page).toHaveURL(/\/landing/)
    await expect(page.getByText('Log in to send 1 change.')).toBeVisible()
    network.restore()
    const cookie = addSession(larder, person)
    await signIn(page, { ...larder, url: network.url }, { ...person, cookie })
    await page.goto(path)
    await expect(status(page)).toContainText('All changes are saved.')
    expect(itemsOf(larder, listId)[0]?.completed).toBe(1)
  })

  test('logging out can delete what waits', { tag: ['@script', '@full'] }, async ({
    page,
    network,
    allowErrors,
    arrange,
  }) => {
    allowErrors(/503/)
    const { path } = arrange(['Zwieback'])
    await waitingAndBack(page, network, path)
    await dialog(page).getByRole('button', { name: 'Delete and log out' }).click()
    await expect(page).toHaveURL(/\/landing/)
    await expect.poll(() => everythingIn(page)).not.toContain('Zwieback')
    await expect(page.getByText('Log in to send')).toHaveCount(0)
  })
})
