import { type BrowserContext, test as base, expect, type Locator, type Page } from '@playwright/test'
import { addPerson, addSession, type Larder, type Person, startLarder } from '../support/larder.ts'
import { addItems, addList, type NewItem } from '../support/rows.ts'

// Each worker starts one built server. Signing in inserts a session row.

export { addPerson, addSession, type Larder, type Person, startLarder }

/** The shortcuts load when the browser is idle: until then, a key does nothing. */
export async function pressFirst(page: Page, key: string, target: Locator) {
  await expect(async () => {
    await page.keyboard.press(key)
    await expect(target).toBeFocused({ timeout: 500 })
  }).toPass()
}

export async function signIn(page: Page, larder: Larder, person: Person) {
  await page.context().addCookies([{ name: 'session', value: person.cookie, url: larder.url }])
}

/** Collects console errors, uncaught errors, CSP violations and 5xx responses. */
function collectErrors(page: Page, pageErrors: string[], allowed: () => RegExp[]) {
  const record = (text: string) => {
    if (!allowed().some((pattern) => pattern.test(text))) pageErrors.push(text)
  }
  page.on('console', (message) => {
    if (message.type() === 'error') record(`console: ${message.text()}`)
  })
  page.on('pageerror', (error) => record(`error: ${error.message}`))
  page.on('response', (response) => {
    if (response.status() >= 500) record(`${response.status()}: ${response.url()}`)
  })
}

/** Tests are faster than users: a tap before the page has its handlers would submit the plain form. */
async function waitForHydration(page: Page) {
  // Asking again costs less than Playwright's waitForFunction, which sends a script of 340 kB to each page.
  // It fails while the page leads to another one.
  while (!page.isClosed() && !(await page.evaluate(isHydrated).catch(() => false))) {
    await new Promise((resolve) => setTimeout(resolve, 10))
  }
}

/** Runs in the page. */
async function isHydrated() {
  // A receipt's picture runs no scripts: a message would never arrive there.
  if (document.contentType !== 'text/html') return true
  // A kept page is rendered into the body.
  const isReady = [document, document.body].some((host) => {
    const container = Object.keys(host).find((key) => key.startsWith('__reactContainer$'))
    const root = container && Reflect.get(host, container).stateNode.current
    return root?.child && !root.memoizedState.isDehydrated
  })
  // A kept page has no such script. If its own fails, it shows the notice.
  if (!isReady && document.querySelector('script[type=module], [hidden] > .notice')) return false
  // React has asked for a message by now, which runs the effects: one of our own comes after it.
  const { port1, port2 } = new MessageChannel()
  await new Promise((resolve) => {
    port1.onmessage = resolve
    port2.postMessage(undefined)
  })
  return true
}

/** The tags of a test in a loop: `npm test` runs it for some, the full run for all. */
export const fullUnless = (value: unknown, ...some: unknown[]) => (some.includes(value) ? [] : ['@full'])

/** Toasts, and what stands in the page's slot: an offer to undo, or every message without JavaScript. */
export const messages = (page: Page) =>
  page.locator('.message, .toast[data-front=true]:not([data-removed=true])')

/** Once the page is there, with the scripts that it loads early. */
export async function goOffline(page: Page) {
  await page.waitForLoadState('networkidle')
  await page.context().setOffline(true)
}

/** For 500 ms after rows move, Larder takes a click for the row that was there before. */
const REACTION_MS = 550
/** Longer than a ticked row stays, slides and may be mistaken for another. */
const SETTLED_BY_MS = 5_000

declare global {
  interface Window {
    rowsMovedAt?: number
    rowsAreToMove?: boolean
  }
}

/** Tests are faster than users again: a click on a row waits until all rows have been at rest for a while. */
function waitForRowsAtRest(locator: Locator) {
  const { prototype } = locator.constructor
  const { click } = prototype
  if (click.name === 'clickAtRest') return
  prototype.click = async function clickAtRest(this: Locator, ...args: unknown[]) {
    await rowsAtRest(this)
    return click.apply(this, args)
  }
}

/** For clicks at a place on the page. */
export async function rowsAtRest(locator: Locator) {
  for (let waited = 0; waited < SETTLED_BY_MS; waited += 50) {
    if (await locator.evaluate(isAtRest, REACTION_MS).catch(() => true)) return
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
}

/** Runs in the page. */
function isAtRest(element: Element, reaction: number): boolean {
  // Larder drops a second quick tap at one place: after a tap elsewhere, the next one is meant.
  document.dispatchEvent(new MouseEvent('click', { detail: 1, clientX: -1_000 }))
  if (window.rowsMovedAt === undefined) {
    const { animate } = Element.prototype
    // Rows may have moved just before the first look.
    window.rowsMovedAt = performance.now()
    Element.prototype.animate = function (...args) {
      window.rowsMovedAt = performance.now()
      return animate.apply(this, args)
    }
  }
  // With a clock that Playwright has stopped, rows stay where they are.
  if (!element.closest('.item') || '__pwClock' in window) return true
  const isToMove = document.querySelector('#items > .item.done, #basket > .item:not(.done)') !== null
  // A row that is alone slides nowhere: nothing else says when it has moved.
  if (isToMove || window.rowsAreToMove) window.rowsMovedAt = performance.now()
  window.rowsAreToMove = isToMove
  return !isToMove && performance.now() - window.rowsMovedAt > reaction
}

export function waitLikePeople(page: Page) {
  const goto = page.goto.bind(page)
  const reload = page.reload.bind(page)
  waitForRowsAtRest(page.locator('html'))
  page.goto = async (...args) => {
    const response = await goto(...args)
    await waitForHydration(page)
    return response
  }
  page.reload = async (...args) => {
    const response = await reload(...args)
    await waitForHydration(page)
    return response
  }
}

/** A page may still reload when its test is over: a route that fetches would fail then, outside of any test. */
const endRoutes = (page: Page) => page.unrouteAll({ behavior: 'ignoreErrors' }).catch(() => {})

/** Stops the page's clock. A clock that goes on would add the test's own time to `runFor`. */
export async function stopClock(page: Page) {
  await page.clock.install()
  await page.clock.pauseAt(Date.now() + 60_000)
}

export function arrangeFor(
  larder: Larder,
  person: Person,
  items: (NewItem | string)[] = [],
  name = 'Saturday market',
) {
  const listId = addList(larder, person, name)
  const rows = items.map((item) => (typeof item === 'string' ? { name: item } : item))
  return { listId, ids: addItems(larder, listId, rows), path: `/single-list?listID=${listId}` }
}

interface Fixtures {
  /** Patterns of errors that a test provokes on purpose. */
  allowErrors(...patterns: RegExp[]): void
  /** Errors of all pages; any left at the end fails the test. */
  pageErrors: string[]
  /** The user signed in on `page`. */
  person: Person
  /** Makes a list of theirs. */
  arrange(items?: (NewItem | string)[], name?: string): ReturnType<typeof arrangeFor>
  /** True if JavaScript is on. */
  scripted: boolean
  /** A page in a browser of its own: signed in as this person, or without an account. */
  openElsewhere(reader?: Person, javaScriptEnabled?: boolean): Promise<Page>
}

export const test = base.extend<Fixtures, { larder: Larder }>({
  larder: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names from this pattern
    async ({}, use) => {
      const { larder, stop } = await startLarder({ LOG_LEVEL: 'warn' })
      await use(larder)
      await stop()
    },
    { scope: 'worker' },
  ],
  baseURL: async ({ larder }, use) => use(larder.url),
  scripted: async ({ javaScriptEnabled }, use) => use(javaScriptEnabled ?? true),
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names from this pattern
  pageErrors: async ({}, use) => use([]),
  allowErrors: [
    async ({ browser, pageErrors }, use) => {
      const allowed: RegExp[] = []
      const collect = (context: BrowserContext) =>
        context.on('page', (page) => collectErrors(page, pageErrors, () => allowed))
      browser.on('context', collect)
      await use((...patterns) => void allowed.push(...patterns))
      browser.off('context', collect)
      expect(pageErrors, 'errors on the page').toEqual([])
    },
    { auto: true },
  ],
  page: async ({ page, scripted }, use) => {
    if (scripted) waitLikePeople(page)
    await use(page)
    await endRoutes(page)
  },
  openElsewhere: async ({ browser, larder, scripted }, use) => {
    const contexts: BrowserContext[] = []
    await use(async (reader, javaScriptEnabled = scripted) => {
      const context = await browser.newContext({ baseURL: larder.url, javaScriptEnabled })
      contexts.push(context)
      const page = await context.newPage()
      if (javaScriptEnabled) waitLikePeople(page)
      if (reader) await signIn(page, larder, reader)
      return page
    })
    for (const context of contexts) {
      for (const page of context.pages()) await endRoutes(page)
      await context.close()
    }
  },
  person: async ({ larder, page }, use) => {
    const person = addPerson(larder)
    await signIn(page, larder, person)
    await use(person)
  },
  arrange: async ({ larder, person }, use) => use((items, name) => arrangeFor(larder, person, items, name)),
})

export { expect }
