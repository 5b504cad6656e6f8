// Loading times on a phone: four times slower CPU, at 1.6 Mbit/s with 150 ms latency and, with bad reception, at 0.4
// with 400 ms.
import { get } from 'node:http'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { chromium } from '@playwright/test'
import Sqlite from 'better-sqlite3'
import { ensureBrowser, FULL } from '../scripts/lib/browser.mjs'
import { root } from '../scripts/lib/steps.mjs'
import { median, prepare, ratioOf } from './cpu.mjs'
import { fill } from './data.mjs'
import { cookie } from './load.mjs'
import { startLarder } from './servers.mjs'
import { maxGoal, maxRatio } from './table.mjs'

const line = (bits, latency) => ({
  offline: false,
  latency,
  downloadThroughput: bits / 8,
  uploadThroughput: bits / 8,
})
const LINES = { '1.6 Mbit/s': line(1_600_000, 150), '0.4 Mbit/s': line(400_000, 400) }
const SLOW = LINES['0.4 Mbit/s']
const VISITS = 5
/** A first visit ends when the browser has the stylesheet: docs/decisions/082-styles-in-the-first-page.md */
const FIRST_VISIT_TAKES = 11_000

export async function measureBrowser(folder, { before }) {
  const browser = await chromium.launch({
    executablePath: await ensureBrowser(FULL),
    args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking'],
  })
  const sides = []
  try {
    const now = await openSide('now', root, folder)
    sides.push(now)
    const rows = [
      ...(await visit(browser, now.url, now.person, true)),
      ...(await visit(browser, now.url, now.person, false)),
      ...(await sizes(now)),
    ]
    if (before) sides.push(await openSide('before', before, folder))
    rows.push(...(await firstRows(browser, sides)))
    for (const name of Object.keys(LINES)) rows.push(...(await tapsAtOnce(browser, sides, name)))
    return rows
  } finally {
    await browser.close()
    for (const { larder } of sides) await larder.stop()
  }
}

async function openSide(name, checkout, folder) {
  const dataDir = join(folder, name)
  await prepare(checkout, dataDir)
  const file = join(dataDir, 'larder.db')
  const [person] = fill(file, { people: 1, itemsEach: 60 })
  const [shorter] = fill(file, { people: 1, itemsEach: 20 })
  const larder = await startLarder(dataDir, {}, checkout)
  return { name, file, larder, person, shorter, url: `${larder.url}/single-list?listID=${person.listId}` }
}

/** When the frames with the first and the last row are done, on a first visit and on one when its files are cached. */
async function firstRows(browser, sides) {
  const taken = {}
  for (let count = 0; count < VISITS; count += 1) {
    for (const side of count % 2 === 0 ? sides : sides.toReversed()) {
      for (const name of Object.keys(LINES)) {
        const page = await openPhone(browser, side, name)
        for (const nth of ['first visit', 'again']) {
          const seen = await timesOf(page, side.url)
          for (const [what, at] of Object.entries(seen)) {
            const key = `${name}, ${nth}: ${what}`
            taken[key] ??= { now: [], before: [] }
            taken[key][side.name].push(at)
          }
          if (nth === 'first visit') await pause(FIRST_VISIT_TAKES)
        }
        await page.context().close()
      }
    }
  }
  return Object.entries(taken).flatMap(([name, { now, before }]) => {
    const goal = name.includes('last row') ? 0.75 : name.includes('first visit: first row') && 0.6
    return [
      { name: `${name}, ms`, value: Math.round(median(now)) },
      ...(before.length > 0
        ? [
            { name: `${name}: before, ms`, value: Math.round(median(before)) },
            {
              name: `${name} / before`,
              ...ratioOf(now, before),
              ...(goal && maxRatio(median(now) / median(before), goal)),
            },
          ]
        : []),
    ]
  })
}

async function openPhone(browser, { url, person }, lineName) {
  const context = await browser.newContext({
    viewport: { width: 360, height: 740 },
    hasTouch: true,
    isMobile: true,
  })
  await context.addCookies([{ name: 'session', value: person.cookie, url }])
  await context.addInitScript(watchRows)
  const page = await context.newPage()
  const session = await context.newCDPSession(page)
  await session.send('Network.enable')
  await session.send('Network.emulateNetworkConditions', LINES[lineName])
  await session.send('Emulation.setCPUThrottlingRate', { rate: 4 })
  return page
}

/** In the page. */
function watchRows() {
  const seen = {}
  window.seen = seen
  const inFrame = () => {
    const rows = document.querySelectorAll('.item').length
    const isHydrated = Object.keys(document.body ?? {}).some((key) => key.startsWith('__react'))
    for (const [what, isThere] of [
      ['first row', rows > 0],
      ['last row', rows >= 60],
      ['hydrated', isHydrated],
    ]) {
      if (!isThere || what in seen) continue
      seen[what] = 0
      // After this frame.
      const { port1, port2 } = new MessageChannel()
      port1.onmessage = () => {
        seen[what] = performance.now()
      }
      port2.postMessage(0)
    }
    if (!seen.hydrated || !seen['last row']) requestAnimationFrame(inFrame)
  }
  requestAnimationFrame(inFrame)
}

async function timesOf(page, url) {
  await page.goto(url, { waitUntil: 'commit' })
  // Not by Playwright's own functions, whose script would run in the page before the first row.
  const session = await page.context().newCDPSession(page)
  const expression = "window.seen['last row'] > 0 && window.seen.hydrated > 0"
  const isSeen = () => session.send('Runtime.evaluate', { expression }).then(({ result }) => result.value)
  while (!(await isSeen())) await pause(500)
  await session.detach()
  const seen = await page.evaluate(() => window.seen)
  await page.waitForLoadState('networkidle')
  return seen
}

/** In the frame after the one with the row: when it is ticked, since the visit began, and when the server has it. */
async function tapsAtOnce(browser, sides, lineName) {
  const taken = {}
  for (let count = 0; count < VISITS; count += 1) {
    for (const side of count % 2 === 0 ? sides : sides.toReversed()) {
      const itemId = side.person.itemIds[Object.keys(LINES).indexOf(lineName) * VISITS + count]
      for (const [what, ms] of Object.entries(await tapAtOnce(browser, side, lineName, itemId))) {
        taken[what] ??= { now: [], before: [] }
        taken[what][side.name].push(ms)
      }
    }
  }
  return Object.entries(taken).flatMap(([what, { now, before }]) => {
    const name = `${lineName}: a tap at first sight is ${what}`
    const value = Math.round(median(now))
    return [
      { name: `${name}, ms`, ...(what === 'shown' ? maxGoal(value, 1200) : { value }) },
      ...(before.length > 0
        ? [
            { name: `${name}: before, ms`, value: Math.round(median(before)) },
            { name: `${name} / before`, ...ratioOf(now, before) },
          ]
        : []),
    ]
  })
}

async function tapAtOnce(browser, side, lineName, itemId) {
  const page = await openPhone(browser, side, lineName)
  await page.addInitScript(tapAtSight, itemId)
  const session = await page.context().newCDPSession(page)
  const database = new Sqlite(side.file, { readonly: true })
  const completed = database.prepare('SELECT completed FROM items WHERE id = ?').pluck()
  const expression = 'Number(sessionStorage.shownAt) || undefined'
  const times = {
    // A page that is being left has no answer.
    shown: () =>
      session.send('Runtime.evaluate', { expression }).then(
        ({ result }) => result.value,
        () => undefined,
      ),
    stored: () => (completed.get(itemId) === 1 ? Date.now() : undefined),
  }
  const began = Date.now()
  await page.goto(side.url, { waitUntil: 'commit' })
  const taken = {}
  while (Object.keys(taken).length < 2) {
    if (Date.now() - began > 30_000) throw new Error('the tap had no effect')
    for (const [what, timeOf] of Object.entries(times)) {
      const at = what in taken ? undefined : await timeOf()
      if (at) taken[what] = at - began
    }
    await pause(20)
  }
  database.close()
  await page.context().close()
  return taken
}

/** In the page, because Playwright's own script would delay it. Without Larder's script, the tap leads to another page. */
function tapAtSight(itemId) {
  if (location.protocol === 'about:') return
  let isSeen = false
  const inFrame = () => {
    const tick = document.querySelector(`#item-${itemId} .tick`)
    if (tick?.getAttribute('aria-checked') === 'true') {
      sessionStorage.shownAt = Date.now()
      return
    }
    if (isSeen && !sessionStorage.isTapped) {
      sessionStorage.isTapped = true
      tick.click()
    }
    isSeen = tick !== null
    requestAnimationFrame(inFrame)
  }
  requestAnimationFrame(inFrame)
}

/** In kB, without headers. */
async function sizes({ larder, person, shorter, url }) {
  const size = (address, headers, encoding = 'br') =>
    new Promise((resolve, reject) => {
      get(address, { headers: { ...headers, 'accept-encoding': encoding } }, async (response) => {
        let bytes = 0
        for await (const chunk of response) bytes += chunk.length
        resolve(bytes / 1000)
      }).on('error', reject)
    })
  const session = { cookie: `session=${shorter.cookie}` }
  const shorterUrl = `${larder.url}/single-list?listID=${shorter.listId}`
  return [
    { name: 'page of 60 items, kB', ...maxGoal(await size(url, cookie(person), 'identity'), 65) },
    { name: 'page of 60 items, compressed, kB', ...maxGoal(await size(url, cookie(person)), 8) },
    { name: 'first page with its styles: landing, kB', ...maxGoal(await size(`${larder.url}/landing`), 14) },
    { name: 'first page with its styles: login, kB', ...maxGoal(await size(`${larder.url}/login`), 14) },
    { name: 'first page with its styles: list of 20, kB', ...maxGoal(await size(shorterUrl, session), 14) },
  ]
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

/** Without headers, like the sizes above and those in tests/budgets.test.ts. */
function countBytes(session) {
  const responses = new Map()
  const bytes = { html: 0, css: 0, js: 0, other: 0 }
  session.on('Network.responseReceived', ({ requestId, type, response }) =>
    responses.set(requestId, { type, headers: response.encodedDataLength }),
  )
  session.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    const { type, headers } = responses.get(requestId) ?? { headers: 0 }
    const kind = { Document: 'html', Stylesheet: 'css', Script: 'js' }[type] ?? 'other'
    bytes[kind] += encodedDataLength - headers
  })
  return () => bytes
}

async function tickByForm(page) {
  const box = page.locator('.item button[role=checkbox]').first()
  const id = await box.getAttribute('value')
  const tapped = performance.now()
  await Promise.all([page.waitForEvent('load'), box.click()])
  const took = Math.round(performance.now() - tapped)
  await page.locator(`.item button[role=checkbox][value="${id}"][aria-checked=true]`).waitFor()
  return took
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
