import { once } from 'node:events'
import type { Page } from '@playwright/test'
import { newId } from '#app/domain/ids.ts'
import {
  addPerson,
  addSession,
  expect,
  type Larder,
  type Person,
  signIn,
  startLarder,
  test,
} from './larder.ts'

// Two browsers of one person on one list. "Soon" is a second for people; a busy test machine gets more.

function addList({ database }: Larder, person: Person) {
  const id = newId()
  database
    .prepare('INSERT INTO lists (id, name, created_by, created_at) VALUES (?, ?, ?, ?)')
    .run(id, 'Weekend', person.id, Date.now())
  return { id, path: `/single-list?listID=${id}` }
}

/** A change from elsewhere that raises no event here, as if it had happened while nobody listened. */
function addQuietly({ database }: Larder, listId: string, name: string) {
  const now = Date.now()
  database
    .prepare(
      `INSERT INTO items (id, list_id, name, quantity_milli, price_cents, position, created_at, updated_at)
       VALUES (?, ?, ?, 1000, 0, ?, ?, ?)`,
    )
    .run(newId(), listId, name, now, now, now)
  database.prepare('UPDATE lists SET revision = revision + 1 WHERE id = ?').run(listId)
}

const names = (page: Page) => page.locator('.item .name')
const itemCreated = (page: Page) => page.getByText('item created', { exact: true })

async function add(page: Page, name: string) {
  await page.getByRole('button', { name: 'ADD ITEM' }).click()
  const dialog = page.getByRole('dialog', { name: 'ADD ITEM' })
  await dialog.getByLabel('Name').fill(name)
  await dialog.getByRole('button', { name: 'SUBMIT' }).click()
  await expect(dialog).toBeHidden()
}

/** Opens the list and waits until the page listens. */
async function openLive(page: Page, path: string) {
  const subscribed = page
    .waitForEvent('websocket', (socket) => socket.url().endsWith('/ws'))
    .then((socket) =>
      socket.waitForEvent('framereceived', ({ payload }) => String(payload).includes('subscribed')),
    )
  await page.goto(path)
  await subscribed
}

const live = test.extend<{ phone: Page; list: { id: string; path: string } }>({
  list: async ({ larder, person }, use) => use(addList(larder, person)),
  phone: async ({ browser, larder, person, list }, use) => {
    const context = await browser.newContext({ baseURL: larder.url })
    const phone = await context.newPage()
    await signIn(phone, larder, { ...person, cookie: addSession(larder, person) })
    await openLive(phone, list.path)
    await use(phone)
    await context.close()
  },
})

test('the chat page greets over the socket, and says so', async ({ page, person, scripted }) => {
  expect(person.id).toBeTruthy()
  await page.goto('/chat')
  await expect(page.getByRole('heading', { name: 'Chat Page' })).toBeVisible()
  if (scripted) await expect(page.getByRole('status')).toHaveText('Message delivered')
})

test('the chat page is for signed-in people', async ({ page }) => {
  await page.goto('/chat')
  await expect(page).toHaveURL('/landing')
})

test('without script the list shows the truth on reload', async ({ page, larder, person, scripted }) => {
  test.skip(scripted, 'with script it does not need the reload')
  const list = addList(larder, person)
  await page.goto(list.path)
  addQuietly(larder, list.id, 'Milk')
  await page.reload()
  await expect(names(page)).toHaveText(['Milk'])
})

live.describe('two browsers', () => {
  live.skip(({ javaScriptEnabled }) => javaScriptEnabled === false, 'live updates need the script')

  for (const direction of ['there', 'back']) {
    live(
      `all that one does the other sees without touching anything, ${direction}`,
      async ({ page, phone, list }) => {
        await openLive(page, list.path)
        const [here, there] = direction === 'there' ? [page, phone] : [phone, page]
        await add(here, 'Milk')
        await expect(names(there)).toHaveText(['Milk'])
        await expect(itemCreated(there)).toBeVisible()
        await expect(itemCreated(here)).toBeHidden()

        await here.getByRole('checkbox', { name: 'Milk' }).click()
        await expect(there.getByRole('checkbox', { name: 'Milk' })).toBeChecked()
        await there.getByRole('checkbox', { name: 'Milk' }).click()
        await expect(here.getByRole('checkbox', { name: 'Milk' })).not.toBeChecked()

        await here.getByRole('link', { name: 'Edit Milk' }).click()
        const dialog = here.getByRole('dialog', { name: 'EDIT ITEM' })
        await dialog.getByLabel('Price').fill('2.50')
        await dialog.getByRole('button', { name: 'SUBMIT' }).click()
        await expect(there.locator('.total')).toContainText('$ 2.50')

        await add(here, 'Bread')
        await expect(names(there)).toHaveText(['Milk', 'Bread'])
        await here.getByRole('button', { name: 'Delete Milk' }).click()
        await expect(names(there)).toHaveText(['Bread'])
        await here.getByRole('button', { name: 'Delete All' }).click()
        await expect(there.getByText('add items and start shopping')).toBeVisible()
      },
    )
  }

  for (const type of ['aiItemsGenerated', 'receiptChanged']) {
    live(`${type} shows the new state`, async ({ page, larder, list, person }) => {
      expect(person.id).toBeTruthy()
      let tell = (_message: object) => {}
      await page.routeWebSocket('/ws', (socket) => {
        socket.connectToServer()
        tell = (message) => socket.send(JSON.stringify(message))
      })
      await page.goto(list.path)
      await add(page, 'Milk')
      addQuietly(larder, list.id, 'Flour')
      tell({ type, listID: list.id, revision: 2 })
      await expect(names(page)).toHaveText(['Milk', 'Flour'])
      await expect(itemCreated(page)).toBeHidden()
    })
  }

  live('what somebody is typing survives what others do', async ({ page, phone, list }) => {
    await openLive(page, list.path)
    await add(page, 'Milk')
    await expect(names(phone)).toHaveText(['Milk'])
    await phone.getByRole('button', { name: 'ADD ITEM' }).click()
    const typed = phone.getByRole('dialog', { name: 'ADD ITEM' }).getByLabel('Name')
    await typed.fill('Oat')
    await page.getByRole('checkbox', { name: 'Milk' }).click()
    await expect(phone.locator('.item.done')).toHaveCount(1)
    await expect(typed).toHaveValue('Oat')
    await expect(typed).toBeFocused()
  })

  live('a burst of a hundred changes makes a few reloads', async ({ page, phone, list }) => {
    let reloads = 0
    phone.on('request', (request) => {
      if (request.url().includes('/single-list.data')) reloads += 1
    })
    const started = Date.now()
    const adder = async (basket: number) => {
      for (let i = 0; i < 10; i += 1) {
        const form = { id: newId(), name: `Thing ${basket}-${i}` }
        const response = await page.request.post(list.path, { form, maxRedirects: 0 })
        expect(response.status()).toBe(303)
      }
    }
    await Promise.all(Array.from({ length: 10 }, (_, basket) => adder(basket)))
    const took = Date.now() - started
    await expect(names(phone)).toHaveCount(100)
    expect(reloads).toBeLessThanOrEqual(3 + took / 500)
    expect(reloads).toBeLessThan(50)
  })

  live('a phone that was offline is right again without a click', async ({ page, phone, list }) => {
    await openLive(page, list.path)
    await add(page, 'Milk')
    await expect(names(phone)).toHaveText(['Milk'])
    await phone.context().setOffline(true)
    await add(page, 'Bread')
    await add(page, 'Salt')
    await page.getByRole('button', { name: 'Delete Milk' }).click()
    await expect(names(page)).toHaveText(['Bread', 'Salt'])
    await expect(names(phone)).toHaveText(['Milk'])
    await phone.context().setOffline(false)
    await expect(names(phone)).toHaveText(['Bread', 'Salt'])
    await add(page, 'Butter')
    await expect(names(phone)).toHaveText(['Bread', 'Salt', 'Butter'])
  })

  live(
    'coming back to the page with the browser’s button shows the truth',
    async ({ phone, larder, list }) => {
      await phone.goto('/landing')
      addQuietly(larder, list.id, 'Milk')
      await phone.goBack()
      await expect(names(phone)).toHaveText(['Milk'])
    },
  )

  live('a page kept for the way back sleeps, and wakes with the truth', async ({ phone, larder, list }) => {
    await phone.evaluate(() => window.dispatchEvent(new PageTransitionEvent('pagehide', { persisted: true })))
    addQuietly(larder, list.id, 'Milk')
    await phone.evaluate(() => window.dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true })))
    await expect(names(phone)).toHaveText(['Milk'])
  })

  live(
    'a page that is shown again after it was hidden asks what it missed',
    async ({ phone, larder, list }) => {
      addQuietly(larder, list.id, 'Milk')
      await phone.evaluate(() => document.dispatchEvent(new Event('visibilitychange')))
      await expect(names(phone)).toHaveText(['Milk'])
    },
  )

  live('the connection lives as long as a page needs it', async ({ page, person, list }) => {
    const opening = page.waitForEvent('websocket', (socket) => socket.url().endsWith('/ws'))
    await page.goto(`/?userID=${person.id}`)
    await page.getByRole('link', { name: 'View List' }).click()
    await expect(page).toHaveURL(list.path)
    const socket = await opening
    await page.getByRole('button', { name: 'Back to your lists' }).click()
    await expect(page).toHaveURL(`/?userID=${person.id}`)
    await expect.poll(() => socket.isClosed()).toBe(true)
  })

  live(
    'who looks at a list that somebody deletes is brought to the lists',
    async ({ page, phone, person }) => {
      await page.goto(`/?userID=${person.id}`)
      page.on('dialog', (dialog) => dialog.accept())
      await page.getByRole('button', { name: /delete/i }).click()
      await expect(phone).toHaveURL(`/?userID=${person.id}`)
      await expect(phone.getByText('This list was deleted.')).toBeVisible()
      await expect(phone.getByText('Make a List and start shopping')).toBeVisible()
    },
  )

  live(
    'logging out takes the other tabs of this browser along, and no other browser',
    async ({ page, phone, context, larder, list }) => {
      await openLive(page, list.path)
      const tab = await context.newPage()
      await tab.goto('/chat')
      await tab.getByRole('button', { name: 'Logout' }).click()
      await expect(tab).toHaveURL('/landing')
      await expect(page).toHaveURL('/landing')
      addQuietly(larder, list.id, 'Milk')
      await phone.evaluate(() => document.dispatchEvent(new Event('visibilitychange')))
      await expect(names(phone)).toHaveText(['Milk'])
    },
  )

  live('nobody hears of another person’s list', async ({ page, larder, list }) => {
    const eve = addPerson(larder, 'Eve')
    await signIn(page, larder, eve)
    await page.goto('/chat')
    const answer = await page.evaluate(async (listID) => {
      const socket = new WebSocket(`ws://${location.host}/ws`)
      await new Promise((resolve) => socket.addEventListener('open', resolve))
      socket.send(JSON.stringify({ type: 'subscribe', listID }))
      return new Promise((resolve) => {
        socket.addEventListener('message', (event) => resolve(JSON.parse(event.data)))
      })
    }, list.id)
    expect(answer).toEqual({ type: 'refused', listID: list.id })
  })
})

test('after a restart of the server pages are live again by themselves', async ({
  page,
  scripted,
  excuse,
}) => {
  test.skip(!scripted, 'live updates need the script')
  excuse(/WebSocket connection/)
  const before = await startLarder()
  const { port } = new URL(before.larder.url)
  const person = addPerson(before.larder)
  const list = addList(before.larder, person)
  await signIn(page, before.larder, person)
  await openLive(page, before.larder.url + list.path)
  before.server.kill('SIGTERM')
  await once(before.server, 'exit')
  addQuietly(before.larder, list.id, 'Milk')
  const after = await startLarder({ PORT: port, DATA_DIR: before.larder.dataDir })
  await expect(names(page)).toHaveText(['Milk'])
  await after.stop()
  await before.stop()
})
