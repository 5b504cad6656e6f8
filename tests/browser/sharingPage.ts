import { createHash } from 'node:crypto'
import type { Locator, Page } from '@playwright/test'
import { hashSync } from 'bcryptjs'
import { expect, type Larder, messages, type Person } from './fixtures.ts'

// What the tests of sharing and of the people on a list need.

export const PASSWORD = 'correct horse battery'

export function givePassword({ database }: Larder, { id }: Person) {
  database.prepare('UPDATE users SET password_hash = ? WHERE id = ?').run(hashSync(PASSWORD, 4), id)
}

export function fingerprint({ database }: Larder): string {
  const tables = ['users', 'lists', 'items', 'list_members', 'list_links', 'invites', 'companions']
  const rows = tables.map((table) => database.prepare(`SELECT * FROM ${table} ORDER BY 1, 2`).all())
  return createHash('sha256').update(JSON.stringify(rows)).digest('hex')
}

export const sharing = (listId: string) => `/sharing?listID=${listId}`
export const card = (page: Page, name: string) => page.getByRole('region', { name, exact: true })
export const row = (page: Page, name: string) =>
  card(page, 'People').getByRole('listitem').filter({ hasText: name })
/** Opens what people seldom change: a member's rights. */
export async function unfold(part: Locator) {
  if (!(await part.locator('details').evaluate((details: HTMLDetailsElement) => details.open)))
    await part.locator('summary').click()
}
/** Opens the options of a link or an invitation, and handing over. */
export async function openMore(page: Page) {
  const summary = page.locator('summary', { hasText: /^More$/ })
  const more = page.locator('details', { has: summary })
  if (!(await more.evaluate((details: HTMLDetailsElement) => details.open))) await summary.click()
}
export const message = (page: Page) => messages(page)

export async function shownAddress(page: Page, kind: 'Link' | 'Invitation') {
  const field = card(page, kind).getByRole('textbox')
  await expect(field).toBeVisible()
  return field.inputValue()
}
