import type { Browser, BrowserContext, Page } from '@playwright/test'
import { addItems, addList } from '#tests/support/rows.ts'
import { addLink } from '#tests/support/sharing.ts'
import { isFull } from '#tests/support/size.ts'
import { addPerson, expect, type Larder, messages, test } from './fixtures.ts'
import { box } from './listPage.ts'

// The first page of a browser that has loaded nothing yet.

const PHONE = { viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true }

/** Without waiting for scripts, as the pages of other tests do. */
async function newBrowser(browser: Browser, larder: Larder, options = {}) {
  const context = await browser.newContext({ baseURL: larder.url, serviceWorkers: 'block', ...options })
  const owner = addPerson(larder)
  await context.addCookies([{ name: 'session', value: owner.cookie, url: larder.url }])
  const listId = addList(larder, owner, 'Market')
  const items = Array.from({ length: 12 }, (_, n) => ({ name: `Item ${n}`, price: n, completed: n > 9 }))
  const [milk = ''] = addItems(larder, listId, [{ name: 'Milk', quantity: 2 }, ...items])
  return { context, owner, listId, milk, path: `/single-list?listID=${listId}` }
}

/** The files of the build arrive when the test says so. */
async function holdFiles(context: BrowserContext) {
  const requested: string[] = []
  let release = () => {}
  const released = new Promise<void>((resolve) => {
    release = resolve
  })
  await context.route('**/assets/*', async (route) => {
    requested.push(new URL(route.request().url()).pathname)
    await released
    // The page may have been left.
    await route.continue().catch(() => {})
  })
  return { requested, release }
}

const isHydrated = (page: Page) =>
  page.waitForFunction(() => Object.keys(document.body).some((key) => key.startsWith('__react')))

const isTicked = ({ database }: Larder, id: string) =>
  database.prepare('SELECT completed FROM items WHERE id = ?').pluck().get(id) === 1

test('rows have their styles before any other file has arrived', async ({ browser, larder, scripted }) => {
  const { context, path } = await newBrowser(browser, larder, { ...PHONE, javaScriptEnabled: scripted })
  const { requested, release } = await holdFiles(context)
  const page = await context.newPage()
  await page.goto(path, { waitUntil: 'commit' })
  await expect(box(page, 'Item 0')).toBeVisible()
  await expect(page.locator('#items > .item').first()).toHaveCSS('display', 'grid')
  await expect(page.locator('.bar').first()).toHaveCSS('position', /sticky|fixed/)
  // Without scripts, there is one for paper.
  if (scripted) expect(requested.filter((file) => file.endsWith('.css'))).toEqual([])
  release()
  if (scripted) {
    await expect(page.locator('link[href$=".css"]')).toHaveAttribute('media', 'all')
    await box(page, 'Item 0').tap()
    await expect(messages(page)).toContainText('Ticked Item 0.')
  }
  await context.close()
})

/**
 * Runs in the page: where everything is that can be seen, and each style that isn't its parent's. A picture would differ
 * a little from one frame to the next.
 */
function looksInSight() {
  // What is clipped only while something moves comes later.
  const ownStyles = (of: CSSStyleDeclaration, around: CSSStyleDeclaration) =>
    [...of]
      .filter((name) => !name.startsWith('overflow'))
      .filter((name) => of.getPropertyValue(name) !== around.getPropertyValue(name))
      .map((name) => `${name}: ${of.getPropertyValue(name)}`)
  const looks = []
  for (const element of document.body.querySelectorAll('*')) {
    const { x, y, width, height } = element.getBoundingClientRect()
    if (width * height === 0 || !element.checkVisibility({ visibilityProperty: true })) continue
    const styles = getComputedStyle(element)
    const name = `${element.tagName} ${element.className} at ${x}, ${y}, ${width} x ${height}`
    looks.push([name, ...ownStyles(styles, getComputedStyle(element.parentElement ?? element))])
    for (const part of ['::before', '::after', '::placeholder']) {
      const partStyles = getComputedStyle(element, part)
      if (part === '::placeholder' ? 'placeholder' in element : partStyles.content !== 'none')
        looks.push([part, ...ownStyles(partStyles, styles)])
    }
  }
  return looks
}

for (const width of [360, 1280])
  for (const theme of ['light', 'dark'])
    test(`first screens look as they do with all styles, ${width} px, ${theme}`, {
      tag: ['@script', ...(width === 360 && theme === 'light' ? [] : ['@full'])],
    }, async ({ browser, larder, allowErrors }) => {
      allowErrors(/ERR_FAILED/)
      const { context, owner, listId, path } = await newBrowser(browser, larder, {
        viewport: { width, height: 740 },
      })
      addList(larder, owner, 'Bakery')
      await context.addInitScript((theme) => {
        // Browsers start with a document that has no storage.
        if (location.protocol === 'http:') localStorage.setItem('darkTheme', String(theme === 'dark'))
      }, theme)
      // What the scripts change, such as times, isn't compared.
      await context.route('**/*.js', (route) => route.abort())
      const page = await context.newPage()
      const others = ['/login', '/register', `${path}&beside=on`]
      const links = [addLink(larder, listId, 'editor'), addLink(larder, listId, 'viewer')]
      const paths = ['/landing', `/?userID=${owner.id}`, path, ...(isFull ? [...others, ...links] : [])]
      const look = async (path: string) => {
        await page.goto(path)
        await page.evaluate(async () => {
          for (const details of document.querySelectorAll('details')) details.open = true
          await Promise.all(document.getAnimations().map((animation) => animation.finish()))
          const images = [...document.images].filter((image) => image.checkVisibility())
          for (const image of images) image.loading = 'eager'
          await Promise.all([document.fonts.ready, ...images.map((image) => image.decode())])
        })
        return page.evaluate(looksInSight)
      }
      for (const path of paths) {
        const before = (await context.cookies()).filter(({ name }) => name === 'session')
        // Without an account, the first pages don't lead to the lists.
        await context.clearCookies()
        if (!/^\/(?:landing|login|register)/.test(path)) await context.addCookies(before)
        const first = await look(path)
        expect(await page.locator('style').first().textContent(), path).not.toBe('')
        const [cookie] = (await context.cookies()).filter(({ name }) => name === 'styles')
        if (!cookie) throw new Error('no cookie')
        await context.addCookies([{ ...cookie, value: cookie.value.replace(/\d+$/, '0') }])
        const again = await look(path)
        expect(await page.locator('style').first().textContent(), path).toBe('')
        await context.clearCookies()
        await context.addCookies(before)
        expect(again, path).toEqual(first)
      }
      await context.close()
    })

test('a tap on a row before any script has arrived ticks it, and the page shows it', async ({
  browser,
  larder,
  scripted,
}) => {
  const { context, path, milk } = await newBrowser(browser, larder, {
    ...PHONE,
    javaScriptEnabled: scripted,
  })
  const { release } = await holdFiles(context)
  const page = await context.newPage()
  await page.goto(path, { waitUntil: 'commit' })
  await box(page, 'Milk').tap({ noWaitAfter: true })
  await expect.poll(() => isTicked(larder, milk)).toBe(true)
  // With scripts, it moves once they are there.
  if (!scripted) await expect(page.locator('#basket > .item', { hasText: 'Milk' })).toBeVisible()
  await expect(box(page, 'Milk')).toBeChecked()
  await expect(page.locator('#items > .item').first()).toHaveCSS('display', 'grid')
  release()
  if (scripted) await isHydrated(page)
  await expect(box(page, 'Milk')).toBeChecked()
  expect(isTicked(larder, milk)).toBe(true)
  await context.close()
})

test('a press that begins before the scripts run and ends after that ticks the row', {
  tag: '@script',
}, async ({ browser, larder }) => {
  const { context, path, milk } = await newBrowser(browser, larder, PHONE)
  const { release } = await holdFiles(context)
  const page = await context.newPage()
  await page.goto(path, { waitUntil: 'commit' })
  const place = await box(page, 'Milk').boundingBox()
  if (!place) throw new Error('nothing to press')
  const cdp = await context.newCDPSession(page)
  const finger = { x: place.x + 40, y: place.y + place.height / 2 }
  await cdp.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: [finger] })
  release()
  await isHydrated(page)
  await cdp.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] })
  await expect(box(page, 'Milk')).toBeChecked()
  await expect.poll(() => isTicked(larder, milk)).toBe(true)
  await context.close()
})

test('if the stylesheet fails to load, messages are shown in the page', { tag: '@script' }, async ({
  page,
  person,
  larder,
  allowErrors,
}) => {
  allowErrors(/ERR_FAILED/)
  const listId = addList(larder, person, 'Market')
  addItems(larder, listId, [{ name: 'Milk' }])
  await page.route('**/*.css', (route) => route.abort())
  const failed = page.waitForEvent('requestfailed', (request) => request.url().endsWith('.css'))
  await page.goto(`/single-list?listID=${listId}`)
  await failed
  await box(page, 'Milk').click()
  await expect(page.locator('.message')).toContainText('Ticked Milk.')
})
