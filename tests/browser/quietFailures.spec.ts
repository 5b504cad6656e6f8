import type { Page } from '@playwright/test'
import { addItems, addList } from '#tests/support/rows.ts'
import { expect, fullUnless, goOffline, test } from './fixtures.ts'

// Deletions that fail raise no error toast: the page returns to the truth, and says so where it happened.

test.beforeEach(({ allowErrors }) => allowErrors(/403|500|503|ERR_|Failed to|SyntaxError/))

const errorToast = (page: Page) => page.locator('.toast.error')

/** What the requests that delete lead to, if not to the server. */
const FAILURES: Record<string, { status: number; body?: string; says: string } | undefined> = {
  'no connection': undefined,
  'a proxy in trouble': { status: 503, body: '<h1>Busy</h1>', says: 'Something went wrong.' },
}

async function fail(page: Page, path: string, how: string) {
  const failure = FAILURES[how]
  await page.route(new RegExp(path), (route) =>
    failure ? route.fulfill({ status: failure.status, body: failure.body }) : route.abort(),
  )
  return failure?.says ?? "Can't reach the server."
}

for (const how of Object.keys(FAILURES)) {
  test(`a list that could not be deleted comes back and says why: ${how}`, {
    tag: ['@script', ...fullUnless(how, 'no connection')],
  }, async ({ page, person, larder }) => {
    addList(larder, person, 'Bakery')
    addList(larder, person, 'Market')
    await page.goto(`/?userID=${person.id}`)
    const says = await fail(page, '/delete-list/', how)
    await page.getByRole('button', { name: 'Delete list Bakery' }).click()
    const card = page.locator('.list-card', { hasText: 'Bakery' })
    await expect(card.getByRole('alert')).toContainText(says)
    await expect(errorToast(page)).toHaveCount(0)
    await expect(page.getByRole('alert')).toHaveCount(1)
    // It stays until somebody tries again.
    await page.reload()
    await expect(page.getByRole('alert')).toHaveCount(0)
    await page.unrouteAll()
    await page.getByRole('button', { name: 'Delete list Bakery' }).click()
    await expect(card).toHaveCount(0)
  })

  test(`items that could not be deleted come back, and the foot says why: ${how}`, {
    tag: ['@script', ...fullUnless(how, 'no connection')],
  }, async ({ page, person, larder }) => {
    const listId = addList(larder, person, 'Market')
    addItems(larder, listId, [{ name: 'Milk' }, { name: 'Bread', completed: true }])
    await page.goto(`/single-list?listID=${listId}`)
    const says = await fail(page, '/delete-items/', how)
    await page.getByRole('button', { name: 'Delete All' }).click()
    await expect(page.locator('.list-actions').getByRole('alert')).toContainText(says)
    await expect(page.locator('.item .name')).toHaveText(['Milk', 'Bread'])
    await expect(errorToast(page)).toHaveCount(0)
  })
}

test('an error of the server leaves the list where it is', { tag: '@script' }, async ({
  page,
  person,
  larder,
}) => {
  const listId = addList(larder, person, 'Market')
  addItems(larder, listId, [{ name: 'Milk' }])
  await page.goto(`/single-list?listID=${listId}`)
  larder.database.exec("CREATE TRIGGER fails BEFORE UPDATE ON lists BEGIN SELECT RAISE(ABORT, 'no'); END")
  try {
    await page.getByRole('button', { name: 'Delete All' }).click()
    await expect(page.locator('.list-actions').getByRole('alert')).toContainText('Something went wrong.')
    await expect(page.locator('.item .name')).toHaveText(['Milk'])
    await expect(errorToast(page)).toHaveCount(0)
  } finally {
    larder.database.exec('DROP TRIGGER fails')
  }
})

test('without a connection, deleting a list is no failure but says what it needs', {
  tag: '@script',
}, async ({ page, person, larder }) => {
  addList(larder, person, 'Market')
  await page.goto(`/?userID=${person.id}`)
  await goOffline(page)
  await expect(page.locator('.reach')).toContainText('No connection.')
  await page.getByRole('button', { name: 'Delete list Market' }).dispatchEvent('click')
  await expect(page.getByRole('status').getByText('Deleting a list needs a connection.')).toBeVisible()
  await expect(errorToast(page)).toHaveCount(0)
})
