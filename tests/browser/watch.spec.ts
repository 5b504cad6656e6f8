import { expect, test } from './larder.ts'

// Whatever is in `troubles` at the end fails a test. These provoke one each, and take it out again.

test('a page that logs an error is noticed', { tag: '@script' }, async ({ page, troubles }) => {
  await page.goto('/landing')
  await page.evaluate("console.error('something is wrong')")
  await expect.poll(() => troubles.splice(0)).toEqual(['console: something is wrong'])
})

test('a page that breaks the content security policy is noticed', { tag: '@script' }, async ({
  page,
  troubles,
}) => {
  await page.goto('/landing')
  await page.evaluate(() => {
    const script = document.createElement('script')
    script.textContent = 'window.wasRun = true'
    document.head.append(script)
  })
  await expect.poll(() => troubles.splice(0)).toEqual([expect.stringContaining('Content Security Policy')])
})

test('a page that gets a 5xx for a part of itself is noticed', async ({ page, troubles }) => {
  await page.route('**/*.css', (route) => route.fulfill({ status: 503, contentType: 'text/css', body: '' }))
  await page.goto('/landing')
  await expect
    .poll(() => troubles.splice(0).sort())
    .toEqual([
      expect.stringMatching(/^503: .*\.css$/),
      expect.stringMatching(/^console: Failed to load resource.*503/),
    ])
})
