import { readFileSync } from 'node:fs'
import type { Page } from '@playwright/test'
import { expectAccessible } from '#tests/support/accessible.ts'
import { addAisles, addCategories, addItems, addList } from '#tests/support/rows.ts'
import { addLink } from '#tests/support/sharing.ts'
import { addPerson, expect, fullUnless } from './fixtures.ts'
import { names } from './listPage.ts'
import { type Network, open, test } from './offlineTest.ts'

// Pages that the device keeps, on a network that fails.

const OFFLINE = "You're offline"
const offlineHeading = (page: Page) => page.getByRole('heading', { name: OFFLINE })

/** What is on the device. */
const kept = (page: Page) =>
  page.evaluate(async () => {
    const request = indexedDB.open('larder')
    await new Promise((resolve) => {
      request.onsuccess = resolve
    })
    const tx = request.result.transaction(['pages', 'outbox'])
    const pages = tx.objectStore('pages').count()
    const outbox = tx.objectStore('outbox').count()
    await new Promise((resolve) => {
      tx.oncomplete = resolve
    })
    request.result.close()
    return { pages: pages.result, outbox: outbox.result, caches: await caches.keys() }
  })

const isKeptPage = (page: Page) => page.evaluate(() => 'kept' in document.documentElement.dataset)

test.describe('kept pages', { tag: '@script' }, () => {
  test('a list opens without a connection, with its rows, dialogs and title', async ({
    page,
    larder,
    person,
    network,
  }) => {
    const listId = addList(larder, person, 'Saturday market')
    addItems(larder, listId, [
      { name: 'Milk', quantity: 2 },
      { name: 'Bread' },
      { name: 'Tea', completed: true },
    ])
    const path = `/single-list?listID=${listId}`
    await open(page, path)
    network.goDown()
    await page.goto(path)
    await expect(names(page)).toHaveText(['Milk', 'Bread', 'Tea'])
    expect(await isKeptPage(page)).toBe(true)
    await expect(page).toHaveTitle('Saturday market · Larder')
    await expect(page).toHaveURL(path)
    await expectAccessible(page, 'kept')
    await page.getByRole('button', { name: 'ADD ITEM' }).click()
    await expect(page.getByRole('dialog', { name: 'ADD ITEM' })).toBeVisible()
    await expect(page).toHaveURL(`${path}&dialog=add`)
    await page.goBack()
    await expect(page.getByRole('dialog')).toBeHidden()
    await page.goto(`${path}&dialog=add`)
    await expect(page.getByRole('dialog', { name: 'ADD ITEM' })).toBeVisible()
    expect(await isKeptPage(page)).toBe(true)
  })

  test('a list by aisle opens by aisle without a connection', async ({ page, larder, person, network }) => {
    const listId = addList(larder, person, 'Saturday market')
    addItems(larder, listId, [{ name: 'Figs' }, { name: 'Soap' }, { name: 'Cola' }])
    addCategories(larder, listId, { Figs: 'produce', Soap: 'household', Cola: 'drinks' })
    addAisles(larder, listId, ['drinks', 'produce', 'household'])
    const view = "INSERT INTO list_views (list_id, user_id, view) VALUES (?, ?, 'aisle')"
    larder.database.prepare(view).run(listId, person.id)
    const path = `/single-list?listID=${listId}`
    const shown = page.locator('#items > :is(.aisle, .item) :is(h2, .name)')
    const all = ['Drinks', 'Cola', 'Fruit & vegetables', 'Figs', 'Household & hygiene', 'Soap']
    await open(page, path)
    await expect(shown).toHaveText(all)
    network.goDown()
    await page.goto(path)
    await expect(shown).toHaveText(all)
    expect(await isKeptPage(page)).toBe(true)
  })

  test('the page of lists opens at /, at /start and at its own address', { tag: '@full' }, async ({
    page,
    larder,
    person,
    network,
  }) => {
    addList(larder, person, 'Saturday market')
    const home = `/?userID=${person.id}`
    await open(page, home)
    network.goDown()
    for (const path of ['/', '/start', home]) {
      await page.goto(path)
      await expect(page.getByRole('link', { name: 'Saturday market' })).toBeVisible()
      await expect(page).toHaveURL(home)
      await expect(page).toHaveTitle('Your lists · Larder')
    }
  })

  test('a page that is not kept says so, and leads to the lists', async ({
    page,
    larder,
    person,
    network,
  }) => {
    addList(larder, person, 'Saturday market')
    await open(page, `/?userID=${person.id}`)
    network.goDown()
    await page.goto(`/single-list?listID=${addList(larder, person, 'Other')}`)
    await expect(offlineHeading(page)).toBeVisible()
    await expect(names(page)).toHaveCount(0)
    await page.getByRole('link', { name: 'Open your lists' }).click()
    await expect(page.getByRole('link', { name: 'Saturday market' })).toBeVisible()
    await page.goBack()
    await expect(offlineHeading(page)).toBeVisible()
    await page.goForward()
    await expect(page.getByRole('link', { name: 'Saturday market' })).toBeVisible()
  })

  test('without kept lists, the offline page has no link to them', { tag: '@full' }, async ({
    page,
    network,
  }) => {
    await page.goto('/landing')
    await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined))
    network.goDown()
    await page.goto('/')
    await expect(offlineHeading(page)).toBeVisible()
    await expect(page.getByRole('link')).toHaveText('Try again')
  })

  const FAILURES: Record<string, Parameters<Network['answerWith']>[0]> = {
    'a server that hangs in the middle of the page': (req, res) => {
      if (!req.headers.accept?.startsWith('text/html')) return false
      res.writeHead(200, { 'Content-Type': 'text/html', 'X-Request-Id': '0123456789abcdef' })
      res.write('<!doctype html><p>Slow')
      return true
    },
    'a captive portal': (_req, res) => {
      res.writeHead(200, { 'Content-Type': 'text/html' }).end('<p>Free Wi-Fi. Please sign in.')
      return true
    },
    'a proxy without a server': (_req, res) => {
      res.writeHead(502, { 'Content-Type': 'text/html' }).end('<h1>502 Bad Gateway')
      return true
    },
    'a busy server': (_req, res) => {
      res.writeHead(429, { 'X-Request-Id': '0123456789abcdef' }).end('busy')
      return true
    },
  }
  for (const [name, answer] of Object.entries(FAILURES)) {
    test(`${name}: the kept list opens`, {
      tag: fullUnless(name, 'a captive portal'),
    }, async ({ page, larder, person, network, allowErrors }) => {
      const listId = addList(larder, person, 'Saturday market')
      addItems(larder, listId, [{ name: 'Milk' }])
      const path = `/single-list?listID=${listId}`
      // Remix logs it when data isn't data.
      allowErrors(/SyntaxError/)
      await open(page, path)
      network.answerWith(answer)
      await page.goto(path)
      await expect(names(page)).toHaveText(['Milk'])
      expect(await isKeptPage(page)).toBe(true)
    })
  }

  test('with a connection, the server answers', { tag: '@full' }, async ({
    page,
    larder,
    person,
    network,
  }) => {
    const listId = addList(larder, person, 'Saturday market')
    const path = `/single-list?listID=${listId}`
    await open(page, path)
    addItems(larder, listId, [{ name: 'Milk' }])
    await page.goto(path)
    await expect(names(page)).toHaveText(['Milk'])
    expect(await isKeptPage(page)).toBe(false)
    network.goDown()
    await page.reload()
    await expect(page.getByRole('heading', { name: 'Saturday market' })).toBeVisible()
    expect(await isKeptPage(page)).toBe(true)
    network.restore()
    await page.reload()
    await expect(names(page)).toHaveText(['Milk'])
    expect(await isKeptPage(page)).toBe(false)
  })

  test('a signed-out visitor is sent away by the server, not shown the kept list', { tag: '@full' }, async ({
    page,
    larder,
    person,
  }) => {
    const path = `/single-list?listID=${addList(larder, person, 'Saturday market')}`
    await open(page, path)
    await page.context().clearCookies()
    await page.goto(path)
    await expect(page).toHaveURL('/landing')
  })

  test('a link opens without a connection, and tells no other site its address', async ({
    page,
    larder,
    network,
  }) => {
    const listId = addList(larder, addPerson(larder), 'Saturday market')
    addItems(larder, listId, [{ name: 'Milk' }])
    const path = addLink(larder, listId, 'editor')
    await open(page, path)
    network.goDown()
    const response = await page.goto(path)
    await expect(names(page)).toHaveText(['Milk'])
    await expect(page).toHaveTitle('Saturday market · Larder')
    expect(await response?.headerValue('Referrer-Policy')).toBe('same-origin')
    expect(await response?.headerValue('Cache-Control')).toBe('private, no-store')
    expect(await response?.headerValue('Content-Security-Policy')).toContain("default-src 'self'")
  })

  test('the theme and the title follow a kept page to other pages', { tag: '@full' }, async ({
    page,
    larder,
    person,
    network,
    allowErrors,
  }) => {
    allowErrors(/404/)
    const path = `/single-list?listID=${addList(larder, person, 'Saturday market')}`
    await open(page, path)
    await page.evaluate(() => localStorage.setItem('darkTheme', 'true'))
    network.goDown()
    await page.goto(path)
    await expect(page.getByRole('heading', { name: 'Saturday market' })).toBeVisible()
    await expect(page.locator('body')).toHaveClass(/dark-theme/)
    expect(await page.locator('meta[name=theme-color]').getAttribute('content')).toBe('#101411')
    network.restore()
    await page.getByRole('button', { name: 'Back to your lists' }).click()
    await expect(page).toHaveTitle('Your lists · Larder')
    await page.getByRole('link', { name: 'Settings' }).click()
    await expect(page).toHaveTitle(/Settings/)
    // The error page is rendered in place of the whole app.
    await page.evaluate(() => window.__remixRouter.navigate('/nowhere'))
    await expect(page.getByRole('heading', { name: 'Page not found' })).toBeVisible()
    expect(await isKeptPage(page)).toBe(true)
    await expect(page.locator('body')).toHaveClass(/dark-theme/)
    await page.goBack()
    await expect(page).toHaveTitle(/Settings/)
    await expect(page.locator('head title')).toHaveCount(1)
  })

  test('Remix starts with the same settings as on a page of the server', { tag: '@full' }, async ({
    page,
    larder,
    person,
    network,
  }) => {
    const path = `/single-list?listID=${addList(larder, person, 'Saturday market')}`
    const settings = () =>
      page.evaluate(() => {
        const { basename, future, isSpaMode } = window.__remixContext
        const { METAS, modules } = {
          METAS: [...document.querySelectorAll('meta[name]')].map((meta) => meta.outerHTML),
          // More of them are loaded ahead.
          modules: Object.keys(window.__remixRouteModules).slice(0, 2),
        }
        return { basename, future, isSpaMode, METAS, modules }
      })
    await open(page, path)
    const served = await settings()
    network.goDown()
    await page.goto(path)
    // The heading can be read before Remix has started.
    await expect.poll(() => page.evaluate(() => window.__remixRouter !== undefined)).toBe(true)
    expect(await settings()).toEqual(served)
  })

  test('somebody who has only opened one list has the others, too, without a connection', async ({
    page,
    larder,
    person,
    network,
  }) => {
    const other = `/single-list?listID=${addList(larder, person, 'Sunday')}`
    // Nothing is kept ahead the first time.
    await page.addInitScript(() => {
      Object.defineProperty(navigator, 'connection', {
        value: sessionStorage.getItem('visited') ? undefined : { saveData: true },
      })
      sessionStorage.setItem('visited', 'yes')
    })
    await open(page, `/single-list?listID=${addList(larder, person, 'Saturday market')}`)
    // This list, and the lists beside it.
    await expect.poll(async () => (await kept(page)).pages).toBe(2)
    await page.reload()
    await expect.poll(async () => (await kept(page)).pages).toBe(3)
    network.goDown()
    await page.goto(other)
    await expect(page.getByRole('heading', { name: 'Sunday', level: 1 })).toBeVisible()
  })

  test('the other lists are kept on a slow line, too', { tag: '@full' }, async ({ page, larder, person }) => {
    addList(larder, person, 'Sunday')
    // Without the lists beside the list.
    await page.setViewportSize({ width: 360, height: 740 })
    await page.addInitScript(() => {
      Object.defineProperty(navigator, 'connection', { value: undefined })
      const { fetch } = window
      window.fetch = async (input, init) => {
        const { pathname, searchParams } = new URL(new Request(input).url)
        // So long that the open page may be reloaded in between.
        if (pathname === '/_root.data' && searchParams.has('ahead')) {
          await new Promise((resolve) => setTimeout(resolve, 3500))
        }
        return fetch(input, init)
      }
    })
    await open(page, `/single-list?listID=${addList(larder, person, 'Saturday market')}`)
    await expect.poll(async () => (await kept(page)).pages).toBe(3)
  })

  test('a plain form that logs out forgets the pages, even without a connection', { tag: '@full' }, async ({
    page,
    larder,
    person,
    network,
  }) => {
    const path = `/single-list?listID=${addList(larder, person, 'Saturday market')}`
    await open(page, path)
    network.goDown()
    await page.goto(path)
    // The form comes with React; the kept page is painted before.
    await page.locator('form[action="/logout"]').evaluate((form: HTMLFormElement) => form.submit())
    await expect.poll(() => page.url()).toMatch(/chrome-error|logout/)
    network.restore()
    await page.goto('/landing')
    await expect.poll(async () => (await kept(page)).pages).toBe(0)
    network.goDown()
    await page.goto(path)
    await expect(offlineHeading(page)).toBeVisible()
  })

  test('a script that is not there says so instead of an empty page', { tag: '@full' }, async ({
    page,
    larder,
    person,
    network,
  }) => {
    const path = `/single-list?listID=${addList(larder, person, 'Saturday market')}`
    await open(page, path)
    network.goDown()
    await page.evaluate(async () => {
      for (const name of await caches.keys()) {
        const cache = await caches.open(name)
        for (const { url } of await cache.keys()) if (url.includes('framework')) await cache.delete(url)
      }
    })
    const devtools = await page.context().newCDPSession(page)
    await devtools.send('Network.clearBrowserCache')
    // Not the fixture's goto: React doesn't start.
    await page.evaluate((to) => location.assign(to), path)
    await expect(offlineHeading(page)).toBeVisible()
    await expect(page.getByRole('link', { name: 'Try again' })).toBeVisible()
  })
})

test.describe('versions', { tag: '@script' }, () => {
  const worker = readFileSync('build/client/sw.js', 'utf8')
  const [, version = ''] = /"([0-9a-f]{12})"/.exec(worker) ?? []

  /** Deploys another build: its service worker keeps the same files under another version. */
  const deploy = (network: Network, script: string, isGone: (path: string) => boolean = () => false) =>
    network.answerWith((req, res) => {
      if (req.url === '/sw.js') res.writeHead(200, { 'Content-Type': 'text/javascript' }).end(script)
      else if (isGone(req.url ?? '')) res.writeHead(404).end()
      else return false
      return true
    })

  const update = (page: Page) =>
    page.evaluate(() => navigator.serviceWorker.ready.then((worker) => worker.update()).then(() => undefined))

  /** Before, the browser takes another update for the same one. */
  const isInstalled = (page: Page) =>
    expect
      .poll(() =>
        page.evaluate(async () => {
          const { installing, waiting, active } = await navigator.serviceWorker.ready
          return !installing && !waiting && active?.state
        }),
      )
      .toBe('activated')

  test('a new version takes over while a tab of the last one is open', { tag: '@full' }, async ({
    page,
    larder,
    person,
    network,
    allowErrors,
  }) => {
    allowErrors(/404/)
    expect(version).toMatch(/^\w{12}$/)
    const path = `/single-list?listID=${addList(larder, person, 'Saturday market')}`
    await open(page, path)
    expect((await kept(page)).caches).toEqual([`larder-${version}`])
    const old = await page.evaluate(() => window.__remixManifest.routes['routes/undo.$id']?.module)
    deploy(network, worker.replaceAll(version, 'second'))
    await update(page)
    await isInstalled(page)
    expect((await kept(page)).caches).toEqual([`larder-${version}`, 'larder-second'])
    // The server no longer has the files of the tab's version.
    deploy(network, worker.replaceAll(version, 'second'), (path) => path === old)
    expect(await page.evaluate(async (url) => (await fetch(url ?? '')).status, old)).toBe(200)
    await page.getByRole('button', { name: 'ADD ITEM' }).click()
    await expect(page.getByRole('dialog', { name: 'ADD ITEM' })).toBeVisible()

    deploy(network, worker.replaceAll(version, 'third'))
    await update(page)
    await expect.poll(async () => (await kept(page)).caches).toEqual(['larder-second', 'larder-third'])
    network.goDown()
    await page.goto(path)
    await expect(page.getByRole('heading', { name: 'Saturday market' })).toBeVisible()
    expect(await isKeptPage(page)).toBe(true)
  })

  test.describe('a version that cannot be loaded', () => {
    let path: string

    test.beforeEach(async ({ page, larder, person, network, allowErrors }) => {
      allowErrors(/404/)
      path = `/single-list?listID=${addList(larder, person, 'Saturday market')}`
      await open(page, path)
      deploy(network, worker.replaceAll(version, 'broken'), (path) => path === '/shell.html')
      await page.evaluate(async () => {
        const registration = await navigator.serviceWorker.ready
        const failed = new Promise((resolve) =>
          registration.addEventListener('updatefound', () => {
            const { installing } = registration
            installing?.addEventListener('statechange', () => installing.state === 'redundant' && resolve(0))
          }),
        )
        await registration.update().catch(() => {})
        await failed
      })
    })

    test('leaves the last one working', { tag: '@full' }, async ({ page, network }) => {
      network.goDown()
      await page.goto(path)
      await expect(page.getByRole('heading', { name: 'Saturday market' })).toBeVisible()
      expect(await isKeptPage(page)).toBe(true)
    })

    // Not after a visit without a connection: in Chromium, an update within seconds of it may wait for the next visit,
    // and with a debugger attached, as in tests, forever.
    test('is not mistaken for a complete one', async ({ page, network }) => {
      expect((await kept(page)).caches).toEqual([`larder-${version}`, 'larder-broken'])
      deploy(network, worker.replaceAll(version, 'third'))
      await update(page)
      await expect.poll(async () => (await kept(page)).caches).toEqual([`larder-${version}`, 'larder-third'])
    })
  })

  test('switched off, everything is removed except changes that were not sent', { tag: '@full' }, async ({
    page,
    larder,
    person,
    network,
  }) => {
    const path = `/single-list?listID=${addList(larder, person, 'Saturday market')}`
    await open(page, path)
    await page.evaluate(async () => {
      const request = indexedDB.open('larder')
      await new Promise((resolve) => {
        request.onsuccess = resolve
      })
      const tx = request.result.transaction(['outbox'], 'readwrite')
      tx.objectStore('outbox').put({ body: 'a tick' })
      await new Promise((resolve) => {
        tx.oncomplete = resolve
      })
      request.result.close()
    })
    deploy(network, readFileSync('build/client/sw-off.js', 'utf8'))
    await update(page)
    await expect.poll(() => kept(page)).toEqual({ pages: 0, outbox: 1, caches: [] })
    await expect
      .poll(() => page.evaluate(async () => (await navigator.serviceWorker.getRegistrations()).length))
      .toBe(0)
    await page.getByRole('button', { name: 'ADD ITEM' }).click()
    await expect(page.getByRole('dialog', { name: 'ADD ITEM' })).toBeVisible()
  })
})
