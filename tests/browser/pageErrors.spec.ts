import { browserProxy } from '#tests/support/browserProxy.ts'
import { addList } from '#tests/support/rows.ts'
import { expect, test } from './fixtures.ts'

// Any entry left in `pageErrors` fails a test. Each of these tests provokes one and removes it.

test('a console error is detected', { tag: ['@script', '@full'] }, async ({ page, pageErrors }) => {
  await page.goto('/landing')
  await page.evaluate("console.error('something is wrong')")
  await expect.poll(() => pageErrors.splice(0)).toEqual(['console: something is wrong'])
})

test('a violation of the content security policy is detected', { tag: '@script' }, async ({
  page,
  pageErrors,
}) => {
  await page.goto('/landing')
  await page.evaluate(() => {
    const script = document.createElement('script')
    script.textContent = 'window.wasRun = true'
    document.head.append(script)
  })
  await expect.poll(() => pageErrors.splice(0)).toEqual([expect.stringContaining('Content Security Policy')])
})

test('a 5xx response for an asset is detected', { tag: '@full' }, async ({ page, pageErrors }) => {
  await page.route('**/*.css', (route) => route.fulfill({ status: 503, contentType: 'text/css', body: '' }))
  // Not with the styles of a first visit.
  await page.goto('/forgot-password')
  await expect
    .poll(() => pageErrors.splice(0).sort())
    .toEqual([
      expect.stringMatching(/^503: .*\.css$/),
      expect.stringMatching(/^console: Failed to load resource.*503/),
    ])
})

test('a request that a newer one has replaced is no error', async ({ page, scripted, pageErrors }) => {
  test.skip(!scripted, 'needs JavaScript')
  await page.goto('/landing')
  await page.waitForLoadState('networkidle')
  await page.evaluate(() => {
    const controller = new AbortController()
    void fetch('/livez', { signal: controller.signal })
    controller.abort()
    setTimeout(() => void Promise.reject(new Error('other')))
  })
  await expect.poll(() => pageErrors.splice(0)).toEqual([expect.stringContaining('other')])
})

test('an error in another browser is detected', { tag: ['@script', '@full'] }, async ({
  openElsewhere,
  pageErrors,
}) => {
  const elsewhere = await openElsewhere()
  await elsewhere.goto('/landing')
  await elsewhere.evaluate("console.error('something is wrong')")
  await expect.poll(() => pageErrors.splice(0)).toEqual(['console: something is wrong'])
})

test('a reload that opening a dialog cancels is no error', { tag: ['@script', '@full'] }, async ({
  page,
  person,
  larder,
}) => {
  const path = `/single-list?listID=${addList(larder, person, 'Market')}`
  const network = await browserProxy(larder.url)
  await page.goto(network.url + path)
  let isHeld = false
  network.answerWith((req, res) => {
    if (isHeld || !req.url?.startsWith('/single-list.data')) return false
    isHeld = true
    void fetch(larder.url + req.url, { headers: { Cookie: `session=${person.cookie}` } }).then(
      async (response) => {
        const body = Buffer.from(await response.arrayBuffer())
        res.writeHead(200, { 'Content-Type': 'text/x-script' })
        res.write(body.subarray(0, body.length / 2))
      },
    )
    return true
  })
  const begun = page.waitForResponse(/single-list\.data/)
  await page.evaluate(() => dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true })))
  await begun
  const cancelled = page.waitForEvent('requestfailed')
  await page.getByRole('button', { name: 'ADD ITEM' }).click()
  await cancelled
  await expect(page.getByRole('dialog')).toBeVisible()
  await page.waitForLoadState('networkidle')
  // Otherwise the page would report that its connections are gone.
  await page.goto('about:blank')
  network.stop()
})

test("a page that was open during an upgrade reloads if it can't show the new data", {
  tag: '@script',
}, async ({ page, person, larder, pageErrors }) => {
  const path = `/single-list?listID=${addList(larder, person, 'Market')}`
  const network = await browserProxy(larder.url)
  await page.goto(network.url + path)
  network.answerWith((req, res) => {
    const isManifest = req.url?.includes('/manifest-') && req.method === 'HEAD'
    if (isManifest) res.writeHead(404).end()
    if (isManifest || !req.url?.startsWith('/single-list.data')) return isManifest
    void fetch(larder.url + req.url, { headers: { Cookie: `session=${person.cookie}` } }).then(
      async (response) => {
        const data = await response.text()
        const withOtherItems = data.replace(/"\{\\"id\\":.*?\}"/, '5')
        res.writeHead(200, { 'Content-Type': 'text/x-script' }).end(withOtherItems)
      },
    )
    return true
  })
  const opened = page.getByRole('heading', { name: 'Market' })
  await expect(opened).toBeVisible()
  // Opened a while ago.
  await page.evaluate(() => {
    window.loadedAt = 1
  })
  await page.evaluate(() => dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true })))
  await page.waitForFunction(() => window.loadedAt !== 1)
  await expect(opened).toBeVisible()
  expect(pageErrors.splice(0)).toContainEqual(expect.stringContaining('TypeError'))
  await page.goto('about:blank')
  network.stop()
})
