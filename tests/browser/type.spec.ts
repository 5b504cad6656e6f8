import type { Page } from '@playwright/test'
import { addItems, addList } from '#tests/support/rows.ts'
import { expect, fullUnless, test } from './fixtures.ts'

const NAMES = [
  'Crème brûlée – ½ l „süß“ ¿Jalapeño? €5 × 3',
  'Œufs, naïve façade, ÀÇÉÑÖß ‹x› «y» “z” 100 % … ² °',
]

test('names and prices in all four languages are in Figtree, and further letters load when they are shown', {
  tag: '@script',
}, async ({ page, person, larder, context }) => {
  const listId = addList(larder, person, 'Łódź & Čakovec')
  addItems(
    larder,
    listId,
    NAMES.map((name) => ({ name, price: 399 })),
  )
  await page.goto(`/single-list?listID=${listId}`)
  await page.evaluate(() => document.fonts.ready)
  const cdp = await context.newCDPSession(page)
  await cdp.send('DOM.enable')
  await cdp.send('CSS.enable')
  const { root } = await cdp.send('DOM.getDocument')
  for (const selector of ['.name', '.amounts', '.total strong', 'h1', '.button']) {
    const { nodeIds } = await cdp.send('DOM.querySelectorAll', { nodeId: root.nodeId, selector })
    expect(nodeIds.length, selector).toBeGreaterThan(0)
    for (const nodeId of nodeIds) {
      const { fonts } = await cdp.send('CSS.getPlatformFontsForNode', { nodeId })
      const others = fonts.filter(
        ({ familyName, isCustomFont }) => !/^Figtree/.test(familyName) || !isCustomFont,
      )
      expect(others, selector).toEqual([])
    }
  }
})

for (const path of ['/landing', '/login', 'list'])
  for (const width of [360, 1280])
    test(`nothing moves when the font arrives late: ${path}, ${width} px`, {
      tag: ['@script', ...fullUnless(`${path} ${width}`, 'list 360')],
    }, async ({ page, person, larder, context }) => {
      const listId = addList(larder, person, 'Saturday market')
      const names = ['Sourdough bread', 'Tomatoes on the vine', 'Free-range eggs from the farm next door']
      addItems(
        larder,
        listId,
        names.map((name, n) => ({ name, price: 100 * n, completed: n === 2 })),
      )
      if (path === '/login') await context.clearCookies()
      let release = () => {}
      const released = new Promise<void>((resolve) => {
        release = resolve
      })
      await context.route('**/*.woff2', async (route) => {
        await released
        await route.continue()
      })
      await page.setViewportSize({ width, height: 740 })
      await page.addInitScript(() => {
        new PerformanceObserver((list) => {
          for (const shift of list.getEntries()) {
            const isOfFont = window.isRead && shift.startTime > window.isRead
            if (isOfFont) window.shifted = (window.shifted ?? 0) + Number(Reflect.get(shift, 'value'))
          }
        }).observe({ type: 'layout-shift', buffered: true })
      })
      await page.goto(path === 'list' ? `/single-list?listID=${listId}` : path, {
        waitUntil: 'domcontentloaded',
      })
      const isShown = () => page.evaluate(() => document.fonts.check('1rem Figtree'))
      expect(await isShown()).toBe(false)
      await nextFrame(page)
      // A page that is read in pieces shows them as they come.
      await page.evaluate(() => {
        window.isRead = performance.now()
      })
      release()
      await expect.poll(isShown).toBe(true)
      await nextFrame(page)
      expect(await page.evaluate(() => window.shifted ?? 0)).toBeLessThanOrEqual(0.02)
    })

function nextFrame(page: Page) {
  return page.evaluate(
    () => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))),
  )
}

declare global {
  interface Window {
    /** When all of the page had been read. */
    isRead?: number
    shifted?: number
  }
}
