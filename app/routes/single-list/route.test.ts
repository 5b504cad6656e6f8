import type { AppLoadContext } from '@remix-run/node'
import { expect, test } from 'vitest'
import { startSession } from '#app/domain/accounts/sessions.ts'
import { newId } from '#app/domain/ids.ts'
import { addList } from '#app/domain/lists/lists.ts'
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

test.each([true, false])(
  'a list that is gone leads to the landing page in a new document; by script: %s',
  async (scripted) => {
    const services = await testServices()
    const ada = await addUser(services)
    const cookie = await services.write((tx) => startSession(tx, ada.id))
    const request = new Request(`http://larder/single-list?listID=${newId()}`, {
      headers: { Cookie: `session=${cookie}` },
    })
    const context = {
      services,
      reader: ENGLISH,
      scripted,
      closed: new AbortController().signal,
    } as unknown as AppLoadContext
    const answer = await loader({ request, context, params: {} }).catch((error) => error)
    expect(answer.headers.get('Location')).toBe('/landing')
    // By this, a browser knows that it may keep its other pages.
    expect(answer.headers.get('X-Remix-Reload-Document')).toBe('true')
  },
)

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
