import type { Page } from '@playwright/test'
import { hashSync } from 'bcryptjs'
import { addList } from '#tests/support/rows.ts'
import { expect, fullUnless, type Larder, type Person, test } from './fixtures.ts'

// After sign-out, the browser shows nothing of the lists, even if it kept pages in memory.

const LIST = 'Secret market'
const PASSWORD = 'correct horse battery'
const OFFLINE = [/ERR_INTERNET_DISCONNECTED|Failed to fetch|Failed to load resource/]

const signOutElsewhere = ({ database }: Larder, { id }: Person) =>
  database.prepare('DELETE FROM sessions WHERE user_id = ?').run(id)

/** Visits a list and the lists page, so that both are kept in memory. */
async function visitLists(page: Page, larder: Larder, person: Person) {
  addList(larder, person, LIST)
  await page.goto('/settings')
  await page.getByRole('button', { name: 'Back to your lists' }).click()
  await page.getByRole('link', { name: `View List ${LIST}` }).click()
  await expect(page.getByText('Est Total:')).toBeVisible()
  await page.getByRole('button', { name: 'Back to your lists' }).click()
  await expect(page.getByRole('link', { name: `View List ${LIST}` })).toBeVisible()
}

/** Runs in the page. */
async function keptPages() {
  const opening = indexedDB.open('larder')
  await new Promise((resolve) => opening.addEventListener('success', resolve))
  const found = opening.result.transaction('pages').objectStore('pages').count()
  await new Promise((resolve) => found.addEventListener('success', resolve))
  opening.result.close()
  return found.result
}

/** Goes back through the tab's history. */
async function expectNoListsGoingBack(page: Page, steps: number) {
  for (let step = 0; step < steps; step += 1) {
    await page.evaluate(
      () =>
        new Promise((resolve) => {
          addEventListener('popstate', () => resolve(undefined), { once: true })
          history.back()
        }),
    )
    await expect(page.getByText(/You're offline|Forget nothing/).first()).toBeVisible()
    expect(await page.content()).not.toContain(LIST)
    expect(await page.title()).not.toContain(LIST)
  }
}

test.describe('with JavaScript', { tag: '@script' }, () => {
  test('after deleting the account, Back shows no lists, even offline', { tag: '@full' }, async ({
    page,
    context,
    larder,
    person,
    allowErrors,
  }) => {
    allowErrors(...OFFLINE)
    larder.database
      .prepare('UPDATE users SET password_hash = ? WHERE id = ?')
      .run(hashSync(PASSWORD, 4), person.id)
    await visitLists(page, larder, person)
    await page.getByRole('link', { name: 'Settings' }).click()
    await page.getByRole('link', { name: 'Delete my account' }).click()
    await expect(page.getByRole('heading', { name: 'DELETE ACCOUNT', exact: true })).toBeVisible()
    await page.getByLabel('Current password').fill(PASSWORD)
    await page.getByRole('button', { name: 'Delete my account' }).click()
    await expect(page).toHaveURL('/landing')
    await context.setOffline(true)
    await expectNoListsGoingBack(page, 4)
  })

  for (const how of ['online', 'offline']) {
    test(`after the session ended elsewhere, the next page is the landing page and Back shows no lists, ${how}`, {
      tag: fullUnless(how, 'online'),
    }, async ({ page, context, larder, person, allowErrors }) => {
      allowErrors(...OFFLINE)
      await visitLists(page, larder, person)
      signOutElsewhere(larder, person)
      await page.getByRole('link', { name: 'Settings' }).click()
      await expect(page).toHaveURL('/landing')
      await context.setOffline(how === 'offline')
      await expectNoListsGoingBack(page, 1)
    })
  }

  // ASVS 14.3.1
  test('without a service worker, the landing page forgets what is kept', async ({
    page,
    larder,
    person,
  }) => {
    await visitLists(page, larder, person)
    await expect.poll(() => page.evaluate(keptPages)).toBeGreaterThan(0)
    signOutElsewhere(larder, person)
    await page.goto('/landing')
    await expect.poll(() => page.evaluate(keptPages)).toBe(0)
  })

  test('when the socket reports that the session ended, the lists disappear, even offline', async ({
    page,
    context,
    larder,
    person,
    allowErrors,
  }) => {
    allowErrors(...OFFLINE)
    let end = () => {}
    await page.routeWebSocket('/ws', (socket) => {
      end = () => void socket.close({ code: 1008, reason: 'signed out' })
    })
    await visitLists(page, larder, person)
    await page.goBack()
    await expect(page.getByText('Est Total:')).toBeVisible()
    await context.setOffline(true)
    end()
    await expect(page.getByText("You're offline")).toBeVisible()
    expect(await page.content()).not.toContain(LIST)
    await expectNoListsGoingBack(page, 1)
  })

  const restoreFromCache = (page: Page) =>
    page.evaluate(() => window.dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true })))

  test('a page restored from the back/forward cache checks that the user is still signed in', {
    tag: '@full',
  }, async ({ page, larder, person }) => {
    await visitLists(page, larder, person)
    signOutElsewhere(larder, person)
    await restoreFromCache(page)
    await expect(page).toHaveURL('/landing')
    expect(await page.content()).not.toContain(LIST)
  })

  test('a page restored from the back/forward cache shows no lists after signing out in another tab, offline', {
    tag: '@full',
  }, async ({ page, context, larder, person, allowErrors }) => {
    allowErrors(...OFFLINE)
    await visitLists(page, larder, person)
    const other = await context.newPage()
    await other.goto('/settings')
    await other.getByRole('button', { name: 'Logout' }).click()
    await expect(other).toHaveURL('/landing')
    await context.setOffline(true)
    await restoreFromCache(page)
    await expect(page.getByText("You're offline")).toBeVisible()
    expect(await page.content()).not.toContain(LIST)
  })

  test('a page restored from the back/forward cache keeps typed text while the user is signed in', async ({
    page,
    larder,
    person,
  }) => {
    await visitLists(page, larder, person)
    await page.locator('.add-list input[name=name]').fill('Sunday')
    addList(larder, person, 'Made elsewhere')
    await restoreFromCache(page)
    await expect(page.getByRole('link', { name: 'View List Made elsewhere' })).toBeVisible()
    await expect(page.locator('.add-list input[name=name]')).toHaveValue('Sunday')
  })
})
