// A phone in bad reception: 400 kbps, 400 ms, a processor four times slower.
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { chromium } from '@playwright/test'
import { fill } from './data.mjs'
import { startLarder } from './servers.mjs'

const SLOW = { offline: false, latency: 400, downloadThroughput: 400_000 / 8, uploadThroughput: 400_000 / 8 }

export async function measureBrowser(dataDir) {
  mkdirSync(dataDir, { recursive: true })
  await (await startLarder(dataDir)).stop()
  const [person] = fill(join(dataDir, 'larder.db'), { people: 1, itemsEach: 60 })
  const larder = await startLarder(dataDir)
  const executablePath = process.env.CHROMIUM_PATH ?? '/usr/bin/chromium'
  const browser = await chromium.launch({
    executablePath,
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
  const wire = countBytes(session)
  const mode = javaScriptEnabled ? 'JavaScript on' : 'JavaScript off'
  const rows = []

  const started = performance.now()
  await page.goto(url, { waitUntil: 'commit' })
  await page.locator('.item').nth(10).waitFor()
  rows.push({ what: `readable, ${mode}, ms`, value: Math.round(performance.now() - started), goal: '≤ 2000' })
  if (!javaScriptEnabled) {
    // Usable without a script is: the form is there and works. The answer's own way is not counted.
    rows.push({ what: `usable, ${mode}, ms`, value: Math.round(performance.now() - started), goal: '≤ 2000' })
  }
  await page.waitForLoadState('networkidle')
  const { html, css, js } = wire()
  rows.push({ what: `HTML + CSS, ${mode}, kB`, value: (html + css) / 1000, goal: '≤ 30' })
  rows.push({ what: `JavaScript, ${mode}, kB`, value: js / 1000, goal: '≤ 110' })
  if (javaScriptEnabled) {
    rows.push({ what: `script ready, ${mode}, ms`, value: Math.round(performance.now() - started) })
    const paint = await page.evaluate(
      () => performance.getEntriesByName('first-contentful-paint')[0]?.startTime,
    )
    rows.push({ what: `first paint, ${mode}, ms`, value: Math.round(paint ?? 0) })
    rows.push({ what: 'a tick is painted after, ms', value: await tickToPaint(page), goal: '≤ 100' })
    const again = performance.now()
    await page.goto(url, { waitUntil: 'commit' })
    await page.locator('.item').nth(10).waitFor()
    rows.push({ what: 'repeat visit readable, ms', value: Math.round(performance.now() - again) })
  }
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

/** The worst of five. */
async function tickToPaint(page) {
  let worst = 0
  for (let turn = 0; turn < 5; turn += 1) {
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
