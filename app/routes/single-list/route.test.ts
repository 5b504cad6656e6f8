import type { AppLoadContext } from '@remix-run/node'
import { describe, expect, test } from 'vitest'
import { startSession } from '#app/domain/accounts/sessions.ts'
import { newId } from '#app/domain/ids.ts'
import { addList, deleteList } from '#app/domain/lists/lists.ts'
import { ENGLISH } from '#app/words/reader.ts'
import { items } from '#db/schema.ts'
import { addUser, testServices } from '#tests/support/services.ts'
import { loader } from './route.tsx'

async function setUp(length: number) {
  const services = await testServices()
  const ada = await addUser(services)
  const cookie = `session=${await services.write((tx) => startSession(tx, ada.id))}`
  const list = await addList(services, ada, { name: 'Market' })
  const one = { listId: list.id, quantityMilli: 1000, priceCents: 0, createdAt: 1, updatedAt: 1 }
  const rows = Array.from({ length }, (_, position) => ({
    id: newId(),
    name: `Milk ${position}`,
    position,
    ...one,
  }))
  await services.write((tx) => tx.insert(items).values(rows).run())
  /** A request that stays open until its response is sent. */
  function open() {
    const sent = new AbortController()
    const state = { loaded: false, sent: () => sent.abort() }
    const request = new Request(`http://larder/single-list?listID=${list.id}`, {
      headers: { Cookie: cookie },
    })
    const context = {
      services,
      reader: ENGLISH,
      closed: sent.signal,
      rendered: sent.signal,
    } as unknown as AppLoadContext
    loader({ request, context, params: {} }).then(
      () => {
        state.loaded = true
      },
      () => {},
    )
    return state
  }
  return { open }
}

// ASVS 2.4.1
test('a user gets one page of a very long list at a time', async () => {
  const { open } = await setUp(101)
  const pages = [open(), open(), open()]
  const loaded = () => pages.filter((page) => page.loaded)
  await expect.poll(loaded).toHaveLength(1)
  loaded()[0]?.sent()
  await expect.poll(loaded).toHaveLength(2)
})

test("pages of ordinary lists don't wait for each other", async () => {
  const { open } = await setUp(100)
  const pages = Array.from({ length: 12 }, open)
  await expect.poll(() => pages.every(({ loaded }) => loaded)).toBe(true)
})

describe('a list that is gone', () => {
  async function answerTo(context: Partial<AppLoadContext>) {
    const services = await testServices()
    const ada = await addUser(services)
    const cookie = await services.write((tx) => startSession(tx, ada.id))
    const { id } = await addList(services, ada, { name: 'Market' })
    const { change } = await deleteList(services, ada, id)
    const request = new Request(`http://larder/single-list?listID=${id}`, {
      headers: { Cookie: `session=${cookie}` },
    })
    const { signal } = new AbortController()
    const all = { services, reader: ENGLISH, closed: signal, ...context } as unknown as AppLoadContext
    const answer = await loader({ request, context: all, params: {} }).catch((error) => error)
    return { answer, change, lists: `/?userID=${ada.id}` }
  }

  test('leads to the landing page, which says why', async () => {
    const { answer } = await answerTo({ scripted: false })
    expect(answer.headers.get('Location')).toBe('/landing')
    expect(answer.headers.get('Set-Cookie')).toContain('flash')
  })

  test('tells a page that is open why, and leaves no message for the next one', async () => {
    const { answer, change, lists } = await answerTo({ scripted: true })
    const why = { kind: 'error', text: '“Market” was deleted.', change }
    expect(await answer.json()).toEqual({ why, lists })
    expect(answer.headers.get('Set-Cookie')).toBeNull()
  })
})

test.each([
  ['a browser', {}, 1],
  ['a computer', { 'Sec-CH-UA-Mobile': '?0' }, 1],
  ['a phone', { 'Sec-CH-UA-Mobile': '?1' }, 0],
])('the page of a list has the other lists, which only wide windows show: %s', async (_, headers, count) => {
  const services = await testServices()
  const ada = await addUser(services)
  const cookie = await services.write((tx) => startSession(tx, ada.id))
  const list = await addList(services, ada, { name: 'Market' })
  const request = new Request(`http://larder/single-list?listID=${list.id}`, {
    headers: { Cookie: `session=${cookie}`, ...headers },
  })
  const { signal } = new AbortController()
  const context = { services, reader: ENGLISH, closed: signal, rendered: signal } as unknown as AppLoadContext
  expect((await loader({ request, context, params: {} })).others).toHaveLength(count)
})
