import { test as base, expect, type Page } from '@playwright/test'
import { addPerson, addSession, type Larder, type Person, startLarder } from '../support/larder.ts'

// One built server for each worker; signing in writes a session row.

export { addPerson, addSession, type Larder, type Person, startLarder }

export async function signIn(page: Page, larder: Larder, person: Person) {
  await page.context().addCookies([{ name: 'session', value: person.cookie, url: larder.url }])
}

// Remix says so itself when a reload overtakes another whose answer is half read; the page is right.
const OVERTAKEN = /^console: AbortError/

/** What the page must never do: log an error, break the CSP, get a 5xx. */
function watch(page: Page, troubles: string[], excused: () => RegExp[]) {
  const note = (text: string) => {
    if (![OVERTAKEN, ...excused()].some((pattern) => pattern.test(text))) troubles.push(text)
  }
  page.on('console', (message) => {
    if (message.type() === 'error') note(`console: ${message.text()}`)
  })
  page.on('pageerror', (error) => note(`error: ${error.message}`))
  page.on('response', (response) => {
    if (response.status() >= 500) note(`${response.status()}: ${response.url()}`)
  })
}

/** Until React has taken the page over, a tap is the browser's own; a test is quicker than a person. */
async function awake(page: Page) {
  await page.waitForFunction(
    () =>
      !document.querySelector('script[type=module]') ||
      Object.keys(document.body).some((key) => key.startsWith('__reactFiber')),
  )
}

interface Fixtures {
  /** Patterns of troubles that a test provokes on purpose. */
  excuse(...patterns: RegExp[]): void
  /** What pages have complained about; whatever is left in here fails the test. */
  troubles: string[]
  /** A person who is signed in on `page`. */
  person: Person
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
  troubles: async ({}, use) => use([]),
  excuse: [
    async ({ context, troubles }, use) => {
      const excused: RegExp[] = []
      context.on('page', (page) => watch(page, troubles, () => excused))
      await use((...patterns) => void excused.push(...patterns))
      expect(troubles, 'what the page complained about').toEqual([])
    },
    { auto: true },
  ],
  page: async ({ page, scripted }, use) => {
    const goto = page.goto.bind(page)
    if (scripted) {
      page.goto = async (...where) => {
        const response = await goto(...where)
        await awake(page)
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
