import { expect, type Page } from '@playwright/test'
import { arrangeFor, type Larder } from './fixtures.ts'

// The page of a list. The fixture `arrange` makes one for the user that is signed in.

export { arrangeFor }

export const names = (page: Page) => page.locator('.item .name')
export const openNames = (page: Page) => page.locator('#items .name')
export const basketNames = (page: Page) => page.locator('#basket .name')
export const amounts = (page: Page) => page.locator('.item .amounts')
export const row = (page: Page, name: string) =>
  page.locator('.item').filter({ has: page.getByText(name, { exact: true }) })
export const box = (page: Page, name: string) => page.getByRole('checkbox', { name, exact: true })
export const line = (page: Page) => page.getByLabel('Add items', { exact: true })
export const suggestions = (page: Page) => page.getByRole('option')
export const dialog = (page: Page) => page.getByRole('dialog')
export const more = (page: Page) => page.locator('.bar').getByLabel('More')
export const inMenu = (page: Page, name: string) => page.locator('.menu').getByText(name, { exact: true })
export const undo = (page: Page) => page.getByRole('button', { name: 'Undo', exact: true })

export async function addByLine(page: Page, text: string) {
  await line(page).fill(text)
  await line(page).press('Enter')
  await expect(line(page)).toHaveValue('')
}

/** With the dialog, which works without JavaScript, too. */
export async function addByDialog(page: Page, name: string) {
  await page.getByRole('button', { name: 'ADD ITEM' }).click()
  const dialog = page.getByRole('dialog', { name: 'ADD ITEM' })
  await dialog.getByLabel('Name').fill(name)
  await dialog.getByRole('button', { name: 'SUBMIT' }).click()
  await expect(dialog).toBeHidden()
}

/** In the order they were added. */
export const storedRows = ({ database }: Larder, listId: string) =>
  database
    .prepare('SELECT name, completed FROM items WHERE list_id = ? AND deleted_at IS NULL ORDER BY position')
    .all(listId) as { name: string; completed: number }[]
