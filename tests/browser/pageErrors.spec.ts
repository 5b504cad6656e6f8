import { expect, test } from './fixtures.ts'

// Any entry left in `pageErrors` fails a test. Each of these tests provokes one and removes it.

test('a console error is detected', { tag: '@script' }, async ({ page, pageErrors }) => {
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

test('a 5xx response for an asset is detected', async ({ page, pageErrors }) => {
  await page.route('**/*.css', (route) => route.fulfill({ status: 503, contentType: 'text/css', body: '' }))
  await page.goto('/landing')
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
