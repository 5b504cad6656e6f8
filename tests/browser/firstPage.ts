import type { Browser, BrowserContext, Page, Route } from '@playwright/test'
import { expect, type Larder } from './fixtures.ts'

// A list on a phone that has loaded nothing yet, whose scripts arrive when the test says so.

export const PHONE = { viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true }

export interface FirstPage {
  context: BrowserContext
  page: Page
  /** The forms that reached Larder. */
  posted: URLSearchParams[]
  /** The scripts begin to arrive. */
  release(): void
  /** Until they run. */
  wake(): Promise<void>
}

export async function openFirst(
  browser: Browser,
  larder: Larder,
  path: string,
  cookie?: string,
): Promise<FirstPage> {
  const context = await browser.newContext({ baseURL: larder.url, serviceWorkers: 'block', ...PHONE })
  if (cookie) await context.addCookies([{ name: 'session', value: cookie, url: larder.url }])
  let release = () => {}
  const released = new Promise<void>((resolve) => {
    release = resolve
  })
  await context.route('**/assets/*.js', async (route) => {
    await released
    // The page may have been left.
    await route.continue().catch(() => {})
  })
  const page = await context.newPage()
  const posted: URLSearchParams[] = []
  page.on('request', (request) => {
    if (request.method() === 'POST') posted.push(new URLSearchParams(request.postData() ?? ''))
  })
  await page.goto(path, { waitUntil: 'commit' })
  await expect(page.locator('.item, .empty').first()).toBeVisible()
  return {
    context,
    page,
    posted,
    release,
    async wake() {
      release()
      await page.waitForFunction(() => window.firstTaps === undefined && document.readyState === 'complete')
    },
  }
}

/** Taps are posts; scripts and pages are not held. */
export const onPosts = (context: BrowserContext, answer: (route: Route) => Promise<unknown>) =>
  context.route(
    (url) => !url.pathname.startsWith('/assets/'),
    (route) => (route.request().method() === 'POST' ? answer(route) : route.fallback()),
  )

export const addButton = (page: Page) => page.locator('.quick .well button')
