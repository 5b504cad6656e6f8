import { readdirSync, readFileSync } from 'node:fs'
import { get } from 'node:http'
import Sqlite from 'better-sqlite3'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import type { User } from '#app/domain/access/access.ts'
import { startSession } from '#app/domain/accounts/sessions.ts'
import { chooseView } from '#app/domain/aisles/chooseView.ts'
import { newId } from '#app/domain/ids.ts'
import { deleteItem } from '#app/domain/items/deleteItems.ts'
import { addItem, itemsOf, setCompleted } from '#app/domain/items/items.ts'
import { sweepOperations } from '#app/domain/keptOperations.ts'
import { addList } from '#app/domain/lists/lists.ts'
import { acceptInvite, createInvite } from '#app/domain/sharing/invites.ts'
import { createLink } from '#app/domain/sharing/links.ts'
import { noteSeen } from '#app/domain/sharing/seen.ts'
import { finish } from '#app/domain/trips/finish.ts'
import { lastPricesOf } from '#app/domain/trips/lastPrices.ts'
import { tripsOf } from '#app/domain/trips/trips.ts'
import { outboxOp } from '#app/domain/write.ts'
import * as listsPage from '#app/routes/lists/route.tsx'
import * as guestPage from '#app/routes/s.$token/route.tsx'
import * as listPage from '#app/routes/single-list/route.tsx'
import type { Services } from '#app/services.ts'
import { addPerson, type Larder, startLarder } from './support/larder.ts'
import { loadPage } from './support/loadPage.ts'
import * as rows from './support/rows.ts'
import { addUser, CALLER, testServices } from './support/services.ts'

// Limits for sizes and query counts. Benchmarks with timing are in bench/. What the limits of sizes leave for small
// changes, and when to lower them: see CONTRIBUTING.md, "Byte budgets".

const KB = 1000

describe('compressed size', () => {
  let server: Awaited<ReturnType<typeof startLarder>>
  let larder: Larder
  beforeAll(async () => {
    server = await startLarder()
    larder = server.larder
  })
  afterAll(() => server.stop())

  /** With node:http, because fetch decompresses the response. */
  async function bytesOf(path: string, cookie = ''): Promise<{ size: number; text: string }> {
    const headers = { 'Accept-Encoding': 'br', Cookie: cookie }
    const size = await new Promise<number>((resolve, reject) => {
      get(larder.url + path, { headers }, (response) => {
        let total = 0
        response.on('data', (chunk: Buffer) => {
          total += chunk.length
        })
        response.once('end', () => resolve(total))
      }).once('error', reject)
    })
    const text = await (await fetch(larder.url + path, { headers: { Cookie: cookie } })).text()
    return { size, text }
  }

  /** The cookie of a browser that has had the stylesheet for a long time. */
  async function laterVisit() {
    const { headers } = await fetch(`${larder.url}/landing`)
    return headers
      .getSetCookie()
      .join()
      .replace(/\d+;.*/, '0')
  }

  async function firstVisit(path: string, cookie?: string) {
    const page = await bytesOf(path, cookie)
    const assets = new Set(page.text.match(/\/assets\/[\w.-]+\.(?:js|css)/g))
    const visit = { html: page.size, css: 0, js: 0, requests: 1 + assets.size }
    for (const asset of assets) {
      visit[asset.endsWith('.css') ? 'css' : 'js'] += (await bytesOf(asset)).size
    }
    return visit
  }

  test('a first visit to the landing page stays within its limits', async () => {
    const { html, css, js, requests } = await firstVisit('/landing')
    // The styles that the page needs first are in both.
    expect(html + css).toBeLessThan(22.4 * KB)
    expect(js).toBeLessThan(105 * KB)
    expect(requests).toBeLessThan(12)
  })

  test('a first page with its styles is at most 14 kB: one flight of packets', async () => {
    const person = addPerson(larder)
    const listId = rows.addList(larder, person, 'Market')
    rows.addItems(larder, listId, sampleItems(20))
    expect((await bytesOf('/landing')).size).toBeLessThan(14 * KB)
    expect((await bytesOf('/login')).size).toBeLessThan(14 * KB)
    const list = await bytesOf(`/single-list?listID=${listId}`, `session=${person.cookie}`)
    expect(list.text).toMatch(/<style[^>]*>.*\.item/s)
    expect(list.size).toBeLessThan(14 * KB)
  })

  test('the fonts are at most 28 kB, and pages preload the one that all need, but not the first page', async () => {
    const names = readdirSync('build/client/assets').filter((name) => name.endsWith('.woff2'))
    const sizes = await Promise.all(names.map(async (name) => (await bytesOf(`/assets/${name}`)).size))
    expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThan(28 * KB)
    const preload =
      /<link rel="preload" as="font" type="font\/woff2"[^>]* href="\/assets\/figtree-[\w-]{8}\.woff2"/
    expect((await bytesOf('/landing', await laterVisit())).text).toMatch(preload)
    expect((await bytesOf('/landing')).text).not.toMatch(preload)
  })

  test('each image of a list on the landing page is at most 30 kB, and a reader loads one of two', async () => {
    const { text } = await bytesOf('/landing')
    expect(new Set(text.match(/\/assets\/[\w.-]+\.webp/g)).size).toBe(2)
    const images = readdirSync('build/client/assets').filter((name) => /^phone-.*\.webp$/.test(name))
    expect(images).toHaveLength(8)
    for (const image of images) expect((await bytesOf(`/assets/${image}`)).size).toBeLessThan(30 * KB)
  })

  test('a first visit to a list of 60 items stays within its limits', async () => {
    const person = addPerson(larder)
    const listId = rows.addList(larder, person, 'Market')
    rows.addItems(larder, listId, sampleItems(60))
    const { html, css, js, requests } = await firstVisit(
      `/single-list?listID=${listId}`,
      `session=${person.cookie}`,
    )
    expect(html + css).toBeLessThan(31 * KB)
    expect(js).toBeLessThan(107.5 * KB)
    expect(requests).toBeLessThan(12)
  })

  test("a list waits for up to 4.5 kB of another language's texts, other screens for 6.3 kB more", async () => {
    const names = readdirSync('build/client/assets').filter((name) => /words-.*\.js$/.test(name))
    expect(names).toHaveLength(6)
    for (const name of names) {
      const { size } = await bytesOf(`/assets/${name}`)
      expect(size, name).toBeLessThan((name.startsWith('other-') ? 6.3 : 4.5) * KB)
    }
  })

  test('browsers load nothing of the vocabulary, which tells categories', async () => {
    const english = readFileSync('app/domain/aisles/vocabulary/en.txt', 'utf8').split('\n')[1] ?? ''
    const sample = english.slice(0, 40)
    const files = readdirSync('build/client', { recursive: true, encoding: 'utf8' })
    const scripts = files.filter((file) => file.endsWith('.js'))
    expect(scripts.length).toBeGreaterThan(20)
    const having = scripts.filter((file) => readFileSync(`build/client/${file}`, 'utf8').includes(sample))
    expect(having).toEqual([])
  })

  test('what only acts has no code in the browser', async () => {
    const [manifest = ''] = /\/assets\/manifest-[\w-]+\.js/.exec((await bytesOf('/landing')).text) ?? []
    const [json = ''] = /\{.*\}/.exec((await bytesOf(manifest)).text) ?? []
    const { routes }: { routes: Record<string, { module: string; hasAction: boolean }> } = JSON.parse(json)
    const names = ['completed', 'delete-items.$id', 'undo.$id', 's.$token_.edit', 's.$token_.name']
    for (const name of names) {
      const route = routes[`routes/${name}`]
      expect(route?.hasAction, name).toBe(true)
      expect(await (await fetch(larder.url + route?.module)).text(), name).toBe('\n')
    }
  })

  test('what loads when the browser is idle is up to 10 kB, with no style element, which the security policy would refuse', async () => {
    const [script = '', ...others] = readdirSync('build/client/assets').filter((name) =>
      /^idle-.*\.js$/.test(name),
    )
    expect(others).toEqual([])
    const { size, text } = await bytesOf(`/assets/${script}`)
    expect(size).toBeLessThan(10 * KB)
    expect(text).toContain('data-sonner-toast')
    expect(text).not.toMatch(/createElement\(.style|styleSheet|@keyframes/)
  })

  test('what reads lines is up to 15 kB', async () => {
    const [script, ...others] = readdirSync('build/client/assets').filter((name) =>
      /^reading-.*\.js$/.test(name),
    )
    expect(others).toEqual([])
    expect((await bytesOf(`/assets/${script}`)).size).toBeLessThan(15 * KB)
  })

  test('the HTML of a list of 50 items stays below 7 kB', async () => {
    const person = addPerson(larder)
    const listId = rows.addList(larder, person, 'Market')
    rows.addItems(larder, listId, sampleItems(50))
    const { size } = await bytesOf(
      `/single-list?listID=${listId}`,
      `session=${person.cookie}; ${await laterVisit()}`,
    )
    expect(size).toBeLessThan(7 * KB)
  })
})

function sampleItems(count: number) {
  const names = ['Sourdough bread', 'Tomatoes on the vine', 'Free-range eggs', 'Olive oil', 'Lemons']
  return Array.from({ length: count }, (_, index) => ({
    name: `${names[index % names.length]} ${index}`,
    quantity: 1 + (index % 4) / 2,
    price: index / 10,
    completed: index % 5 === 0,
  }))
}

describe('database queries', () => {
  /** The SQL that `work` runs on this server's database: what other tests left running has its own. */
  async function queriesOf({ config }: Services, work: () => Promise<unknown>): Promise<string[]> {
    const statement = Object.getPrototypeOf(new Sqlite(':memory:').prepare('SELECT 1'))
    const spies = (['get', 'all', 'run'] as const).map((method) => vi.spyOn(statement, method))
    await work()
    const ran = spies
      .flatMap((spy) => spy.mock.contexts as Sqlite.Statement[])
      .filter(({ database }) => database.name === `${config.DATA_DIR}/larder.db`)
      .map(({ source }) => source)
      .filter((source) => !/^(SAVEPOINT|RELEASE) /.test(source))
    for (const spy of spies) spy.mockRestore()
    return ran
  }

  async function setUp() {
    const services = await testServices()
    // It looks for due mail at any time.
    await services.mailQueue.close()
    const user = await addUser(services)
    const list = await addList(services, user, { name: 'Market' })
    for (const { name } of sampleItems(50)) await addItem(services, user, item(list.id, name))
    return { services, user, list, cookie: await services.write((tx) => startSession(tx, user.id)) }
  }

  const item = (listId: string, name: string) => ({
    listId,
    name,
    quantity: 1000,
    price: '1',
    completed: false,
  })

  test('a list page needs up to 12 queries, shared or not', async () => {
    const { services, user, list, cookie } = await setUp()
    const path = `/single-list?listID=${list.id}`
    const queries = await queriesOf(services, () => loadPage(services, cookie, listPage, path))
    expect(queries.length, queries.join('\n')).toBeLessThanOrEqual(12)

    const ben = await addUser(services, 'Ben')
    const { token } = await createInvite(services, user, list.id, { role: 'editor' }, { caller: CALLER })
    await acceptInvite(services, ben, token, CALLER)
    const hisCookie = await services.write((tx) => startSession(tx, ben.id))
    // He hasn't seen the last item.
    await noteSeen(services, ben, { listId: list.id, revision: 49 })
    await services.seen.close()
    for (const one of [cookie, hisCookie]) {
      const queries = await queriesOf(services, () => loadPage(services, one, listPage, path))
      expect(queries.length, queries.join('\n')).toBeLessThanOrEqual(12)
    }
  })

  test('by aisle, a list page needs one query more', async () => {
    const { services, user, list, cookie } = await setUp()
    const open = () => loadPage(services, cookie, listPage, `/single-list?listID=${list.id}`)
    await open()
    const before = await queriesOf(services, open)
    await chooseView(services, user, list.id, 'aisle')
    const queries = await queriesOf(services, open)
    expect(queries.length - before.length, queries.join('\n')).toBe(1)
  })

  test("a link's page needs up to 3 queries more than its items", async () => {
    const { services, user, list } = await setUp()
    const input = { role: 'editor' as const, expires: undefined, label: '' }
    const { token } = await createLink(services, user, list.id, input, { caller: CALLER })
    const queries = await queriesOf(services, () =>
      loadPage(services, '', guestPage, `/s/${token}`, { token }),
    )
    expect(queries.length, queries.join('\n')).toBeLessThanOrEqual(4)
  })

  test('the lists page needs up to 6 queries', async () => {
    const { services, user, cookie } = await setUp()
    const queries = await queriesOf(services, () =>
      loadPage(services, cookie, listsPage, `/?userID=${user.id}`),
    )
    expect(queries.length, queries.join('\n')).toBeLessThanOrEqual(6)
  })

  test('all queries of pages, changes and trips use an index', async () => {
    const { services, user, list, cookie } = await setUp()
    const queries = await queriesOf(services, async () => {
      await loadPage(services, cookie, listPage, `/single-list?listID=${list.id}`)
      await loadPage(services, cookie, listsPage, `/?userID=${user.id}`)
      await change(services, user, list.id)
      await addItem(services, user, { ...item(list.id, 'Figs'), completed: true })
      await finish(services, user, list.id, { today: '2026-11-29' })
      await tripsOf(services, user, {})
      await tripsOf(services, user, { from: '2026-01-01', to: '2026-12-31' })
      await lastPricesOf(services.db, user, { name: 'Milk', unit: '', currency: 'USD' })
    })
    const plans = new Sqlite(`${services.config.DATA_DIR}/larder.db`, { readonly: true })
    for (const sql of new Set(queries)) {
      if (!/^(select|update|delete)/i.test(sql)) continue
      const steps = plans
        .prepare(`EXPLAIN QUERY PLAN ${sql}`)
        .all(...(sql.match(/\?/g)?.map(() => null) ?? []))
      for (const { detail } of steps as { detail: string }[])
        expect(detail, sql).not.toMatch(/^SCAN (?!found)/)
    }
    plans.close()
  })

  async function change(services: Services, user: User, listId: string) {
    const [first] = await itemsOf(services, user, listId)
    await setCompleted(services, user, { id: first?.id ?? '', completed: true })
    await addItem(services, user, item(listId, 'One more'))
    await deleteItem(services, user, first?.id, outboxOp(newId()))
    const late = setCompleted(services, user, { id: first?.id ?? '', completed: true }, outboxOp(newId()))
    await expect(late).rejects.toMatchObject({ code: 'item-deleted' })
    await services.write((tx) => sweepOperations(tx, Date.now()))
  }

  test('an operation needs 2 queries more than without an id, and 3 if it is repeated', async () => {
    const { services, user, list } = await setUp()
    const [first] = await itemsOf(services, user, list.id)
    const tick = (completed: boolean, op?: string) => () =>
      setCompleted(services, user, { id: first?.id ?? '', completed }, outboxOp(op))
    const op = newId()
    await tick(true)()
    const plain = await queriesOf(services, tick(false))
    await tick(true)()
    const kept = await queriesOf(services, tick(false, op))
    const repeated = await queriesOf(services, tick(false, op))
    expect(kept.length, kept.join('\n')).toBe(plain.length + 2)
    expect(repeated.length, repeated.join('\n')).toBe(3)
  })
})

test('npm start, the systemd unit and the image limit the memory (docs/decisions/061)', () => {
  const flag = '--max-semi-space-size=8'
  const malloc = 'MALLOC_MMAP_THRESHOLD_=4194304 MALLOC_TRIM_THRESHOLD_=524288'
  const { start } = JSON.parse(readFileSync('package.json', 'utf8')).scripts
  const [unit, image] = ['deploy/larder.service', 'Dockerfile'].map((file) => readFileSync(file, 'utf8'))
  expect(start).toContain(`${malloc} exec node ${flag} `)
  expect(unit).toContain(`/node ${flag} build/server.js\n`)
  expect(unit).toContain(`Environment=${malloc}\n`)
  expect(image).toContain(`["node", "${flag}", "build/server.js"]`)
  expect(image).toContain(`ENV ${malloc}\n`)
})
