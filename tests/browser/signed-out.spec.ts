import type { Page } from '@playwright/test'
import { hashSync } from 'bcryptjs'
import { addList } from '#tests/support/rows.ts'
import { expect, type Larder, type Person, test } from './larder.ts'

// What a signed-out browser can still show: nothing of the lists, whatever it kept in memory.

const LIST = 'Secret market'
const PASSWORD = 'correct horse battery'
const OFFLINE = [/ERR_INTERNET_DISCONNECTED|Failed to fetch|Failed to load resource/]

const signOutElsewhere = ({ database }: Larder, { id }: Person) =>
  database.prepare('DELETE FROM sessions WHERE user_id = ?').run(id)

/** Both pages of the lists are remembered, the page of all lists is shown. */
async function visitLists(page: Page, larder: Larder, person: Person) {
  addList(larder, person, LIST)
  await page.goto('/settings')
  await page.getByRole('button', { name: 'Back to your lists' }).click()
  await page.getByRole('link', { name: `View List ${LIST}` }).click()
  await expect(page.getByText('Est Total:')).toBeVisible()
  await page.getByRole('button', { name: 'Back to your lists' }).click()
  await expect(page.getByRole('link', { name: `View List ${LIST}` })).toBeVisible()
}

/** Steps through all pages that this tab has shown. */
async function expectNothingOnTheWayBack(page: Page, steps: number) {
  for (let step = 0; step < steps; step += 1) {
    await page.evaluate(
      () =>
        new Promise((resolve) => {
          addEventListener('popstate', () => resolve(undefined), { once: true })
          history.back()
        }),
    )
    await expect(page.getByText(/That was our mistake|Forget nothing/).first()).toBeVisible()
    expect(await page.content()).not.toContain(LIST)
    expect(await page.title()).not.toContain(LIST)
  }
}

test.describe('with script', { tag: '@script' }, () => {
  test('after the account was deleted, Back shows nothing of the lists, not even offline', async ({
    page,
    context,
    larder,
    person,
    excuse,
  }) => {
    excuse(...OFFLINE)
    larder.database
      .prepare('UPDATE users SET password_hash = ? WHERE id = ?')
      .run(hashSync(PASSWORD, 4), person.id)
    await visitLists(page, larder, person)
    await page.getByRole('link', { name: 'Settings' }).click()
    await page.getByRole('link', { name: 'Delete your account' }).click()
    await page.getByLabel('Your password').fill(PASSWORD)
    await page.getByRole('button', { name: 'Delete my account' }).click()
    await expect(page).toHaveURL('/landing')
    await context.setOffline(true)
    await expectNothingOnTheWayBack(page, 4)
  })

  for (const how of ['online', 'offline']) {
    test(`after the session was ended elsewhere, the next page is the landing page and Back shows nothing of the lists, ${how}`, async ({
      page,
      context,
      larder,
      person,
      excuse,
    }) => {
      excuse(...OFFLINE)
      await visitLists(page, larder, person)
      signOutElsewhere(larder, person)
      await page.getByRole('link', { name: 'Settings' }).click()
      await expect(page).toHaveURL('/landing')
      await context.setOffline(how === 'offline')
      await expectNothingOnTheWayBack(page, 1)
    })
  }

  test('a socket that says the session has ended leaves nothing of the lists, even where the page cannot be reached', async ({
    page,
    context,
    larder,
    person,
    excuse,
  }) => {
    excuse(...OFFLINE)
    let end = () => {}
    await page.routeWebSocket('/ws', (socket) => {
      end = () => void socket.close({ code: 1008, reason: 'signed out' })
    })
    await visitLists(page, larder, person)
    await page.goBack()
    await expect(page.getByText('Est Total:')).toBeVisible()
    await context.setOffline(true)
    end()
    await expect(page.getByText('That was our mistake')).toBeVisible()
    expect(await page.content()).not.toContain(LIST)
    await expectNothingOnTheWayBack(page, 1)
  })

  const restoreFromCache = (page: Page) =>
    page.evaluate(() => window.dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true })))

  test('a page without a socket that the browser had kept asks whether its person is still signed in', async ({
    page,
    larder,
    person,
  }) => {
    await visitLists(page, larder, person)
    signOutElsewhere(larder, person)
    await restoreFromCache(page)
    await expect(page).toHaveURL('/landing')
    expect(await page.content()).not.toContain(LIST)
  })

  test('a page that the browser had kept shows nothing old where the server cannot be asked', async ({
    page,
    context,
    larder,
    person,
    excuse,
  }) => {
    excuse(...OFFLINE)
    await visitLists(page, larder, person)
    await context.setOffline(true)
    await restoreFromCache(page)
    await expect(page.getByText('That was our mistake')).toBeVisible()
    expect(await page.content()).not.toContain(LIST)
  })

  test('a page that the browser had kept stays, with what is typed, while its person is signed in', async ({
    page,
    larder,
    person,
  }) => {
    await visitLists(page, larder, person)
    await page.locator('input[name=name]').fill('Sunday')
    addList(larder, person, 'Made elsewhere')
    await restoreFromCache(page)
    await expect(page.getByRole('link', { name: 'View List Made elsewhere' })).toBeVisible()
    await expect(page.locator('input[name=name]')).toHaveValue('Sunday')
  })
})
