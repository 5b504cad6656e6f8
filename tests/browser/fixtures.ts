import { test as base, expect, type Page } from '@playwright/test'
import { addPerson, addSession, type Larder, type Person, startLarder } from '../support/larder.ts'

// Each worker starts one built server. Signing in inserts a session row.

export { addPerson, addSession, type Larder, type Person, startLarder }

export async function signIn(page: Page, larder: Larder, person: Person) {
  await page.context().addCookies([{ name: 'session', value: person.cookie, url: larder.url }])
}

// Remix logs this when one reload replaces another; the page is fine.
const REPLACED_RELOAD = /^console: AbortError/

/** Collects console errors, uncaught errors, CSP violations and 5xx responses. */
function collectErrors(page: Page, pageErrors: string[], allowed: () => RegExp[]) {
  const record = (text: string) => {
    if (![REPLACED_RELOAD, ...allowed()].some((pattern) => pattern.test(text))) pageErrors.push(text)
  }
  page.on('console', (message) => {
    if (message.type() === 'error') record(`console: ${message.text()}`)
  })
  page.on('pageerror', (error) => record(`error: ${error.message}`))
  page.on('response', (response) => {
    if (response.status() >= 500) record(`${response.status()}: ${response.url()}`)
  })
}

/** Tests are faster than users: a tap before hydration would submit the plain form. */
async function waitForHydration(page: Page) {
  await page.waitForFunction(
    () =>
      !document.querySelector('script[type=module]') ||
      Object.keys(document.body).some((key) => key.startsWith('__reactFiber')),
  )
}

interface Fixtures {
  /** Patterns of errors that a test provokes on purpose. */
  allowErrors(...patterns: RegExp[]): void
  /** Errors of all pages; any left at the end fails the test. */
  pageErrors: string[]
  /** The user signed in on `page`. */
  person: Person
  /** True if JavaScript is on. */
  scripted: boolean
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
    async ({ context, pageErrors }, use) => {
      const allowed: RegExp[] = []
      context.on('page', (page) => collectErrors(page, pageErrors, () => allowed))
      await use((...patterns) => void allowed.push(...patterns))
      expect(pageErrors, 'errors on the page').toEqual([])
    },
    { auto: true },
  ],
  page: async ({ page, scripted }, use) => {
    const goto = page.goto.bind(page)
    if (scripted) {
      page.goto = async (...args) => {
        const response = await goto(...args)
        await waitForHydration(page)
        return response
      }
    }
    await use(page)
  },
  person: async ({ larder, page }, use) => {
    const person = addPerson(larder)
    await signIn(page, larder, person)
    await use(person)
  },
})

export { expect }
