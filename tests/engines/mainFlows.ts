import { type IncomingMessage, request, type ServerResponse } from 'node:http'
import { expect, onTestFinished, test } from 'vitest'
import { LANGUAGES } from '#app/domain/locale/locale.ts'
import { browserProxy } from '../support/browserProxy.ts'
import { addItems, addList } from '../support/rows.ts'
import { waitUntilKept } from '../support/waitUntilKept.mjs'
import type { Page } from './page.ts'
import type { setUp } from './setup.ts'

const ITEMS = [{ name: 'Milk', quantity: 2, price: 1.89 }, { name: 'Bread', price: 3.5 }, { name: 'Eggs' }]
const PASSWORD = 'a fine password'

const PHONE = [390, 740] as const
const WIDTHS = [360, 768, 1280]

export type Arranged = ReturnType<typeof setUp>

/** A user with a list. */
function arrange({ addPerson, larder }: Arranged, items = ITEMS) {
  const person = addPerson()
  const listId = addList(larder(), person, 'Weekend')
  addItems(larder(), listId, items)
  return { person, path: `/single-list?listID=${listId}` }
}

const shows = (page: Page, text: string) => expect.poll(() => page.text()).toContain(text)
const dialogs = (page: Page) => expect.poll(() => page.names('dialog'))
const ticks = (page: Page) => expect.poll(() => page.ticks())
const pathOf = (page: Page) => expect.poll(() => page.path())

async function fillItem(page: Page, fields: Record<string, string>) {
  for (const [field, value] of Object.entries(fields)) await page.fill(field, value)
  await page.click('button', 'SUBMIT')
}

async function addItem(page: Page, fields: Record<string, string>) {
  await page.click('button', 'ADD ITEM')
  await fillItem(page, fields)
  await dialogs(page).toEqual([])
}

/** From the landing page to the lists of a new user. */
async function register(page: Page) {
  const email = `${crypto.randomUUID()}@example.org`
  await page.goto('/landing')
  await page.click('link', 'Register')
  await pathOf(page).toBe('/register')
  await page.fill('name', 'Ada')
  await page.fill('email', email)
  await page.fill('password', PASSWORD)
  await page.click('button', 'submit')
  await pathOf(page).toBe('/login')
  await shows(page, 'You can log in now.')
  await page.fill('email', email)
  await page.fill('password', PASSWORD)
  await page.click('button', 'submit')
  await shows(page, 'Make a List and start shopping')
}

/** The end of the answer comes after its last byte, as on a slow network. */
function forwardSlowly(url: string, from: IncomingMessage, to: ServerResponse) {
  const headers = { ...from.headers, 'accept-encoding': 'identity' }
  const upstream = request(url + from.url, { method: from.method, headers }, (answer) => {
    const { 'content-length': _, ...others } = answer.headers
    to.writeHead(answer.statusCode ?? 502, others)
    answer.pipe(to, { end: false })
    answer.once('end', () => setTimeout(() => to.end(), 1000))
  })
  from.pipe(upstream)
}

/** From there through all that is done to items. Each step waits for its message, which may cover what comes next. */
async function shop(page: Page) {
  await page.fill('name', 'Weekend')
  await page.click('button', 'ADD')
  await page.click('link', 'View List')
  await shows(page, 'add items and start shopping')
  await addItem(page, { name: 'Milk', price: '1.50' })
  await shows(page, 'Item added successfully!')
  await shows(page, '$ 1.50')
  await addItem(page, { name: 'Bread', quantity: '2' })
  await ticks(page).toEqual([
    ['Milk', false],
    ['Bread', false],
  ])

  await page.click('checkbox', 'Milk')
  await shows(page, 'Ticked Milk.')
  await ticks(page).toEqual([
    ['Bread', false],
    ['Milk', true],
  ])

  await page.click('link', 'Edit Bread')
  await fillItem(page, { name: 'Rye bread', price: '2,25' })
  await shows(page, 'Item edited successfully!')
  await ticks(page).toEqual([
    ['Rye bread', false],
    ['Milk', true],
  ])
  await shows(page, '$ 6.00')

  await page.click('button', 'Delete Milk')
  await shows(page, 'Deleted Milk.')
  await ticks(page).toEqual([['Rye bread', false]])
  await shows(page, '$ 4.50')
}

/** Undoes a tick, a deleted item and Delete All. */
async function undo(page: Page, path: string) {
  const acts = [
    { role: 'checkbox', name: 'Milk', message: 'Ticked Milk.' },
    { role: 'button', name: 'Delete Bread', message: 'Deleted Bread.' },
    { role: 'button', name: 'Delete All', message: 'Deleted 3 items.' },
  ]
  for (const { role, name, message } of acts) {
    await page.goto(path)
    const before = await page.ticks()
    await page.click(role, name)
    await shows(page, message)
    await ticks(page).not.toEqual(before)
    await page.click('button', 'Undo')
    await shows(page, 'Undone.')
    await ticks(page).toEqual(before)
  }
}

export function testWithoutScript(arranged: Arranged) {
  const { open } = arranged

  test('a new user registers, signs in, shops and logs out', async () => {
    const page = await open()
    await register(page)
    await shop(page)
    await page.click('button', 'Logout')
    await pathOf(page).toBe('/landing')
  })

  test('Undo brings back what was ticked and deleted', async () => {
    const { person, path } = arrange(arranged)
    await undo(await open(person), path)
  })

  test('a dialog opens, shows what is wrong and closes', async () => {
    const { person, path } = arrange(arranged)
    const page = await open(person)
    await page.goto(path)
    await page.click('button', 'ADD ITEM')
    await dialogs(page).toEqual(['ADD ITEM'])
    await fillItem(page, { name: 'Salt', price: '1e3' })
    await shows(page, 'Item addition failed! Enter a price')
    expect(await page.value('price')).toBe('1e3')
    await page.click('link', 'Close')
    await dialogs(page).toEqual([])
    expect(await page.text()).not.toContain('Salt')
  })
}

export function testMainFlows(arranged: Arranged) {
  const { open } = arranged

  test('a new user registers, signs in, shops on a phone and logs out', async () => {
    const page = await open()
    await page.resize(...PHONE)
    await register(page)
    await shop(page)
    await page.click('button', 'Logout')
    await pathOf(page).toBe('/landing')
  })

  test('a change in one window shows up in the other, both ways', async () => {
    const { person, path } = arrange(arranged, [])
    const [here, there] = await Promise.all([open(person), open(person)])
    await Promise.all([here.goto(path), there.goto(path)])
    await addItem(here, { name: 'Milk' })
    await ticks(there).toEqual([['Milk', false]])
    // Only by now is the other window sure to be connected.
    await addItem(here, { name: 'Bread', price: '3.50' })
    await shows(there, 'item created')
    await shows(there, '$ 3.50')
    await there.click('checkbox', 'Milk')
    await ticks(here).toEqual([
      ['Bread', false],
      ['Milk', true],
    ])
    await there.click('button', 'Delete Bread')
    await ticks(here).toEqual([['Milk', true]])
    await here.click('button', 'Delete All')
    await shows(there, 'add items and start shopping')
  })

  test('the answer to a sign-in is read to its end before the lists open', async () => {
    const { larder } = arranged
    const network = await browserProxy(larder().url)
    onTestFinished(network.stop)
    const page = await open(undefined, network)
    network.answerWith((request, response) => {
      if (request.url !== '/login.data') return false
      forwardSlowly(larder().url, request, response)
      return true
    })
    await register(page)
  })

  test('a list opens without a connection, and what is done there arrives later', async () => {
    const { person, path } = arrange(arranged)
    const network = await browserProxy(arranged.larder().url)
    onTestFinished(network.stop)
    const page = await open(person, network)
    await page.goto(path)
    await page.call(waitUntilKept)
    network.goDown()
    await page.reload()
    await shows(page, 'No connection. Weekend as of')
    await page.click('checkbox', 'Milk')
    await page.fill('lines', '2 kg flour')
    await page.press('Enter')
    await shows(page, '2 changes are waiting here.')
    const afterwards = [
      ['Bread', false],
      ['Eggs', false],
      ['flour', false],
      ['Milk', true],
    ]
    await page.reload()
    await shows(page, '2 changes are waiting here.')
    await ticks(page).toEqual(afterwards)
    network.restore()
    await page.call(() => void dispatchEvent(new Event('online')))
    await shows(page, 'All changes are saved.')
    await page.reload()
    await ticks(page).toEqual(afterwards)
    expect(await page.text()).not.toContain('No connection.')
  })

  test('Undo brings back what was ticked and deleted', async () => {
    const { person, path } = arrange(arranged)
    await undo(await open(person), path)
  })

  test('a dialog takes the focus, keeps what is typed wrong, and gives the focus back', async () => {
    const { person, path } = arrange(arranged)
    const page = await open(person)
    await page.goto(path)
    await page.click('button', 'ADD ITEM')
    await dialogs(page).toEqual(['ADD ITEM'])
    await expect.poll(() => page.focused()).toBe('name')
    // The browser asks for the name.
    await page.press('Enter')
    await fillItem(page, { price: '1e3' })
    await dialogs(page).toEqual(['ADD ITEM'])
    await fillItem(page, { name: 'Salt' })
    await shows(page, 'Item addition failed! Enter a price')
    expect(await page.value('price')).toBe('1e3')
    await page.press('Escape')
    await dialogs(page).toEqual([])
    await expect.poll(() => page.focused()).toBe('ADD ITEM')

    await page.click('link', 'Edit Milk')
    await dialogs(page).toEqual(['EDIT ITEM'])
    expect([await page.value('name'), await page.value('quantity')]).toEqual(['Milk', '2'])
    await page.click('link', 'Close')
    await dialogs(page).toEqual([])
    await expect.poll(() => page.focused()).toBe('Edit Milk')
    expect(await page.text()).not.toContain('Salt')
  })

  test('a dialog has an address', async () => {
    const { person, path } = arrange(arranged)
    const page = await open(person)
    await page.goto(`${path}&dialog=add`)
    await dialogs(page).toEqual(['ADD ITEM'])
    await page.press('Escape')
    await dialogs(page).toEqual([])
    await pathOf(page).toBe(path)
  })

  test('the dark theme stays after a reload', async () => {
    const { person, path } = arrange(arranged)
    const page = await open(person)
    await page.goto(path)
    const background = () => page.call(() => getComputedStyle(document.body).backgroundColor)
    const light = await background()
    await page.click('button', 'Dark theme')
    await expect.poll(background).not.toBe(light)
    const dark = await background()
    await page.reload()
    await expect.poll(background).toBe(dark)
    expect(await page.call(() => localStorage.getItem('darkTheme'))).toBe('true')
  })

  test('on paper, a list has its items and no controls', async () => {
    const items = Array.from({ length: 12 }, (_, n) => ({ name: `Item ${n}`, completed: n > 8 }))
    const { person, path } = arrange(arranged, items)
    const page = await open(person)
    await page.goto(path)
    if (page.printedPages) expect(await page.printedPages()).toBe(1)
    // On a first visit, the file with these styles comes after the page.
    const controls = async () => {
      await page.emulatePrint()
      const names = [...(await page.names('button')), ...(await page.names('link'))]
      return names.filter((name) => /^(?:ADD ITEM|ASK AI|Logout|Delete Item 0|Edit Item 0)$/.test(name))
    }
    await expect.poll(controls).toEqual([])
    expect(await page.ticks()).toEqual(items.map(({ name, completed }) => [name, completed]))
    await shows(page, 'Weekend')
    await shows(page, 'Est Total:')
  })

  test('no page is wider than the window, from phones to desktops', async () => {
    const long = [{ name: 'Donaudampfschifffahrtsgesellschaftskapitän', quantity: 999_999, price: 999_999 }]
    const { person, path } = arrange(arranged, [...ITEMS, ...long])
    const page = await open(person)
    const overflow = () =>
      page.call(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)
    for (const each of ['/login', `/?userID=${person.id}`, path, `${path}&dialog=add`]) {
      await page.goto(each)
      for (const width of WIDTHS) {
        await page.resize(width, 800)
        expect(await overflow(), `${each} at ${width}`).toBe(0)
      }
    }
  })

  // Errors of hydration fail a test: see setup.ts.
  test.each(LANGUAGES)('screens are as the server rendered them, in %s', async (language) => {
    const { database } = arranged.larder()
    const { person, path } = arrange(arranged)
    const [, listId] = path.split('=')
    database.prepare("UPDATE lists SET currency = 'PYG' WHERE id = ?").run(listId)
    // Browsers and servers know different rules of this zone.
    database
      .prepare("UPDATE users SET language = ?, time_zone = 'America/Vancouver' WHERE id = ?")
      .run(language, person.id)
    for (const each of [
      ...[`/?userID=${person.id}`, path, `${path}&dialog=add`, `/sharing?listID=${listId}`],
      ...[
        `/recent?listID=${listId}`,
        `/currency/${listId}`,
        '/settings',
        '/household',
        '/settings/remembered',
      ],
    ]) {
      // A window for each, so that none is left before all of it has arrived.
      const page = await open(person)
      await page.goto(each)
      expect(await page.call(() => document.documentElement.lang)).toBe(language)
    }
  })
}
