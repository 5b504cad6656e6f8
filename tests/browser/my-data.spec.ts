import { readFileSync } from 'node:fs'
import { hashSync } from 'bcryptjs'
import { unzip } from '#tests/support/unzip.ts'
import { expect, type Larder, type Person, test } from './fixtures.ts'

const PASSWORD = 'correct horse battery'

function givePassword({ database }: Larder, person: Person) {
  database.prepare('UPDATE users SET password_hash = ? WHERE id = ?').run(hashSync(PASSWORD, 4), person.id)
}

test('a user downloads their data and then deletes the account', { tag: '@once' }, async ({
  page,
  larder,
  person,
  allowErrors,
}) => {
  allowErrors(/status of 400/)
  givePassword(larder, person)
  await page.goto('/settings/delete-account')
  await expect(page.getByText(person.email)).toBeVisible()
  const downloading = page.waitForEvent('download')
  await page.getByRole('link', { name: 'download your data' }).click()
  const download = await downloading
  expect(download.suggestedFilename()).toMatch(/^larder-\d{4}-\d\d-\d\d\.zip$/)
  const files = await unzip(readFileSync(await download.path()))
  expect(JSON.parse(String(files.get('data.json'))).account.email).toBe(person.email)

  const password = page.getByLabel('Current password')
  await password.fill('not that one')
  await page.getByRole('button', { name: 'Delete my account' }).click()
  await expect(page.getByText('Wrong password. Nothing was deleted.').first()).toBeVisible()
  await password.fill(PASSWORD)
  await page.getByRole('button', { name: 'Delete my account' }).click()
  await expect(page).toHaveURL(/\/landing$/)
  await expect(page.getByText('Your account and all its data were deleted.')).toBeVisible()
  await page.goto(`/?userID=${person.id}`)
  await expect(page).toHaveURL(/\/landing$/)
  const left = larder.database.prepare('SELECT count(*) FROM users WHERE id = ?').pluck().get(person.id)
  expect(left).toBe(0)
})

test('signed out, both pages redirect to the landing page', { tag: '@full' }, async ({ page }) => {
  for (const path of ['/settings/export', '/settings/delete-account']) {
    await page.goto(path)
    await expect(page).toHaveURL(/\/landing$/)
  }
})
