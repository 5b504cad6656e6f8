import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Page } from '@playwright/test'
import { addLink, addMember } from '#tests/support/sharing.ts'
import { addPerson, expect } from './fixtures.ts'
import { arrangeFor, names } from './listPage.ts'
import { isKept, type Network, open, status, test } from './offlineTest.ts'

// Kept pages, once a browser learns that it may no longer see them.

test.beforeEach(({ allowErrors }) => allowErrors(/404|403/))

const offlineHeading = (page: Page) => page.getByRole('heading', { name: "You're offline" })

async function isDeleted(page: Page, path: string) {
  const addresses = () =>
    page.evaluate(async () => {
      const opening = indexedDB.open('larder')
      await new Promise((resolve) => opening.addEventListener('success', resolve))
      const found = opening.result.transaction('pages').objectStore('pages').getAllKeys()
      await new Promise((resolve) => found.addEventListener('success', resolve))
      opening.result.close()
      return found.result
    })
  await expect.poll(addresses).not.toContain(path)
}

async function isNotShown(page: Page, network: Network, path: string) {
  network.goDown()
  await page.goto(path)
  await expect(offlineHeading(page)).toBeVisible()
  await expect(page.getByText('Hemorrhoid cream')).toHaveCount(0)
}

test('a session that ended elsewhere leaves no pages behind', { tag: '@script' }, async ({
  page,
  person,
  larder,
  network,
  arrange,
}) => {
  const { path } = arrange(['Hemorrhoid cream'])
  await open(page, `/?userID=${person.id}`)
  await open(page, path)
  await page.goto('about:blank')
  larder.database.prepare('DELETE FROM sessions WHERE user_id = ?').run(person.id)
  await page.goto(path)
  await expect(page).toHaveURL(/\/landing/)
  await isDeleted(page, path)
  await isNotShown(page, network, path)
  await page.goto(`/?userID=${person.id}`)
  await expect(offlineHeading(page)).toBeVisible()
})

for (const whenOpen of [false, true]) {
  test(`a list whose member was removed is forgotten, with its page ${whenOpen ? 'open' : 'closed'}`, {
    tag: ['@script', '@full'],
  }, async ({ page, person, larder, network, arrange }) => {
    const { listId, path } = arrangeFor(larder, addPerson(larder, 'Ben'), ['Hemorrhoid cream'])
    const own = arrange(['Milk'])
    addMember(larder, listId, person)
    await open(page, own.path)
    await open(page, path)
    if (!whenOpen) await page.goto('about:blank')
    larder.database.prepare('DELETE FROM list_members WHERE list_id = ?').run(listId)
    if (whenOpen) {
      // The server refuses to subscribe again.
      network.goDown()
      await expect(status(page)).toContainText('No connection')
      network.restore()
      await page.evaluate(() => dispatchEvent(new Event('online')))
      await expect(page).toHaveURL(/userID/)
      await isKept(page)
    } else {
      await page.goto(path)
      await isDeleted(page, path)
    }
    await expect(page.getByText('Hemorrhoid cream')).toHaveCount(0)
    await isNotShown(page, network, path)
    await page.goto(own.path)
    await expect(names(page)).toHaveText(['Milk'])
  })
}

test('the list of a link that was turned off is forgotten', { tag: ['@script', '@full'] }, async ({
  page,
  larder,
  network,
  arrange,
}) => {
  const { listId } = arrange(['Hemorrhoid cream'])
  await page.context().clearCookies()
  const path = addLink(larder, listId, 'editor')
  await open(page, path)
  await page.goto('about:blank')
  larder.database.prepare('UPDATE list_links SET revoked_at = ?').run(Date.now())
  await page.goto(path)
  await isDeleted(page, path)
  await isNotShown(page, network, path)
})

test('a list that leads to the landing page because the server is in trouble stays', {
  tag: ['@script', '@full'],
}, async ({ page, network, arrange }) => {
  const { path } = arrange(['Milk'])
  await open(page, path)
  await page.goto('about:blank')
  network.answerWith((req, res) => {
    if (!req.url?.startsWith('/single-list')) return false
    res.writeHead(303, { Location: '/landing', 'X-Request-Id': 'a' }).end()
    return true
  })
  await page.goto(path)
  await expect(page).toHaveURL(/\/landing/)
  network.goDown()
  await page.goto(path)
  await expect(names(page)).toHaveText(['Milk'])
})

test("another site's form that logs out is refused, and all pages stay", {
  tag: ['@script', '@full'],
}, async ({ page, network, arrange }) => {
  const { path } = arrange(['Milk'])
  await open(page, path)
  const other = createServer((_req, res) => {
    res.setHeader('Content-Type', 'text/html')
    res.end(`<form method="post" action="${network.url}/logout"><button>Win</button></form>`)
  })
  await new Promise<void>((resolve) => void other.listen(0, '127.0.0.1', resolve))
  await page.goto(`http://127.0.0.1:${(other.address() as AddressInfo).port}`)
  await page.getByRole('button').click()
  await expect(page.getByText('another site')).toBeVisible()
  other.close()
  network.goDown()
  await page.goto(path)
  await expect(names(page)).toHaveText(['Milk'])
  await isKept(page)
})
