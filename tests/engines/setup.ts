import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, describe, expect } from 'vitest'
import { addPerson, addSession, type Larder, type Person, startLarder } from '../support/larder.ts'
import type { Browser } from './driver.ts'
import { type Page, pageOf } from './page.ts'
import { guard } from './program.ts'

// The runner was interrupted. Without this, its workers finish their tests first.
process.once('disconnect', () => process.exit(1))

// Said when one reload replaces another, and by Firefox when a page is left before its socket is open.
const HARMLESS = /^AbortError|^The connection to ws:\S+ was interrupted while the page was loading/
const NO_CONNECTION = /can’t establish a connection|NetworkError/

const SCREENSHOTS = 'test-results/engines'

/** For the tests of an engine, which are skipped where something is missing. */
export function describeUnless(missing: string | undefined) {
  if (missing) process.stdout.write(`larder: ${missing}, so its tests are skipped.\n`)
  return describe.skipIf(missing)
}

/** Starts Larder and a browser for the tests of this group. Each test opens windows of its own. */
export function setUp(start: () => Promise<Browser>, options?: { script: boolean }) {
  const stops: (() => Promise<void>)[] = []
  let larder: Larder
  let browser: Browser
  let pages: Page[] = []
  let withoutConnection = new Set<Page>()

  beforeAll(async () => {
    const started = await startLarder({ LOG_LEVEL: 'error' })
    larder = started.larder
    const { release } = guard(started.server, larder.dataDir)
    stops.push(() => started.stop().finally(release))
    browser = await start()
    stops.push(browser.stop)
  })
  afterAll(async () => {
    await Promise.all(stops.map((stop) => stop()))
  })
  afterEach(async ({ task }) => {
    const opened = pages
    pages = []
    if (task.result?.state === 'fail') await takeScreenshots(task.id, opened)
    const isExpected = (page: Page, text: string) =>
      HARMLESS.test(text) || (withoutConnection.has(page) && NO_CONNECTION.test(text))
    const errors = opened.flatMap((page) => page.errors().filter((text) => !isExpected(page, text)))
    withoutConnection = new Set()
    await Promise.all(opened.map((page) => page.close()))
    expect(errors, 'errors on the page').toEqual([])
    expect(larder.output(), 'errors in the log').not.toMatch(/"level":"(?:warn|error|fatal)"/)
  })

  /** Opens a window, with a new session of this user, perhaps on a network that fails. */
  async function open(person?: Person, network?: { url: string }): Promise<Page> {
    const page = pageOf(await browser.open(), network?.url ?? larder.url, options)
    pages.push(page)
    if (network) withoutConnection.add(page)
    await page.resize(1280, 800)
    if (person) await page.signIn(addSession(larder, person))
    return page
  }

  return { open, addPerson: () => addPerson(larder), larder: () => larder }
}

async function takeScreenshots(name: string, pages: Page[]) {
  mkdirSync(SCREENSHOTS, { recursive: true })
  for (const [index, page] of pages.entries()) {
    writeFileSync(join(SCREENSHOTS, `${name}-${index}.png`), await page.screenshot())
  }
}
