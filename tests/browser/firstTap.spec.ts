import type { Page } from '@playwright/test'
import { addItems, addList } from '#tests/support/rows.ts'
import { addLink } from '#tests/support/sharing.ts'
import { addButton, onPosts, openFirst, PHONE } from './firstPage.ts'
import { addPerson, addSession, expect, type Larder, messages, rowsAtRest, test } from './fixtures.ts'
import { box, line, storedRows } from './listPage.ts'

// What somebody does on a list's first page before its scripts have arrived.

function arrange(larder: Larder, names = ['Milk', 'Bread', 'Eggs']) {
  const owner = addPerson(larder)
  const listId = addList(larder, owner, 'Market')
  const ids = addItems(
    larder,
    listId,
    names.map((name) => ({ name })),
  )
  return { owner, listId, ids, path: `/single-list?listID=${listId}` }
}

const remove = (page: Page, name: string) => page.getByRole('button', { name: `Delete ${name}` })
const ticked = (larder: Larder, listId: string) =>
  storedRows(larder, listId).flatMap(({ name, completed }) => (completed ? name : []))
const namesOf = (larder: Larder, listId: string) => storedRows(larder, listId).map(({ name }) => name)
const changes = ({ database }: Larder, listId: string) =>
  database.prepare('SELECT count(*) FROM changes WHERE list_id = ?').pluck().get(listId)

test.describe('before the scripts', { tag: '@script' }, () => {
  test('a tick, a deletion and a line are shown and stored, once, and stay when the page wakes', async ({
    browser,
    larder,
  }) => {
    const { owner, listId, path } = arrange(larder)
    const { context, page, wake } = await openFirst(browser, larder, path, owner.cookie)
    const states = watch(page)
    await box(page, 'Milk').tap()
    await expect(box(page, 'Milk')).toBeChecked()
    // Otherwise the styles that arrive later would draw it again.
    await expect(box(page, 'Milk')).toHaveCSS('animation-name', 'draw', { pseudo: 'after' })
    await remove(page, 'Bread').tap()
    await expect(page.locator('.item', { hasText: 'Bread' })).toBeHidden()
    await line(page).fill('2 Lemons')
    await addButton(page).tap()
    await expect(line(page)).toHaveValue('')
    await expect(page.locator('.quick')).toHaveAttribute('data-sent', /2 Lemons/)
    await expect.poll(() => namesOf(larder, listId)).toEqual(['Milk', 'Eggs', 'Lemons'])
    expect(ticked(larder, listId)).toEqual(['Milk'])
    await wake()
    await expect(page.locator('.item .name')).toHaveText(['Eggs', 'Lemons', 'Milk'])
    await expect(page.locator('.quick')).not.toHaveAttribute('data-sent')
    await expect(box(page, 'Milk')).toBeChecked()
    await expect(messages(page)).toContainText('Lemons')
    expect(changes(larder, listId)).toBe(3)
    expect(await (await states).evaluate((seen) => seen)).toEqual(['true'])
    await rowsAtRest(box(page, 'Eggs'))
    await box(page, 'Eggs').tap()
    await expect.poll(() => ticked(larder, listId)).toEqual(['Milk', 'Eggs'])
    await context.close()
  })

  test('a guest ticks by a link', async ({ browser, larder }) => {
    const { listId } = arrange(larder)
    const { context, page, wake } = await openFirst(browser, larder, addLink(larder, listId, 'editor'))
    await box(page, 'Milk').tap()
    await expect.poll(() => ticked(larder, listId)).toEqual(['Milk'])
    await wake()
    await expect(box(page, 'Milk')).toBeChecked()
    await context.close()
  })

  test('a row is ticked and unticked in this order, and a bouncing thumb ticks once', async ({
    browser,
    larder,
  }) => {
    const { owner, listId, path } = arrange(larder)
    const { context, page, posted, wake } = await openFirst(browser, larder, path, owner.cookie)
    await page.clock.install()
    await box(page, 'Milk').evaluate((button) => {
      if (button instanceof HTMLButtonElement) for (let n = 0; n < 2; n += 1) button.click()
    })
    await expect(box(page, 'Milk')).toBeChecked()
    await page.clock.fastForward(500)
    await box(page, 'Milk').tap()
    await expect(box(page, 'Milk')).not.toBeChecked()
    await expect.poll(() => posted.map((form) => form.get('completed'))).toEqual(['on', 'false'])
    await expect.poll(() => changes(larder, listId)).toBe(2)
    expect(ticked(larder, listId)).toEqual([])
    await page.clock.resume()
    await wake()
    await expect(box(page, 'Milk')).not.toBeChecked()
    await context.close()
  })

  test('a page that wakes before the answer shows what was done, and it is done once', async ({
    browser,
    larder,
  }) => {
    const { owner, listId, path } = arrange(larder)
    const { context, page, posted, wake } = await openFirst(browser, larder, path, owner.cookie)
    let answer = () => {}
    const held = new Promise<void>((resolve) => {
      answer = resolve
    })
    await onPosts(context, async (route) => {
      await held
      await route.continue().catch(() => {})
    })
    const states = watch(page)
    await box(page, 'Milk').tap()
    await line(page).fill('Lemons')
    await addButton(page).tap()
    await wake()
    await expect(page.locator('.item .name', { hasText: 'Lemons' })).toBeVisible()
    await expect(box(page, 'Milk')).toBeChecked()
    answer()
    await expect.poll(() => namesOf(larder, listId)).toEqual(['Milk', 'Bread', 'Eggs', 'Lemons'])
    await expect.poll(() => ticked(larder, listId)).toEqual(['Milk'])
    expect(new Set(posted.map((form) => form.get('op'))).size).toBe(2)
    await expect(page.locator('[aria-busy]')).toHaveCount(0)
    expect(changes(larder, listId)).toBe(2)
    expect(await (await states).evaluate((seen) => seen)).toEqual(['true'])
    await context.close()
  })

  for (const end of ['request', 'answer'])
    test(`if the ${end} is lost, the page that wakes sends it again, and it is done once`, async ({
      browser,
      larder,
      allowErrors,
    }) => {
      allowErrors(/ERR_/)
      const { owner, listId, path } = arrange(larder)
      const { context, page, wake } = await openFirst(browser, larder, path, owner.cookie)
      let tries = 0
      let isBad = true
      await onPosts(context, async (route) => {
        tries += 1
        if (!isBad) return route.continue()
        if (end === 'answer') await route.fetch()
        await route.abort()
      })
      await line(page).fill('Lemons')
      await addButton(page).tap()
      await expect.poll(() => tries).toBeGreaterThan(0)
      isBad = false
      await wake()
      await expect(page.locator('.item .name', { hasText: 'Lemons' })).toBeVisible()
      await expect.poll(() => namesOf(larder, listId)).toEqual(['Milk', 'Bread', 'Eggs', 'Lemons'])
      await expect(page.locator('[aria-busy]')).toHaveCount(0)
      expect(changes(larder, listId)).toBe(1)
      await context.close()
    })

  test('without a connection, the page that wakes says so, and sends it later', async ({
    browser,
    larder,
    allowErrors,
  }) => {
    allowErrors(/ERR_/)
    const { owner, listId, path } = arrange(larder)
    const { context, page, wake } = await openFirst(browser, larder, path, owner.cookie)
    let isDown = true
    // Only the scripts still come.
    await context.route(
      (url) => !url.pathname.startsWith('/assets/'),
      (route) => (isDown ? route.abort() : route.fallback()),
    )
    await box(page, 'Milk').tap()
    await remove(page, 'Bread').tap()
    await wake()
    await expect(page.locator('.reach')).toContainText('No connection.')
    await expect(box(page, 'Milk')).toBeChecked()
    await expect(page.locator('.item .name')).toHaveText(['Eggs', 'Milk'])
    expect(changes(larder, listId)).toBe(0)
    isDown = false
    await page.evaluate(() => dispatchEvent(new Event('online')))
    await expect.poll(() => namesOf(larder, listId)).toEqual(['Milk', 'Eggs'])
    await expect.poll(() => ticked(larder, listId)).toEqual(['Milk'])
    expect(changes(larder, listId)).toBe(2)
    await context.close()
  })

  test('what a page had not sent when it was closed is sent when it comes back in this tab', async ({
    browser,
    larder,
    allowErrors,
  }) => {
    allowErrors(/ERR_/)
    const { owner, listId, path } = arrange(larder)
    const { context, page, wake } = await openFirst(browser, larder, path, owner.cookie)
    let isDown = true
    await onPosts(context, (route) => (isDown ? route.abort() : route.continue()))
    await box(page, 'Milk').tap()
    await expect(box(page, 'Milk')).toBeChecked()
    isDown = false
    await page.goto(path, { waitUntil: 'commit' })
    await expect.poll(() => ticked(larder, listId)).toEqual(['Milk'])
    await wake()
    await expect(box(page, 'Milk')).toBeChecked()
    expect(
      await page.evaluate(() => Object.keys(sessionStorage).filter((key) => key.startsWith('taps'))),
    ).toEqual([])
    expect(changes(larder, listId)).toBe(1)
    await context.close()
  })

  test('what is refused is taken back, and the row says why', async ({ browser, larder, allowErrors }) => {
    allowErrors(/status of 404/)
    const { owner, listId, ids, path } = arrange(larder)
    const { context, page, wake } = await openFirst(browser, larder, path, owner.cookie)
    larder.database.prepare('DELETE FROM items WHERE id = ?').run(ids[0])
    await box(page, 'Milk').tap()
    await wake()
    await expect(page.locator('.reach')).toContainText("1 change wasn't saved")
    expect(namesOf(larder, listId)).toEqual(['Bread', 'Eggs'])
    await context.close()
  })

  test('if the session has ended, what was done is sent after signing in again', async ({
    browser,
    larder,
    allowErrors,
  }) => {
    allowErrors(/status of 401/)
    const { owner, listId, path } = arrange(larder)
    const { context, page, release } = await openFirst(browser, larder, path, owner.cookie)
    larder.database.prepare('DELETE FROM sessions WHERE user_id = ?').run(owner.id)
    await box(page, 'Milk').tap()
    await expect(box(page, 'Milk')).toBeChecked()
    release()
    // The page leaves for the landing page as soon as it knows.
    await expect.poll(() => page.evaluate(storedActs).catch(() => undefined)).toEqual(['/completed'])
    await context.addCookies([{ name: 'session', value: addSession(larder, owner), url: larder.url }])
    await expect(async () => {
      await page.goto(path)
    }).toPass()
    await expect.poll(() => ticked(larder, listId)).toEqual(['Milk'])
    await expect(box(page, 'Milk')).toBeChecked()
    await context.close()
  })

  test('if the scripts never come, the server says why something was refused', async ({
    browser,
    larder,
    allowErrors,
  }) => {
    allowErrors(/status of 401/)
    const { owner, path } = arrange(larder)
    const { context, page } = await openFirst(browser, larder, path, owner.cookie)
    await page.clock.install()
    larder.database.prepare('DELETE FROM sessions WHERE user_id = ?').run(owner.id)
    const refused = page.waitForResponse((response) => response.status() === 401)
    await box(page, 'Milk').tap()
    await (await refused).finished()
    await expect(async () => {
      await page.clock.fastForward(10_000)
      await expect(page).toHaveURL(/landing|login/, { timeout: 500 })
    }).toPass()
    // It isn't sent a third time.
    const open = () => Object.keys(sessionStorage).map((key) => key.startsWith('taps') && sessionStorage[key])
    expect(await page.evaluate(open)).toEqual(['[]'])
    await context.close()
  })
})

test('without JavaScript, the forms are what they were', async ({ browser, larder, scripted }) => {
  test.skip(scripted)
  const { owner, listId, path } = arrange(larder)
  const context = await browser.newContext({ baseURL: larder.url, javaScriptEnabled: false, ...PHONE })
  await context.addCookies([{ name: 'session', value: owner.cookie, url: larder.url }])
  const page = await context.newPage()
  await page.goto(path)
  await box(page, 'Milk').tap()
  await expect(page.locator('#basket .name')).toHaveText(['Milk'])
  await line(page).fill('Lemons')
  await addButton(page).tap()
  await expect(page.locator('#items .name')).toHaveText(['Bread', 'Eggs', 'Lemons'])
  expect(changes(larder, listId)).toBe(2)
  await context.close()
})

/** How the row of Milk is ticked, each time that changes from now on. */
const watch = (page: Page) =>
  page.evaluateHandle(() => {
    const seen: (string | null | undefined)[] = []
    const look = () => {
      const rows = [...document.querySelectorAll('.item')]
      const milk = rows.find((row) => row.textContent?.includes('Milk'))
      const now = milk?.querySelector('.tick')?.getAttribute('aria-checked')
      if (seen.at(-1) !== now) seen.push(now)
    }
    new MutationObserver(look).observe(document, { subtree: true, attributes: true, childList: true })
    return seen
  })

/** Runs in the page: the paths of what waits in its outbox. */
function storedActs(): Promise<string[]> {
  return new Promise((resolve, reject) => {
    const opening = indexedDB.open('larder', 1)
    // Not made yet.
    opening.onupgradeneeded = () => opening.transaction?.abort()
    opening.onerror = () => reject(opening.error)
    opening.onsuccess = () => {
      const reading = opening.result.transaction('outbox').objectStore('outbox').getAll()
      reading.onsuccess = () => resolve(reading.result.map(({ path }) => path))
      opening.result.close()
    }
  })
}
