import { once } from 'node:events'
import type { Page } from '@playwright/test'
import { newId } from '#app/domain/ids.ts'
import { freePort } from '#tests/support/freePort.mjs'
import { addItems } from '#tests/support/rows.ts'
import { addLink } from '#tests/support/sharing.ts'
import {
  addPerson,
  addSession,
  expect,
  fullUnless,
  type Larder,
  messages,
  signIn,
  startLarder,
  test,
} from './fixtures.ts'
import { addByDialog, arrangeFor, names } from './listPage.ts'

// Two browsers of one user on one list. No time limits: the test machine may be busy.

/** Adds an item without an event, as if the page had missed it. */
function addWithoutEvent({ database }: Larder, listId: string, name: string) {
  const now = Date.now()
  database
    .prepare(
      `INSERT INTO items (id, list_id, name, quantity_milli, price_cents, position, created_at, updated_at)
       VALUES (?, ?, ?, 1000, 0, ?, ?, ?)`,
    )
    .run(newId(), listId, name, now, now, now)
  database.prepare('UPDATE lists SET revision = revision + 1 WHERE id = ?').run(listId)
}

const itemCreated = (page: Page) => page.getByText('item created', { exact: true })

/** Opens the list and waits until the page is subscribed. */
async function openLive(page: Page, path: string) {
  const subscribed = page
    .waitForEvent('websocket', (socket) => socket.url().endsWith('/ws'))
    .then((socket) =>
      socket.waitForEvent('framereceived', ({ payload }) => String(payload).includes('subscribed')),
    )
  await page.goto(path)
  await subscribed
}

const live = test.extend<{ phone: Page; list: ReturnType<typeof arrangeFor> }>({
  list: async ({ larder, person }, use) => use(arrangeFor(larder, person, [], 'Weekend')),
  phone: async ({ browser, larder, person, list }, use) => {
    const context = await browser.newContext({ baseURL: larder.url })
    const phone = await context.newPage()
    await signIn(phone, larder, { ...person, cookie: addSession(larder, person) })
    await openLive(phone, list.path)
    await use(phone)
    await context.close()
  },
})

test('the chat page sends a message over the socket', async ({ page, larder, scripted }) => {
  await signIn(page, larder, addPerson(larder))
  await page.goto('/chat')
  await expect(page.getByRole('heading', { name: 'Chat Page' })).toBeVisible()
  if (scripted) await expect(page.getByText('Message delivered')).toBeVisible()
})

test('the chat page requires a session', { tag: '@full' }, async ({ page }) => {
  await page.goto('/chat')
  await expect(page).toHaveURL('/landing')
})

test('without JavaScript, a reload shows the changes', async ({ page, larder, scripted, arrange }) => {
  test.skip(scripted, 'with JavaScript, no reload is needed')
  const list = arrange([], 'Weekend')
  await page.goto(list.path)
  addWithoutEvent(larder, list.listId, 'Milk')
  await page.reload()
  await expect(names(page)).toHaveText(['Milk'])
})

live.describe('two browsers', () => {
  live.skip(({ javaScriptEnabled }) => javaScriptEnabled === false, 'live updates need JavaScript')

  for (const direction of ['there', 'back']) {
    live(
      `every change in one browser shows up in the other, ${direction}`,
      { tag: fullUnless(direction, 'there') },
      async ({ page, phone, list }) => {
        await openLive(page, list.path)
        const [here, there] = direction === 'there' ? [page, phone] : [phone, page]
        await addByDialog(here, 'Milk')
        await expect(names(there)).toHaveText(['Milk'])
        await expect(itemCreated(there)).toBeVisible()

        await here.getByRole('checkbox', { name: 'Milk' }).click()
        await expect(there.getByRole('checkbox', { name: 'Milk' })).toBeChecked()
        await there.getByRole('checkbox', { name: 'Milk' }).click()
        await expect(here.getByRole('checkbox', { name: 'Milk' })).not.toBeChecked()
        // By now the event of the item added here has arrived, too.
        expect(await itemCreated(here).count()).toBe(0)

        await here.getByRole('link', { name: 'Edit Milk' }).click()
        const dialog = here.getByRole('dialog', { name: 'EDIT ITEM' })
        await dialog.getByLabel('Price').fill('2.50')
        await dialog.getByRole('button', { name: 'SUBMIT' }).click()
        await expect(there.locator('.total')).toContainText('$ 2.50')

        await addByDialog(here, 'Bread')
        await expect(names(there)).toHaveText(['Milk', 'Bread'])
        await here.getByRole('button', { name: 'Delete Milk' }).click()
        await expect(names(there)).toHaveText(['Bread'])
        await here.getByRole('button', { name: 'Delete All' }).click()
        await expect(there.getByText('add items and start shopping')).toBeVisible()
      },
    )
  }

  for (const type of ['aiItemsGenerated', 'receiptChanged']) {
    live(`${type} reloads the list`, { tag: '@full' }, async ({ page, larder, list }) => {
      let sendToPage = (_message: object) => {}
      await page.routeWebSocket('/ws', (socket) => {
        socket.connectToServer()
        sendToPage = (message) => socket.send(JSON.stringify(message))
      })
      await page.goto(list.path)
      await addByDialog(page, 'Milk')
      addWithoutEvent(larder, list.listId, 'Flour')
      sendToPage({ type, listID: list.listId, revision: 2 })
      await expect(names(page)).toHaveText(['Milk', 'Flour'])
      await expect(itemCreated(page)).toBeHidden()
    })
  }

  live('changes by others keep what the user is typing', async ({ page, phone, list }) => {
    await openLive(page, list.path)
    await addByDialog(page, 'Milk')
    await expect(names(phone)).toHaveText(['Milk'])
    await phone.getByRole('button', { name: 'ADD ITEM' }).click()
    const typed = phone.getByRole('dialog', { name: 'ADD ITEM' }).getByLabel('Name')
    await typed.fill('Oat')
    await page.getByRole('checkbox', { name: 'Milk' }).click()
    await expect(phone.locator('.item.done')).toHaveCount(1)
    await expect(typed).toHaveValue('Oat')
    await expect(typed).toBeFocused()
  })

  live('a burst of 100 changes causes a few reloads', { tag: '@full' }, async ({ page, phone, list }) => {
    let reloads = 0
    phone.on('request', (request) => {
      if (request.url().includes('/single-list.data')) reloads += 1
    })
    const started = Date.now()
    const addTen = async (batch: number) => {
      for (let i = 0; i < 10; i += 1) {
        const form = { id: newId(), name: `Item ${batch}-${i}` }
        const response = await page.request.post(list.path, { form, maxRedirects: 0 })
        expect(response.status()).toBe(303)
      }
    }
    await Promise.all(Array.from({ length: 10 }, (_, batch) => addTen(batch)))
    const took = Date.now() - started
    await expect(names(phone)).toHaveCount(100)
    expect(reloads).toBeLessThanOrEqual(3 + took / 500)
    expect(reloads).toBeLessThan(50)
  })

  live(
    'a phone that was offline catches up automatically',
    { tag: '@full' },
    async ({ page, phone, list, allowErrors }) => {
      allowErrors(/ERR_INTERNET_DISCONNECTED/)
      await openLive(page, list.path)
      await addByDialog(page, 'Milk')
      await expect(names(phone)).toHaveText(['Milk'])
      await phone.context().setOffline(true)
      await addByDialog(page, 'Bread')
      await addByDialog(page, 'Salt')
      await page.getByRole('button', { name: 'Delete Milk' }).click()
      await expect(names(page)).toHaveText(['Bread', 'Salt'])
      await expect(names(phone)).toHaveText(['Milk'])
      await phone.context().setOffline(false)
      await expect(names(phone)).toHaveText(['Bread', 'Salt'])
      await addByDialog(page, 'Butter')
      await expect(names(phone)).toHaveText(['Bread', 'Salt', 'Butter'])
    },
  )

  live('the Back button shows current data', async ({ phone, larder, list }) => {
    await phone.goto('/landing')
    addWithoutEvent(larder, list.listId, 'Milk')
    await phone.goBack()
    await expect(names(phone)).toHaveText(['Milk'])
  })

  live(
    'a page restored from the back/forward cache shows current data',
    { tag: '@full' },
    async ({ phone, larder, list }) => {
      await phone.evaluate(() =>
        window.dispatchEvent(new PageTransitionEvent('pagehide', { persisted: true })),
      )
      addWithoutEvent(larder, list.listId, 'Milk')
      await phone.evaluate(() =>
        window.dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true })),
      )
      await expect(names(phone)).toHaveText(['Milk'])
    },
  )

  live('a page that becomes visible again catches up', async ({ phone, larder, list }) => {
    addWithoutEvent(larder, list.listId, 'Milk')
    await phone.evaluate(() => document.dispatchEvent(new Event('visibilitychange')))
    await expect(names(phone)).toHaveText(['Milk'])
  })

  live(
    'a reload leaves the page where it has been scrolled to meanwhile, and Back still returns there',
    async ({ phone, larder, list }) => {
      addItems(
        larder,
        list.listId,
        Array.from({ length: 40 }, (_, n) => ({ name: `Item ${n}` })),
      )
      await openLive(phone, list.path)
      const scroll = (top: number) => phone.evaluate((top) => scrollTo(0, top), top)
      const scrolled = () => phone.evaluate(() => scrollY)
      await scroll(50)
      let answer = () => {}
      const mayAnswer = new Promise<void>((resolve) => {
        answer = resolve
      })
      const data = '**/single-list.data*'
      await phone.route(data, async (route) => {
        await mayAnswer
        await route.continue()
      })
      const asked = phone.waitForRequest(data)
      addWithoutEvent(larder, list.listId, 'Milk')
      await phone.evaluate(() => document.dispatchEvent(new Event('visibilitychange')))
      await asked
      await scroll(400)
      answer()
      await expect(names(phone).last()).toHaveText('Milk')
      expect(await scrolled()).toBe(400)

      await phone.getByRole('button', { name: 'Back to your lists' }).click()
      await expect(phone.getByRole('link', { name: 'View List' })).toBeVisible()
      await phone.goBack()
      await expect(names(phone).last()).toHaveText('Milk')
      await expect.poll(scrolled).toBe(400)
    },
  )

  live('the connection closes when no page needs it', { tag: '@full' }, async ({ page, person, list }) => {
    const opening = page.waitForEvent('websocket', (socket) => socket.url().endsWith('/ws'))
    await page.goto(`/?userID=${person.id}`)
    await page.getByRole('link', { name: 'View List' }).click()
    await expect(page).toHaveURL(list.path)
    const socket = await opening
    await page.getByRole('button', { name: 'Back to your lists' }).click()
    await expect(page).toHaveURL(`/?userID=${person.id}`)
    await expect.poll(() => socket.isClosed()).toBe(true)
  })

  live('deleting a list sends its viewers to the lists page', async ({ page, phone, person }) => {
    await page.goto(`/?userID=${person.id}`)
    page.on('dialog', (dialog) => dialog.accept())
    await page.getByRole('button', { name: /delete/i }).click()
    await expect(phone).toHaveURL(`/?userID=${person.id}`)
    await expect(phone.getByText('“Weekend” was deleted.')).toBeVisible()
    await expect(phone.getByText('Make a List and start shopping')).toBeVisible()
  })

  live(
    'an undone deletion brings the list back to its viewers',
    { tag: '@full' },
    async ({ page, phone, person, list, larder, openElsewhere, allowErrors }) => {
      // The link's page says that the list is gone.
      allowErrors(/404/)
      const guest = await openElsewhere()
      await openLive(guest, addLink(larder, list.listId, 'editor'))
      await page.goto(`/?userID=${person.id}`)
      await page.getByRole('button', { name: /delete/i }).click()
      await expect(phone).toHaveURL(`/?userID=${person.id}`)
      await expect(phone.getByText('Make a List and start shopping')).toBeVisible()
      await expect(guest.getByRole('heading', { name: 'Weekend' })).toBeHidden()
      await messages(page).getByRole('button', { name: 'Undo' }).click()
      await expect(guest.getByRole('heading', { name: 'Weekend' })).toBeVisible()
      await expect(phone.getByRole('link', { name: 'View List' })).toBeVisible()
    },
  )

  live(
    'logging out signs out the other tabs of this browser, but no other browser',
    async ({ page, phone, context, larder, list }) => {
      await openLive(page, list.path)
      const tab = await context.newPage()
      await tab.goto('/chat')
      await tab.getByRole('button', { name: 'Logout' }).click()
      await expect(tab).toHaveURL('/landing')
      await expect(page).toHaveURL('/landing')
      addWithoutEvent(larder, list.listId, 'Milk')
      await phone.evaluate(() => document.dispatchEvent(new Event('visibilitychange')))
      await expect(names(phone)).toHaveText(['Milk'])
    },
  )

  live('subscribing to another user’s list is refused', { tag: '@full' }, async ({ page, larder, list }) => {
    const eve = addPerson(larder, 'Eve')
    await signIn(page, larder, eve)
    await page.goto('/chat')
    const response = await page.evaluate(async (listID) => {
      const socket = new WebSocket(`ws://${location.host}/ws`)
      await new Promise((resolve) => socket.addEventListener('open', resolve))
      socket.send(JSON.stringify({ type: 'subscribe', listID }))
      return new Promise((resolve) => {
        socket.addEventListener('message', (event) => resolve(JSON.parse(event.data)))
      })
    }, list.listId)
    expect(response).toEqual({ type: 'refused', listID: list.listId })
  })
})

test('pages reconnect automatically after a server restart', async ({ page, scripted, allowErrors }) => {
  test.skip(!scripted, 'live updates need JavaScript')
  // It also asks whether the server is back.
  allowErrors(/WebSocket connection|ERR_CONNECTION_REFUSED/)
  // Nothing is loaded ahead then, also not when the server stops.
  await page.addInitScript(() =>
    Object.defineProperty(navigator, 'connection', { value: { saveData: true } }),
  )
  const port = String(await freePort())
  const before = await startLarder({ PORT: port })
  const person = addPerson(before.larder)
  const list = arrangeFor(before.larder, person, [], 'Weekend')
  await signIn(page, before.larder, person)
  await openLive(page, before.larder.url + list.path)
  before.server.kill('SIGTERM')
  await once(before.server, 'exit')
  addWithoutEvent(before.larder, list.listId, 'Milk')
  const after = await startLarder({ PORT: port, DATA_DIR: before.larder.dataDir })
  await expect(names(page)).toHaveText(['Milk'])
  await after.stop()
  await before.stop()
})
