import type { Page } from '@playwright/test'
import { newId } from '#app/domain/ids.ts'
import { SECOND } from '#app/domain/time.ts'
import { addItems, addList } from '#tests/support/rows.ts'
import { addMember } from '#tests/support/sharing.ts'
import { addPerson, expect, fullUnless, type Larder, messages, type Person, test } from './fixtures.ts'
import { names, undo } from './listPage.ts'
import { test as onNetwork, open, status } from './offlineTest.ts'

// The address of a list that can't be loaded leads to the landing page. It or the page that is open says why, now and
// never later.

const NOT_THERE = "This list doesn't exist, or you're not on it."
const NOT_LOADED = "This list couldn't be loaded. It's safe on the server. Open it again from your lists."
const FAILING = 'The server has a problem.'

const card = (page: Page, name: string) => page.getByRole('link', { name: `View List ${name}` })
const claimsOffline = (page: Page) => page.getByText(/You're offline|No connection|Can't reach/)

async function withoutItems({ database }: Larder, work: () => Promise<void>) {
  database.exec('ALTER TABLE items RENAME TO items_elsewhere')
  try {
    await work()
  } finally {
    database.exec('ALTER TABLE items_elsewhere RENAME TO items')
  }
}

/** As another device of theirs does it. */
const deleteElsewhere = (larder: Larder, by: Person, listId: string) =>
  fetch(`${larder.url}/delete-list/${listId}?userID=${by.id}`, {
    method: 'POST',
    headers: { Cookie: `session=${by.cookie}`, Accept: 'application/json' },
  })

/** The lists page stays as it is, so that its cards are older than what the server has. */
const keepAsOpened = (page: Page) =>
  page.addInitScript((reloadEvery) => {
    const { setInterval } = window
    const other = (run: () => void, ms: number) => (ms === reloadEvery ? 0 : setInterval(run, ms))
    Object.assign(window, { setInterval: other })
  }, 5 * SECOND)

const GONE: Record<string, { says: string; saysScript?: string; mayUndo?: true }> = {
  'their other device deleted': { says: '“Market” was deleted.', mayUndo: true },
  'its owner deleted': { says: '“Market” was deleted by Ben.' },
  'is no longer shared': {
    says: NOT_THERE,
    saysScript: "You're no longer on this list, or it was deleted.",
  },
}

for (const [how, { says, saysScript = says, mayUndo }] of Object.entries(GONE)) {
  test(`a click on a list that ${how} says so, and its card is gone`, {
    tag: fullUnless(how, 'their other device deleted'),
  }, async ({ page, person, larder, scripted }) => {
    await keepAsOpened(page)
    addList(larder, person, 'Bakery')
    const owner = mayUndo ? person : addPerson(larder, 'Ben')
    const listId = addList(larder, owner, 'Market')
    if (!mayUndo) addMember(larder, listId, person)
    const [lists, text] = [`/?userID=${person.id}`, scripted ? saysScript : says]
    await page.goto(lists)
    await expect(card(page, 'Market')).toBeVisible()
    if (saysScript === says) await deleteElsewhere(larder, owner, listId)
    else larder.database.prepare('DELETE FROM list_members WHERE list_id = ?').run(listId)
    await card(page, 'Market').click()
    await expect(page).toHaveURL(scripted ? lists : '/landing')
    await expect(messages(page).filter({ hasText: text }).first()).toBeVisible()
    if (!scripted) await page.getByRole('link', { name: 'Your lists' }).click()
    await expect(card(page, 'Bakery')).toBeVisible()
    await expect(card(page, 'Market')).toHaveCount(0)
    if (scripted && mayUndo) {
      await undo(page).click()
      await expect(card(page, 'Market')).toBeVisible()
    }
    await page.goto('/settings')
    await expect(page.getByText(text)).toHaveCount(0)
  })
}

test('a list that is gone leaves the lists beside an open one, which stays', { tag: '@script' }, async ({
  page,
  person,
  larder,
}) => {
  await page.setViewportSize({ width: 1280, height: 800 })
  const bakery = addList(larder, person, 'Bakery')
  const market = addList(larder, person, 'Market')
  addItems(larder, bakery, [{ name: 'Rolls' }])
  await page.goto(`/single-list?listID=${bakery}`)
  const beside = page.locator('.other-lists').getByRole('link', { name: 'Market' })
  await expect(beside).toBeVisible()
  await deleteElsewhere(larder, person, market)
  await beside.click()
  await expect(messages(page)).toContainText('“Market” was deleted.')
  await expect(beside).toHaveCount(0)
  await expect(names(page)).toHaveText(['Rolls'])
  await undo(page).click()
  await expect(beside).toBeVisible()
})

test('a list that the server fails to load leads to the landing page, which says so, and opens later', async ({
  page,
  person,
  larder,
  allowErrors,
}) => {
  allowErrors(/500/)
  // Nothing is kept ahead then: a copy would open.
  await page.addInitScript(() =>
    Object.defineProperty(navigator, 'connection', { value: { saveData: true } }),
  )
  const listId = addList(larder, person, 'Market')
  addItems(larder, listId, [{ name: 'Milk' }])
  await page.goto(`/?userID=${person.id}`)
  await withoutItems(larder, async () => {
    await card(page, 'Market').click()
    await expect(page).toHaveURL('/landing')
    await expect(messages(page).filter({ hasText: NOT_LOADED }).first()).toBeVisible()
    await expect(claimsOffline(page)).toHaveCount(0)
  })
  await page.getByRole('link', { name: 'Your lists' }).click()
  await card(page, 'Market').click()
  await expect(names(page)).toHaveText(['Milk'])
})

const ANSWERS = {
  'with 500 and no page': { status: 500, body: 'An error' },
  'with 503 and no page': { status: 503, body: 'Busy' },
  'with 429 and no page': { status: 429, body: 'Too many' },
}

for (const [how, answer] of Object.entries(ANSWERS)) {
  test(`an open list stays when the server answers ${how}, and says so`, {
    tag: ['@script', ...fullUnless(answer.status, 500)],
  }, async ({ page, person, larder, allowErrors }) => {
    allowErrors(/500|503|429|SyntaxError|Unable/)
    const listId = addList(larder, person, 'Market')
    addItems(larder, listId, [{ name: 'Milk' }])
    const path = `/single-list?listID=${listId}`
    await page.goto(path)
    await page.route(/single-list\.data/, (route) => route.fulfill(answer))
    const form = { id: newId(), name: 'Figs', quantity: '1', price: '0' }
    await page.request.post(path, { form, maxRedirects: 0 })
    await expect(status(page)).toContainText(`${FAILING} Market as of`)
    await expect(names(page)).toHaveText(['Milk'])
    await expect(claimsOffline(page)).toHaveCount(0)
    await expect(status(page).getByRole('button', { name: 'Try again' })).toBeVisible()
    // The page tries again itself, too, less and less often.
    await page.unrouteAll()
    await expect(names(page)).toHaveText(['Milk', 'Figs'])
    await expect(status(page)).toHaveText('')
  })
}

test('an open list stays when the server has an error, and says so', { tag: '@script' }, async ({
  page,
  person,
  larder,
  allowErrors,
}) => {
  allowErrors(/500/)
  const listId = addList(larder, person, 'Market')
  addItems(larder, listId, [{ name: 'Milk' }])
  await page.goto(`/single-list?listID=${listId}`)
  await withoutItems(larder, async () => {
    larder.database.prepare('UPDATE lists SET revision = revision + 1 WHERE id = ?').run(listId)
    // The socket subscribes again, and learns of the new revision.
    await page.evaluate(() => dispatchEvent(new Event('online')))
    await expect(status(page)).toContainText(`${FAILING} Market as of`)
    await expect(names(page)).toHaveText(['Milk'])
  })
  await expect(status(page)).toHaveText('')
})

test('a page without a copy that gets no usable answer says that, not that nobody answers', {
  tag: '@script',
}, async ({ page, person, allowErrors }) => {
  allowErrors(/502|SyntaxError|Unable/)
  await page.goto(`/?userID=${person.id}`)
  await page.route(/settings\.data/, (route) => route.fulfill({ status: 502, body: 'Bad gateway' }))
  await page.getByRole('link', { name: 'Settings' }).click()
  await expect(page.getByRole('heading', { name: 'Something went wrong' })).toBeVisible()
  await expect(claimsOffline(page)).toHaveCount(0)
  await page.unrouteAll()
  await page.getByRole('link', { name: 'Try again' }).click()
  await expect(page.getByRole('heading', { name: 'Settings', exact: true, level: 1 })).toBeVisible()
})

onNetwork(
  'a kept list that the server is too busy to send says so, not that there is no connection',
  { tag: '@script' },
  async ({ page, network, allowErrors, arrange }) => {
    allowErrors(/SyntaxError/)
    const { path } = arrange(['Milk'])
    await open(page, path)
    await page.goto('about:blank')
    network.answerWith((req, res) => {
      if (!req.url?.startsWith('/single-list')) return false
      res.writeHead(503, { 'X-Request-Id': 'a', 'Content-Type': 'text/plain' }).end('Busy')
      return true
    })
    const said: string[] = []
    await page.exposeFunction('say', (text: string) => said.push(text))
    await page.addInitScript((retryEvery) => {
      const look = () => Reflect.get(window, 'say')(document.querySelector('.reach')?.textContent ?? '')
      new MutationObserver(look).observe(document, { childList: true, subtree: true, characterData: true })
      // The page doesn't try again itself, so that the button does.
      const { setInterval } = window
      const other = (run: () => void, ms: number) => (ms === retryEvery ? 0 : setInterval(run, ms))
      Object.assign(window, { setInterval: other })
    }, 15 * SECOND)
    await page.goto(path)
    await expect(names(page)).toHaveText(['Milk'])
    await expect(status(page)).toContainText(`${FAILING} Saturday market as of`)
    expect(said.join()).toContain(FAILING)
    expect(said.filter((text) => text.includes('No connection'))).toEqual([])
    const tryAgain = status(page).getByRole('button', { name: 'Try again' })
    await expect(tryAgain).toBeVisible()
    network.restore()
    await tryAgain.click()
    await expect(status(page)).toHaveText('')
  },
)
