import type { BrowserContext, Page } from '@playwright/test'
import { browserProxy } from '#tests/support/browserProxy.ts'
import { ownBrowser } from '#tests/support/ownBrowser.ts'
import { addItems, addList } from '#tests/support/rows.ts'
import { addLink, addMember } from '#tests/support/sharing.ts'
import {
  addPerson,
  addSession,
  test as base,
  expect,
  type Larder,
  type Person,
  signIn,
  waitLikePeople,
} from './fixtures.ts'

// Shopping without reception: what people do waits on the phone and reaches the server once.

type Network = Awaited<ReturnType<typeof browserProxy>>

const test = base.extend<{ network: Network }>({
  network: async ({ larder }, use) => {
    const network = await browserProxy(larder.url)
    await use(network)
    network.stop()
  },
  baseURL: async ({ network }, use) => use(network.url),
})

test.beforeEach(({ allowErrors }) => allowErrors(/ERR_|Failed to load|Failed to fetch|WebSocket|503/))

const box = (page: Page, name: string) => page.getByRole('checkbox', { name, exact: true })
const names = (page: Page) => page.locator('.item .name')
const row = (page: Page, name: string) =>
  page.locator('.item').filter({ has: page.getByText(name, { exact: true }) })
const status = (page: Page) => page.locator('.reach')
const line = (page: Page) => page.getByLabel('Add items', { exact: true })
const dialog = (page: Page) => page.getByRole('dialog')

function arrange(larder: Larder, person: Person, items: string[], name = 'Saturday market') {
  const listId = addList(larder, person, name)
  const ids = addItems(
    larder,
    listId,
    items.map((item) => ({ name: item })),
  )
  return { listId, ids, path: `/single-list?listID=${listId}` }
}

const itemsOf = ({ database }: Larder, listId: string) =>
  database
    .prepare(
      `SELECT name, quantity_milli AS milli, completed FROM items
       WHERE list_id = ? AND deleted_at IS NULL ORDER BY completed, position, id`,
    )
    .all(listId) as { name: string; milli: number; completed: number }[]

const operationsOf = ({ database }: Larder, listId: string) =>
  (database.prepare('SELECT count(*) AS n FROM operations WHERE list_id = ?').get(listId) as { n: number }).n

const changesOf = ({ database }: Larder, listId: string) =>
  (database.prepare('SELECT count(*) AS n FROM changes WHERE list_id = ?').get(listId) as { n: number }).n

/** With the page's data, its scripts and styles on the phone. */
async function isKept(page: Page) {
  await page.evaluate(async () => {
    await navigator.serviceWorker.ready
    const address = location.pathname + location.search
    for (;;) {
      const request = indexedDB.open('larder')
      await new Promise((resolve) => {
        request.onsuccess = resolve
      })
      const found = request.result.transaction('pages').objectStore('pages').get(address)
      await new Promise((resolve) => {
        found.onsuccess = resolve
      })
      request.result.close()
      const shells = await caches.match('/shell.html')
      if (found.result && shells && navigator.serviceWorker.controller) return
      await new Promise((resolve) => setTimeout(resolve, 50))
    }
  })
}

async function open(page: Page, path: string) {
  await page.goto(path)
  await isKept(page)
}

async function goOffline(page: Page, network: Network) {
  await page.waitForLoadState('networkidle')
  network.goDown()
}

/** As a phone does when it leaves airplane mode. */
async function goOnline(page: Page, network: Network) {
  network.restore()
  await page.evaluate(() => dispatchEvent(new Event('online')))
}

async function addByLine(page: Page, text: string) {
  await line(page).fill(text)
  await line(page).press('Enter')
  await expect(line(page)).toHaveValue('')
}

async function edit(page: Page, name: string, fields: Record<string, string>) {
  await page.getByRole('link', { name: `Edit ${name}`, exact: true }).click()
  for (const [label, value] of Object.entries(fields)) await dialog(page).getByLabel(label).fill(value)
  await dialog(page).getByRole('button', { name: 'SUBMIT' }).click()
  await expect(dialog(page)).toHaveCount(0)
}

const GOODS = Array.from({ length: 20 }, (_, index) => `Item ${index + 1}`)

test('a whole trip without reception survives the death of the browser and arrives once', {
  tag: '@script',
}, async ({ larder, network }) => {
  const person = addPerson(larder)
  const { listId, path } = arrange(larder, person, GOODS)
  const browser = ownBrowser()
  const start = async () => {
    const [context] = (await browser.start()).contexts() as [BrowserContext]
    await context.addCookies([{ name: 'session', value: person.cookie, url: network.url }])
    const page = await context.newPage()
    waitLikePeople(page)
    return page
  }
  try {
    const before = await start()
    await open(before, network.url + path)
    await goOffline(before, network)
    await before.goto(network.url + path)
    for (const name of GOODS.slice(0, 10)) {
      await box(before, name).click()
      await expect(box(before, name)).toBeChecked()
    }
    for (const text of ['eggs', '2 kg flour', 'salt']) await addByLine(before, text)
    await edit(before, 'Item 11', { Quantity: '5' })
    await expect(status(before)).toContainText('14 changes are waiting on this phone.')
    await browser.kill()

    const after = await start()
    await after.goto(network.url + path)
    await expect(status(after)).toContainText('14 changes are waiting on this phone.')
    for (const name of GOODS.slice(0, 10)) await expect(box(after, name)).toBeChecked()
    await expect(names(after)).toHaveText([
      ...GOODS.slice(10),
      'eggs',
      'flour',
      'salt',
      ...GOODS.slice(0, 10),
    ])
    await expect(row(after, 'Item 11')).toContainText('5 ×')
    expect(operationsOf(larder, listId)).toBe(0)

    const restored = performance.now()
    await goOnline(after, network)
    await expect(status(after)).toContainText('All changes are saved.')
    test.info().annotations.push({ type: 'saved after', description: `${performance.now() - restored} ms` })
    expect(operationsOf(larder, listId)).toBe(14)
    expect(changesOf(larder, listId)).toBe(14)
    expect(itemsOf(larder, listId)).toEqual([
      { name: 'Item 11', milli: 5000, completed: 0 },
      ...GOODS.slice(11).map((name) => ({ name, milli: 1000, completed: 0 })),
      { name: 'eggs', milli: 1000, completed: 0 },
      { name: 'flour', milli: 2000, completed: 0 },
      { name: 'salt', milli: 1000, completed: 0 },
      ...GOODS.slice(0, 10).map((name) => ({ name, milli: 1000, completed: 1 })),
    ])
  } finally {
    await browser.stop()
  }
})

test('a guest shops without reception, too', { tag: '@script' }, async ({ page, larder, network }) => {
  const { listId } = arrange(larder, addPerson(larder), ['Milk', 'Bread'])
  await open(page, addLink(larder, listId, 'editor'))
  await goOffline(page, network)
  await box(page, 'Milk').click()
  await addByLine(page, 'eggs')
  await page.reload()
  await expect(box(page, 'Milk')).toBeChecked()
  await expect(names(page)).toHaveText(['Bread', 'eggs', 'Milk'])
  await goOnline(page, network)
  await expect(status(page)).toContainText('All changes are saved.')
  expect(itemsOf(larder, listId).map(({ name, completed }) => [name, completed])).toEqual([
    ['Bread', 0],
    ['eggs', 0],
    ['Milk', 1],
  ])
})

test('what waits can be taken back, whether the server has it or not', { tag: '@script' }, async ({
  page,
  person,
  larder,
  network,
}) => {
  const { listId, path } = arrange(larder, person, ['Milk', 'Bread'])
  await open(page, path)
  // The server gets it, and its answer is lost.
  network.answerWith((req, res) => {
    if (req.url !== '/completed') return false
    const headers = { ...req.headers }
    void forward(larder, req, headers).then(() => res.destroy())
    return true
  })
  await box(page, 'Milk').click()
  await expect(status(page)).toContainText('1 change is waiting on this phone.')
  await expect.poll(() => itemsOf(larder, listId).filter(({ completed }) => completed).length).toBe(1)
  network.goDown()
  await row(page, 'Bread').getByRole('button', { name: 'Delete Bread' }).click()
  await expect(names(page)).toHaveText(['Milk'])
  await page.locator('.message').getByRole('button', { name: 'Undo' }).click()
  await expect(names(page)).toHaveText(['Bread', 'Milk'])
  await status(page).getByRole('button', { name: 'Show' }).click()
  await dialog(page).locator('li', { hasText: 'Tick Milk' }).getByRole('button', { name: 'Undo' }).click()
  await page.keyboard.press('Escape')
  await expect(box(page, 'Milk')).not.toBeChecked()
  await goOnline(page, network)
  await expect(status(page)).toContainText('All changes are saved.')
  await expect.poll(() => itemsOf(larder, listId).map(({ completed }) => completed)).toEqual([0, 0])
})

/** Sends a request to Larder and waits for its answer. */
async function forward(larder: Larder, req: AsyncIterable<Buffer> & { url?: string }, headers: object) {
  const chunks: Buffer[] = []
  for await (const chunk of req) chunks.push(chunk)
  const { cookie, accept, ...rest } = headers as Record<string, string>
  const kept = { cookie, accept, 'content-type': rest['content-type'] } as Record<string, string>
  await (
    await fetch(larder.url + req.url, { method: 'POST', body: Buffer.concat(chunks), headers: kept })
  ).text()
}

test.describe('what comes between', () => {
  const html = '<!doctype html><title>Hotel Wi-Fi</title><form>Room number</form>'
  const CASES: [string, Parameters<Network['answerWith']>[0]][] = [
    [
      'a server that sends headers and then nothing',
      (_req, res) => {
        res.writeHead(200, { 'Content-Type': 'application/json' })
        res.flushHeaders()
        return true
      },
    ],
    [
      'a captive portal',
      (_req, res) => {
        res.writeHead(200, { 'Content-Type': 'text/html' }).end(html)
        return true
      },
    ],
    [
      'a redirect to a captive portal',
      (_req, res) => {
        res.writeHead(302, { Location: 'http://portal.invalid/' }).end()
        return true
      },
    ],
    [
      'a proxy without a server behind it',
      (_req, res) => {
        res.writeHead(502, { 'Content-Type': 'text/html' }).end('Bad Gateway')
        return true
      },
    ],
    [
      'a server that answers in words of another version',
      (_req, res) => {
        res.writeHead(200, { 'Content-Type': 'application/json' }).end('{"success":true}')
        return true
      },
    ],
  ]
  for (const [what, answer] of CASES) {
    test(`${what} neither loses nor hides anything`, { tag: '@script' }, async ({
      page,
      person,
      larder,
      network,
      allowErrors,
    }) => {
      allowErrors(/502|TypeError|SyntaxError|turbo-stream|portal\.invalid/)
      const { listId, path } = arrange(larder, person, ['Milk', 'Bread'])
      await open(page, path)
      network.answerWith(answer)
      await box(page, 'Milk').click()
      await expect(box(page, 'Milk')).toBeChecked()
      await expect(status(page)).toContainText('1 change is waiting on this phone.')
      await page.reload()
      await expect(box(page, 'Milk')).toBeChecked()
      await expect(status(page)).toContainText('No connection. Saturday market as of')
      expect(operationsOf(larder, listId)).toBe(0)
      await goOnline(page, network)
      await expect(status(page)).toContainText('All changes are saved.')
      await expect.poll(() => operationsOf(larder, listId)).toBe(1)
      expect(itemsOf(larder, listId).find(({ name }) => name === 'Milk')?.completed).toBe(1)
    })
  }

  test('a newer server may say more than this page knows', { tag: '@script' }, async ({
    page,
    person,
    larder,
    network,
  }) => {
    const { path } = arrange(larder, person, ['Milk'])
    await open(page, path)
    network.answerWith((req, res) => {
      if (req.url !== '/completed') return false
      res.writeHead(200, { 'Content-Type': 'application/json' }).end('{"ok":true,"thanks":{"to":"you"}}')
      return true
    })
    await box(page, 'Milk').click()
    await expect(box(page, 'Milk')).toBeChecked()
    await expect(status(page)).toHaveText('')
  })
})

test.describe('conflicts', () => {
  const change = ({ database }: Larder, id: string | undefined, set: string) =>
    database.prepare(`UPDATE items SET ${set}, updated_at = updated_at + 1 WHERE id = ?`).run(id)

  test('fields that others changed stay as they made them', { tag: '@script' }, async ({
    page,
    person,
    larder,
    network,
  }) => {
    const { listId, ids, path } = arrange(larder, person, ['Milk'])
    await open(page, path)
    await goOffline(page, network)
    await edit(page, 'Milk', { Name: 'Oat milk' })
    change(larder, ids[0], 'quantity_milli = 3000')
    await goOnline(page, network)
    await expect(status(page)).toContainText('All changes are saved.')
    expect(itemsOf(larder, listId)).toEqual([{ name: 'Oat milk', milli: 3000, completed: 0 }])
    await expect(row(page, 'Oat milk')).toContainText('3 ×')
  })

  for (const [choice, expected] of [
    ['Keep yours', 'Oat milk'],
    ['Keep theirs', 'Goat milk'],
  ] as const) {
    test(`of two names for the same item somebody chooses: ${choice}`, { tag: '@script' }, async ({
      page,
      person,
      larder,
      network,
      allowErrors,
    }) => {
      allowErrors(/409/)
      const { listId, ids, path } = arrange(larder, person, ['Milk'])
      await open(page, path)
      await goOffline(page, network)
      await edit(page, 'Milk', { Name: 'Oat milk' })
      change(larder, ids[0], "name = 'Goat milk'")
      await goOnline(page, network)
      await expect(status(page)).toContainText("1 change wasn't saved.")
      await page.reload()
      await status(page).getByRole('button', { name: 'Show' }).click()
      await expect(dialog(page)).toContainText('Yours')
      await expect(dialog(page)).toContainText('Oat milk, 1')
      await expect(dialog(page)).toContainText('Goat milk, 1')
      await dialog(page).getByRole('button', { name: choice }).click()
      await expect(dialog(page)).toContainText('All changes are saved.')
      await page.keyboard.press('Escape')
      await expect(names(page)).toHaveText([expected])
      expect(itemsOf(larder, listId).map(({ name }) => name)).toEqual([expected])
    })
  }

  test('a tick of something deleted says who deleted it and restores it', { tag: '@script' }, async ({
    page,
    person,
    larder,
    network,
    openElsewhere,
    allowErrors,
  }) => {
    allowErrors(/410/)
    const ben = addPerson(larder, 'Ben')
    const { listId, path } = arrange(larder, person, ['Milk', 'Bread'])
    addMember(larder, listId, ben)
    const there = await openElsewhere(ben)
    await open(page, path)
    await goOffline(page, network)
    await box(page, 'Milk').click()
    await expect(box(page, 'Milk')).toBeChecked()
    await there.goto(larder.url + path)
    await there.getByRole('button', { name: 'Delete Milk' }).click()
    await expect.poll(() => itemsOf(larder, listId)).toHaveLength(1)
    await goOnline(page, network)
    await expect(status(page)).toContainText("1 change wasn't saved.")
    await expect(names(page)).toHaveText(['Bread'])
    await status(page).getByRole('button', { name: 'Show' }).click()
    await expect(dialog(page)).toContainText('Ben deleted “Milk”.')
    await dialog(page).getByRole('button', { name: 'RESTORE' }).click()
    await expect(dialog(page)).toContainText('All changes are saved.')
    await page.keyboard.press('Escape')
    await expect(box(page, 'Milk')).toBeChecked()
    expect(itemsOf(larder, listId).map(({ name, completed }) => [name, completed])).toEqual([
      ['Bread', 0],
      ['Milk', 1],
    ])
  })

  test('deleted on both sides is deleted', { tag: '@script' }, async ({ page, person, larder, network }) => {
    const { listId, ids, path } = arrange(larder, person, ['Milk', 'Bread'])
    await open(page, path)
    await goOffline(page, network)
    await page.getByRole('button', { name: 'Delete Milk' }).click()
    larder.database.prepare('UPDATE items SET deleted_at = ? WHERE id = ?').run(Date.now(), ids[0])
    await goOnline(page, network)
    await expect(status(page)).toContainText('All changes are saved.')
    expect(itemsOf(larder, listId).map(({ name }) => name)).toEqual(['Bread'])
  })

  for (const [clock, shift] of [
    ['a day ahead', 86_400_000],
    ['a day behind', -86_400_000],
  ] as const) {
    test(`with a clock ${clock}, the latest tick wins`, { tag: '@script' }, async ({
      page,
      person,
      larder,
      network,
      openElsewhere,
    }) => {
      await page.addInitScript((ms) => {
        const { now } = Date
        Date.now = () => now() + ms
      }, shift)
      const { listId, path } = arrange(larder, person, ['Milk', 'Bread'])
      const there = await openElsewhere(person)
      await there.goto(larder.url + path)
      await open(page, path)
      await goOffline(page, network)
      await box(page, 'Milk').click()
      await expect(box(page, 'Milk')).toBeChecked()
      // Later than the phone without reception.
      await box(there, 'Milk').click()
      await expect(box(there, 'Milk')).toBeChecked()
      await box(there, 'Milk').click()
      await expect(box(there, 'Milk')).not.toBeChecked()
      await box(there, 'Bread').click()
      await expect(box(there, 'Bread')).toBeChecked()
      await page.reload()
      // Earlier than the phone without reception.
      await expect.poll(() => itemsOf(larder, listId).filter(({ completed }) => completed).length).toBe(1)
      await box(page, 'Bread').click()
      await expect(box(page, 'Bread')).toBeChecked()
      await box(page, 'Bread').click()
      await expect(box(page, 'Bread')).not.toBeChecked()
      await goOnline(page, network)
      await expect(status(page)).toContainText('All changes are saved.')
      expect(itemsOf(larder, listId).map(({ name, completed }) => [name, completed])).toEqual([
        ['Milk', 0],
        ['Bread', 0],
      ])
    })
  }
})

test('a kept list can be read before React has started, with what waits', { tag: '@script' }, async ({
  page,
  person,
  larder,
  network,
}) => {
  const { path } = arrange(larder, person, ['Milk', 'Bread'])
  await open(page, path)
  await goOffline(page, network)
  await box(page, 'Milk').click()
  await addByLine(page, '2 kg flour')
  await expect(status(page)).toContainText('2 changes are waiting')
  await page.addInitScript(() => {
    document.addEventListener('DOMContentLoaded', () => {
      sessionStorage.setItem('first', document.body.textContent ?? '')
    })
  })
  await page.reload()
  await expect(box(page, 'Milk')).toBeChecked()
  const first = await page.evaluate(() => sessionStorage.getItem('first'))
  expect(first).toMatch(/Bread.+\s+flour2 kg × .+ · not sent yet\s+Milk.+ · not sent yet/)
  expect(first).toContain('2 changes are waiting on this phone.')
  expect(first).not.toContain('Total')
})

test('two tabs send what both did, once', { tag: '@script' }, async ({ page, person, larder, network }) => {
  const { listId, path } = arrange(larder, person, ['Milk', 'Bread'])
  await open(page, path)
  const other = await page.context().newPage()
  await other.goto(path)
  await goOffline(page, network)
  await box(page, 'Milk').click()
  await expect(box(other, 'Milk')).toBeChecked()
  await addByLine(other, '2 kg flour')
  await expect(names(page)).toContainText(['flour'])
  network.restore()
  await Promise.all([page, other].map((tab) => tab.evaluate(() => dispatchEvent(new Event('online')))))
  for (const tab of [page, other]) {
    await expect(status(tab)).not.toContainText('waiting')
    await expect(names(tab)).toHaveText(['Bread', 'flour', 'Milk'])
  }
  expect(operationsOf(larder, listId)).toBe(2)
  expect(itemsOf(larder, listId).find(({ name }) => name === 'flour')?.milli).toBe(2000)
})

test('without a connection, controls that need one say so', { tag: '@script' }, async ({
  page,
  person,
  larder,
  network,
}) => {
  const { path } = arrange(larder, person, ['Milk'])
  await open(page, path)
  await goOffline(page, network)
  await page.reload()
  await expect(status(page)).toContainText('No connection.')
  for (const [control, name] of [
    [page.getByRole('button', { name: 'Delete All' }), 'Delete All'],
    [page.getByRole('button', { name: 'ADD RECEIPT' }), 'Adding a receipt'],
    [page.getByRole('button', { name: 'ASK AI' }), 'ASK AI'],
    [page.getByRole('link', { name: 'Share' }), 'Sharing'],
    [page.getByRole('button', { name: 'Logout' }), 'Logging out'],
  ] as const) {
    await expect(control).toHaveAttribute('aria-disabled', 'true')
    await control.click({ force: true })
    await expect(page.locator('.message')).toContainText(`${name} needs a connection.`)
  }
  await expect(names(page)).toHaveText(['Milk'])
  await expect(page.locator('.total')).toContainText('as of')
})

test.describe('on a shared phone', () => {
  /** Every word that the browser keeps or shows. */
  async function everythingIn(page: Page): Promise<string> {
    return page.evaluate(async () => {
      const words = [
        document.documentElement.outerHTML,
        JSON.stringify({ ...localStorage, ...sessionStorage }),
      ]
      for (const name of await caches.keys()) {
        const cache = await caches.open(name)
        for (const request of await cache.keys()) {
          const response = await cache.match(request)
          words.push(request.url, (await response?.text()) ?? '')
        }
      }
      for (const { name } of await indexedDB.databases()) {
        const request = indexedDB.open(name ?? '')
        await new Promise((resolve) => {
          request.onsuccess = resolve
        })
        for (const store of request.result.objectStoreNames) {
          const all = request.result.transaction(store).objectStore(store).getAll()
          await new Promise((resolve) => {
            all.onsuccess = resolve
          })
          words.push(JSON.stringify(all.result))
        }
        request.result.close()
      }
      return words.join('\n')
    })
  }

  test('nobody who signs in later finds a word of the account before', { tag: '@script' }, async ({
    page,
    person,
    larder,
    network,
  }) => {
    const { path } = arrange(larder, person, ['Hemorrhoid cream'], 'Secret list')
    await open(page, `/?userID=${person.id}`)
    await page.getByRole('link', { name: 'View List Secret list' }).click()
    await expect(names(page)).toHaveText(['Hemorrhoid cream'])
    await isKept(page)
    expect(await everythingIn(page)).toContain('Hemorrhoid')
    await page.getByRole('button', { name: 'Logout' }).click()
    await expect(page).toHaveURL(/\/landing/)
    await expect.poll(() => everythingIn(page)).not.toMatch(/Hemorrhoid|Secret list/)
    const ben = addPerson(larder, 'Ben')
    await signIn(page, { ...larder, url: network.url }, ben)
    await open(page, `/?userID=${ben.id}`)
    expect(await everythingIn(page)).not.toMatch(/Hemorrhoid|Secret list/)
    network.goDown()
    for (const address of [path, `/?userID=${person.id}`]) {
      await page.goto(address)
      await expect(page.getByRole('heading', { name: "You're offline" })).toBeVisible()
      expect(await everythingIn(page)).not.toMatch(/Hemorrhoid|Secret list/)
    }
    for (let back = 0; back < 5; back += 1) {
      await page.goBack().catch(() => {})
      await page.waitForLoadState()
      expect(await page.locator('body').innerText()).not.toMatch(/Hemorrhoid|Secret list/)
    }
  })

  test('another account neither shows nor sends what waits, and its owner finds it again', {
    tag: '@script',
  }, async ({ page, person, larder, network, allowErrors }) => {
    allowErrors(/401/)
    const { listId, path } = arrange(larder, person, ['Milk'])
    await open(page, path)
    await goOffline(page, network)
    await box(page, 'Milk').click()
    await expect(status(page)).toContainText('1 change is waiting on this phone.')
    const ben = addPerson(larder, 'Ben')
    addMember(larder, listId, ben)
    network.restore()
    await signIn(page, { ...larder, url: network.url }, ben)
    const other = await page.context().newPage()
    await open(other, path)
    await expect(box(other, 'Milk')).not.toBeChecked()
    await expect(status(other)).toHaveText('')
    // The tab that was left open still has the page of the first account.
    // It may be opening a new document for the other account already.
    await page.evaluate(() => dispatchEvent(new Event('online'))).catch(() => {})
    await expect.poll(() => operationsOf(larder, listId)).toBe(0)
    await page.close()
    await signIn(other, { ...larder, url: network.url }, person)
    await other.goto(path)
    await expect(status(other)).toContainText('All changes are saved.')
    await expect(box(other, 'Milk')).toBeChecked()
    expect(operationsOf(larder, listId)).toBe(1)
  })

  async function waitingAndBack(page: Page, network: Network, path: string) {
    await open(page, path)
    // Ticks don't get through, all else does.
    network.answerWith((req, res) => {
      if (req.url !== '/completed') return false
      res.writeHead(503, { 'Content-Type': 'application/json', 'Retry-After': '60' })
      res.end('{"ok":false,"status":503,"message":"The server is busy."}')
      return true
    })
    await box(page, 'Zwieback').click()
    await expect(status(page)).toContainText('1 change is waiting on this phone.')
    await page.reload()
    await page.getByRole('button', { name: 'Logout' }).click()
    await expect(dialog(page)).toContainText('1 CHANGE NOT SENT')
  }

  test('logging out with waiting changes asks first, and they wait for the next sign-in', {
    tag: '@script',
  }, async ({ page, person, larder, network, allowErrors }) => {
    allowErrors(/503/)
    const { listId, path } = arrange(larder, person, ['Zwieback'])
    await waitingAndBack(page, network, path)
    await dialog(page).getByRole('button', { name: 'STAY SIGNED IN' }).click()
    await expect(box(page, 'Zwieback')).toBeChecked()
    await page.getByRole('button', { name: 'Logout' }).click()
    await dialog(page).getByRole('button', { name: 'Log out', exact: true }).click()
    await expect(page).toHaveURL(/\/landing/)
    await expect(page.getByText('Sign in to send 1 change.')).toBeVisible()
    network.restore()
    const cookie = addSession(larder, person)
    await signIn(page, { ...larder, url: network.url }, { ...person, cookie })
    await page.goto(path)
    await expect(status(page)).toContainText('All changes are saved.')
    expect(itemsOf(larder, listId)[0]?.completed).toBe(1)
  })

  test('logging out can delete what waits', { tag: '@script' }, async ({
    page,
    person,
    larder,
    network,
    allowErrors,
  }) => {
    allowErrors(/503/)
    const { path } = arrange(larder, person, ['Zwieback'])
    await waitingAndBack(page, network, path)
    await dialog(page).getByRole('button', { name: 'Delete and log out' }).click()
    await expect(page).toHaveURL(/\/landing/)
    await expect.poll(() => everythingIn(page)).not.toContain('Zwieback')
    await expect(page.getByText('Sign in to send')).toHaveCount(0)
  })
})

test('a browser that cannot keep changes says so and still sends them', { tag: '@script' }, async ({
  page,
  person,
  larder,
  network,
}) => {
  await page.addInitScript(() => {
    const { put } = IDBObjectStore.prototype
    IDBObjectStore.prototype.put = function (...args) {
      if (this.name === 'outbox') throw new DOMException('full', 'QuotaExceededError')
      return put.apply(this, args)
    }
  })
  const { listId, path } = arrange(larder, person, ['Milk', 'Bread'])
  await open(page, path)
  await box(page, 'Milk').click()
  await expect.poll(() => itemsOf(larder, listId).filter(({ completed }) => completed).length).toBe(1)
  await goOffline(page, network)
  await box(page, 'Bread').click()
  await expect(box(page, 'Bread')).toBeChecked()
  await expect(status(page)).toContainText("This browser can't keep changes.")
  await expect(status(page)).not.toContainText('on this phone')
  await goOnline(page, network)
  await expect(status(page)).toContainText('All changes are saved.')
  expect(itemsOf(larder, listId).filter(({ completed }) => completed)).toHaveLength(2)
})

test('when the session has ended, changes wait for the next sign-in', { tag: '@script' }, async ({
  page,
  person,
  larder,
  network,
  allowErrors,
}) => {
  allowErrors(/401/)
  const { path, listId } = arrange(larder, person, ['Milk', 'Bread', 'Eggs'])
  await open(page, path)
  await goOffline(page, network)
  for (const name of ['Milk', 'Bread', 'Eggs']) await box(page, name).click()
  await expect(status(page)).toContainText('3 changes are waiting on this phone.')
  larder.database.prepare('DELETE FROM sessions WHERE user_id = ?').run(person.id)
  await goOnline(page, network)
  await expect(page.getByText('Sign in to send 3 changes')).toBeVisible()
  expect(operationsOf(larder, listId)).toBe(0)
})
