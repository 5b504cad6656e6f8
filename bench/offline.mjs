// Opening a kept list without a connection, on a CPU four times slower: in a browser that runs, and in one that just
// started.
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { chromium } from '@playwright/test'
import { ensureBrowser, FULL } from '../scripts/lib/browser.mjs'
import { waitUntilKept } from '../tests/support/waitUntilKept.mjs'
import { fill } from './data.mjs'
import { startLarder } from './servers.mjs'
import { maxGoal } from './table.mjs'

const ITEMS = 30
const OPENINGS = 5
/** Browsers keep compiled scripts from the second opening on. */
const EARLIER_OPENINGS = 2

export async function measureOffline(dataDir) {
  mkdirSync(dataDir, { recursive: true })
  await (await startLarder(dataDir)).stop()
  const [person] = fill(join(dataDir, 'larder.db'), { people: 1, itemsEach: ITEMS })
  const larder = await startLarder(dataDir)
  const url = `${larder.url}/single-list?listID=${person.listId}`
  const profile = join(dataDir, 'profile')
  let browser = await launch(profile)
  let isStopped = false
  try {
    await browser.addCookies([{ name: 'session', value: person.cookie, url }])
    const page = await browser.newPage()
    await page.goto(url)
    await page.waitForLoadState('networkidle')
    await page.evaluate(waitUntilKept)
    await larder.stop()
    isStopped = true
    const first = await open(browser, url)
    for (let n = 1; n < EARLIER_OPENINGS; n += 1) await open(browser, url)
    const warm = []
    for (let n = 0; n < OPENINGS; n += 1) warm.push(await open(browser, url))
    const cold = []
    for (let n = 0; n < OPENINGS; n += 1) {
      await browser.close()
      browser = await launch(profile)
      cold.push(await open(browser, url))
    }
    return [...rowsOf('first time', [first]), ...rowsOf('again', warm, 300), ...rowsOf('after a start', cold)]
  } finally {
    await browser.close()
    if (!isStopped) await larder.stop()
  }
}

async function launch(profile) {
  return chromium.launchPersistentContext(profile, {
    executablePath: await ensureBrowser(FULL),
    viewport: { width: 360, height: 740 },
    args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking'],
  })
}

/** In ms since the navigation began: the first paint, the paint with all rows, and when they can be ticked. */
async function open(browser, url) {
  const page = await browser.newPage()
  const session = await browser.newCDPSession(page)
  await session.send('Emulation.setCPUThrottlingRate', { rate: 4 })
  await page.addInitScript((count) => {
    const observer = new MutationObserver(() => {
      if (document.querySelectorAll('.item').length < count) return
      if (performance.getEntriesByName('rows').length === 0) {
        requestAnimationFrame(() => setTimeout(() => performance.mark('rows')))
      }
      if (!document.querySelector('.strip')) return
      observer.disconnect()
      requestAnimationFrame(() => setTimeout(() => performance.mark('ready')))
    })
    observer.observe(document, { childList: true, subtree: true })
  }, ITEMS)
  await page.goto(url)
  const times = await page
    .waitForFunction(() => {
      const [painted] = performance.getEntriesByName('first-contentful-paint')
      const [rows] = performance.getEntriesByName('rows')
      const [ready] = performance.getEntriesByName('ready')
      return painted && ready && { painted: painted.startTime, rows: rows.startTime, ready: ready.startTime }
    })
    .then((handle) => handle.jsonValue())
  await page.close()
  return times
}

function rowsOf(when, openings, goal = Number.POSITIVE_INFINITY) {
  const of = (name) => openings.map((times) => times[name]).sort((a, b) => a - b)
  const median = (numbers) => Math.round(numbers[Math.floor(numbers.length / 2)])
  const withGoal = (value) => (Number.isFinite(goal) ? maxGoal(value, goal) : { value })
  return [
    { name: `first paint, ${when}, ms`, value: median(of('painted')) },
    { name: `all rows painted, ${when}, ms`, ...withGoal(median(of('rows'))) },
    { name: `to be ticked, ${when}, ms`, value: median(of('ready')) },
    { name: `slowest of ${openings.length}, ${when}, ms`, value: Math.round(of('rows').at(-1)) },
  ]
}
