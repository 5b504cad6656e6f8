import type { IncomingMessage } from 'node:http'
import type { Page } from '@playwright/test'
import { browserProxy } from '#tests/support/browserProxy.ts'
import { waitUntilKept } from '#tests/support/waitUntilKept.mjs'
import { test as base, expect, type Larder } from './fixtures.ts'
import { dialog } from './listPage.ts'

// For tests of pages on a network that fails.

export type Network = Awaited<ReturnType<typeof browserProxy>>

interface Fixtures {
  network: Network
  allowNetworkErrors: undefined
}

export const test = base.extend<Fixtures>({
  serviceWorkers: 'allow',
  network: async ({ larder }, use) => {
    const network = await browserProxy(larder.url)
    await use(network)
    network.stop()
  },
  baseURL: async ({ network }, use) => use(network.url),
  allowNetworkErrors: [
    async ({ allowErrors }, use) => {
      allowErrors(/ERR_|Failed to load|Failed to fetch|WebSocket|502|503/)
      await use(undefined)
    },
    { auto: true },
  ],
})

export const status = (page: Page) => page.locator('.reach')

export const itemsOf = ({ database }: Larder, listId: string) =>
  database
    .prepare(
      `SELECT name, quantity_milli AS milli, completed FROM items
       WHERE list_id = ? AND deleted_at IS NULL ORDER BY completed, position, id`,
    )
    .all(listId) as { name: string; milli: number; completed: number }[]

export const operationsOf = ({ database }: Larder, listId: string) =>
  (database.prepare('SELECT count(*) AS n FROM operations WHERE list_id = ?').get(listId) as { n: number }).n

export const changesOf = ({ database }: Larder, listId: string) =>
  (database.prepare('SELECT count(*) AS n FROM changes WHERE list_id = ?').get(listId) as { n: number }).n

/** With the page's data, its scripts and styles on the phone. */
export async function isKept(page: Page) {
  await page.evaluate(waitUntilKept)
}

export async function open(page: Page, path: string) {
  await page.goto(path)
  await isKept(page)
}

export async function goOffline(page: Page, network: Network) {
  await page.waitForLoadState('networkidle')
  network.goDown()
}

/** As a phone does when it leaves airplane mode. */
export async function goOnline(page: Page, network: Network) {
  network.restore()
  await page.evaluate(() => dispatchEvent(new Event('online')))
}

export async function edit(page: Page, name: string, fields: Record<string, string>) {
  await page.getByRole('link', { name: `Edit ${name}`, exact: true }).click()
  for (const [label, value] of Object.entries(fields)) await dialog(page).getByLabel(label).fill(value)
  await dialog(page).getByRole('button', { name: 'SUBMIT' }).click()
  await expect(dialog(page)).toHaveCount(0)
}

/** Sends a form to Larder in place of the browser, perhaps another one. */
export async function forward(
  larder: Larder,
  req: IncomingMessage,
  change: (sent: { headers: Headers; body: URLSearchParams }) => void = () => {},
): Promise<Response> {
  const chunks: Buffer[] = []
  for await (const chunk of req) chunks.push(chunk)
  const body = new URLSearchParams(Buffer.concat(chunks).toString())
  const headers = new Headers()
  for (const name of ['cookie', 'accept', 'content-type']) headers.set(name, String(req.headers[name]))
  change({ headers, body })
  return fetch(larder.url + req.url, { method: 'POST', body: String(body), headers, redirect: 'manual' })
}
