import { expect, test } from 'vitest'
import { WebSocket } from 'ws'
import { newId } from '#app/domain/ids.ts'
import { addPerson } from '../support/larder.ts'
import { addItems, addList } from '../support/rows.ts'
import { addLink } from '../support/sharing.ts'
import { testLarder } from '../support/testLarder.ts'

// People with the same link can't undo each other's changes, whatever name they give.

async function setUp() {
  const { larder } = await testLarder()
  const listId = addList(larder, addPerson(larder), 'Market')
  const [milk = '', eggs = ''] = addItems(larder, listId, [{ name: 'Milk' }, { name: 'Eggs' }])
  const link = addLink(larder, listId, 'editor')
  /** With cookies, as a browser keeps them. */
  const browser = (accept = 'application/json') => {
    const cookies = new Map<string, string>()
    const received: string[] = []
    const send = async (path: string, form?: Record<string, string>) => {
      const response = await fetch(`${larder.url}${link}${path}`, {
        method: form ? 'POST' : 'GET',
        redirect: 'manual',
        headers: {
          Accept: form ? accept : 'text/html',
          Cookie: [...cookies].map((cookie) => cookie.join('=')).join('; '),
        },
        ...(form && { body: new URLSearchParams(form) }),
      })
      const set = response.headers.getSetCookie()
      for (const cookie of set) {
        const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(cookie) ?? []
        cookies.set(name, value)
      }
      const text = await response.text()
      received.push(text)
      return { status: response.status, set, text }
    }
    const remove = (itemID: string, guest = 'Bob') => send('/delete', { itemID, guest, op: newId() })
    const undo = (change: string, guest = 'Bob') => send('/undo', { change, guest })
    return { cookies, received, send, remove, undo }
  }
  const newest = () =>
    larder.database
      .prepare('SELECT id, guest_key AS key FROM changes ORDER BY list_revision DESC LIMIT 1')
      .get() as { id: string; key: string }
  const names = () =>
    larder.database.prepare('SELECT name FROM items WHERE deleted_at IS NULL ORDER BY name').pluck().all()
  return { larder, listId, link, milk, eggs, browser, newest, names }
}

test.each(['application/json', 'text/html'])(
  'a change belongs to its browser, not to a name: %s',
  async (accept) => {
    const { milk, browser, newest, names } = await setUp()
    const [bob, other] = [browser(accept), browser(accept)]
    await bob.send('')
    await other.send('')
    await bob.remove(milk)
    const { id } = newest()
    expect((await other.undo(id)).status).toBe(403)
    expect(names()).toEqual(['Eggs'])
    // Under another name, it is still theirs.
    expect((await bob.undo(id, 'Robert')).status).toBe(accept === 'text/html' ? 303 : 200)
    expect(names()).toEqual(['Eggs', 'Milk'])
  },
)

// security: guest-undo
test('without the cookie or with another one, nothing can be undone', async () => {
  const { milk, browser, newest, names } = await setUp()
  const bob = browser()
  await bob.send('')
  const secret = bob.cookies.get('guest-key') ?? ''
  await bob.remove(milk)
  const { id, key } = newest()
  for (const value of [undefined, '', 'x', key, `${secret}x`, secret.toLowerCase(), 'A'.repeat(32)]) {
    const thief = browser()
    if (value !== undefined) thief.cookies.set('guest-key', value)
    expect((await thief.undo(id)).status, value).toBe(403)
  }
  expect(names()).toEqual(['Eggs'])
  expect((await bob.undo(id)).status).toBe(200)
})

test('the page sets the cookie once, a first change too, and pages of links that ended do not', async () => {
  const { larder, link, milk, browser, newest } = await setUp()
  const bob = browser()
  const [cookie] = (await bob.send('')).set
  expect(cookie).toMatch(/^guest-key=[\w-]{32}; Path=\/s; HttpOnly; SameSite=Lax; Max-Age=31536000$/)
  expect((await bob.send('')).set).toEqual([])
  const sender = browser()
  const { set } = await sender.remove(milk)
  expect(set.filter((one) => one.startsWith('guest-key='))).toHaveLength(1)
  expect((await sender.undo(newest().id)).status).toBe(200)
  larder.database.prepare('UPDATE list_links SET revoked_at = 1').run()
  const late = await fetch(larder.url + link)
  const names = late.headers.getSetCookie().map((one) => one.replace(/=.*/, ''))
  expect([late.status, names]).toEqual([404, ['styles']])
})

test('nobody learns the key or the secret', async () => {
  const { larder, listId, link, milk, browser, newest } = await setUp()
  const socket = new WebSocket(`${larder.url.replace('http', 'ws')}/ws`)
  const heard: string[] = []
  socket.on('message', (data) => heard.push(String(data)))
  await new Promise((resolve) => socket.once('open', resolve))
  socket.send(JSON.stringify({ type: 'subscribe', listID: listId, token: link.split('/').at(-1) }))
  await expect.poll(() => heard).toHaveLength(1)
  const [bob, other] = [browser(), browser()]
  await bob.send('')
  await bob.remove(milk)
  await expect.poll(() => heard).toHaveLength(2)
  await other.send('')
  await other.undo(newest().id)
  socket.terminate()
  const secret = bob.cookies.get('guest-key') ?? 'none'
  const { key } = newest()
  expect(key).toMatch(/^[0-9a-f]{64}$/)
  expect(key).not.toContain(secret)
  for (const text of [...heard, ...bob.received, ...other.received]) {
    expect(text).not.toContain(key)
    expect(text).not.toContain(secret)
  }
})
