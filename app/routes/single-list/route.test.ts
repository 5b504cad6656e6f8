import type { AppLoadContext } from '@remix-run/node'
import { describe, expect, test } from 'vitest'
import { startSession } from '#app/domain/accounts/sessions.ts'
import { newId } from '#app/domain/ids.ts'
import { addList } from '#app/domain/lists/lists.ts'
import type { Services } from '#app/services.ts'
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

describe('a browser keeps what it has on the device', () => {
  async function load(services: Services, scripted: boolean) {
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
    return { answer, location: answer instanceof Response && answer.headers.get('Location'), ada }
  }

  test('when a list is gone: its script is sent to the lists, not where people sign in', async () => {
    const services = await testServices()
    const { location, ada } = await load(services, true)
    expect(location).toBe(`/?userID=${ada.id}`)
    expect((await load(await testServices(), false)).location).toBe('/landing')
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
