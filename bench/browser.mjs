// Loading times on a phone with bad reception: 400 kbps, 400 ms latency, four times slower CPU.
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { chromium } from '@playwright/test'
import { ensureBrowser, FULL } from '../scripts/lib/browser.mjs'
import { fill } from './data.mjs'
import { startLarder } from './servers.mjs'
import { maxGoal } from './table.mjs'

const SLOW = { offline: false, latency: 400, downloadThroughput: 400_000 / 8, uploadThroughput: 400_000 / 8 }

export async function measureBrowser(dataDir) {
  mkdirSync(dataDir, { recursive: true })
  await (await startLarder(dataDir)).stop()
  const [person] = fill(join(dataDir, 'larder.db'), { people: 1, itemsEach: 60 })
  const larder = await startLarder(dataDir)
  const browser = await chromium.launch({
    executablePath: await ensureBrowser(FULL),
    args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking'],
  })
  try {
    const url = `${larder.url}/single-list?listID=${person.listId}`
    return [...(await visit(browser, url, person, true)), ...(await visit(browser, url, person, false))]
  } finally {
    await browser.close()
    await larder.stop()
  }
}

async function visit(browser, url, person, javaScriptEnabled) {
  const context = await browser.newContext({ javaScriptEnabled, viewport: { width: 360, height: 740 } })
  await context.addCookies([{ name: 'session', value: person.cookie, url }])
  const page = await context.newPage()
  const session = await context.newCDPSession(page)
  await session.send('Network.enable')
  await session.send('Network.emulateNetworkConditions', SLOW)
  await session.send('Emulation.setCPUThrottlingRate', { rate: 4 })
  const bytes = countBytes(session)
  const mode = javaScriptEnabled ? 'JavaScript on' : 'JavaScript off'
  const rows = []

  const started = performance.now()
  const sinceStart = () => Math.round(performance.now() - started)
  await page.goto(url, { waitUntil: 'commit' })
  await page.locator('.item').nth(10).waitFor()
  rows.push({ name: `readable, ${mode}, ms`, ...maxGoal(sinceStart(), 2000) })
  // Until JavaScript has loaded, checkboxes are buttons of a form and work too.
  await page.locator('.item button[role=checkbox]').nth(10).waitFor()
  rows.push({ name: `usable, ${mode}, ms`, ...maxGoal(sinceStart(), 2000) })
  if (javaScriptEnabled) {
    await page.waitForFunction(() => Object.keys(document.body).some((key) => key.startsWith('__react')))
    rows.push({ name: `interactive (hydrated), ${mode}, ms`, value: sinceStart() })
  }
  await page.waitForLoadState('networkidle')
  const { html, css, js, other } = bytes()
  rows.push({ name: `HTML, ${mode}, kB`, value: html / 1000 })
  rows.push({ name: `CSS, ${mode}, kB`, value: css / 1000 })
  rows.push({ name: `HTML + CSS, ${mode}, kB`, ...maxGoal((html + css) / 1000, 30) })
  rows.push({ name: `JavaScript, ${mode}, kB`, ...maxGoal(js / 1000, 110) })
  rows.push({ name: `icons and manifest, ${mode}, kB`, value: other / 1000 })
  if (javaScriptEnabled) {
    const paint = await page.evaluate(
      () => performance.getEntriesByName('first-contentful-paint')[0]?.startTime,
    )
    rows.push({ name: `first paint, ${mode}, ms`, value: Math.round(paint ?? 0) })
    rows.push({ name: 'layout shift while loading', ...maxGoal(await layoutShift(page), 0.01) })
    rows.push({ name: 'tap to paint, ms', ...maxGoal(await tickToPaint(page), 100) })
    rows.push({ name: 'layout shift after five ticks', ...maxGoal(await layoutShift(page), 0.1) })
  } else {
    rows.push({ name: 'tick by form to the next page, ms', value: await tickByForm(page) })
  }
  const again = performance.now()
  await page.goto(url, { waitUntil: 'commit' })
  await page.locator('.item').nth(10).waitFor()
  rows.push({ name: `repeat visit readable, ${mode}, ms`, value: Math.round(performance.now() - again) })
  await context.close()
  return rows
}

function countBytes(session) {
  const kinds = new Map()
  const bytes = { html: 0, css: 0, js: 0, other: 0 }
  session.on('Network.responseReceived', ({ requestId, type }) => kinds.set(requestId, type))
  session.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    const kind = { Document: 'html', Stylesheet: 'css', Script: 'js' }[kinds.get(requestId)] ?? 'other'
    bytes[kind] += encodedDataLength
  })
  return () => bytes
}

async function tickByForm(page) {
  const box = page.locator('.item button[role=checkbox]').first()
  const before = await box.getAttribute('aria-label')
  const tapped = performance.now()
  await Promise.all([page.waitForEvent('load'), box.click()])
  const after = await box.getAttribute('aria-label')
  if (before === after) throw new Error('the tick had no effect')
  return Math.round(performance.now() - tapped)
}

/** The sum since the page began to load, without what follows a tap within half a second, as browsers count it. */
async function layoutShift(page) {
  const shift = await page.evaluate(
    () =>
      new Promise((resolve) => {
        let sum = 0
        const observer = new PerformanceObserver((list) => {
          for (const entry of list.getEntries()) if (!entry.hadRecentInput) sum += entry.value
        })
        observer.observe({ type: 'layout-shift', buffered: true })
        setTimeout(() => resolve(sum), 1000)
      }),
  )
  return Math.round(shift * 1000) / 1000
}

async function tickToPaint(page) {
  let worst = 0
  for (let n = 0; n < 5; n += 1) {
    const took = await page.evaluate(async () => {
      const tapped = performance.now()
      document.querySelector('[role=checkbox]').click()
      await new Promise((painted) => requestAnimationFrame(() => setTimeout(painted)))
      return performance.now() - tapped
    })
    worst = Math.max(worst, took)
    await page.waitForLoadState('networkidle')
  }
  return Math.round(worst)
}
