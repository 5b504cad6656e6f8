import type { AppLoadContext } from '@remix-run/node'
import { expect, test } from 'vitest'
import { newId } from '#app/domain/ids.ts'
import { addList } from '#app/domain/lists.ts'
import { startSession } from '#app/domain/sessions.ts'
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
    const context = { services, closed: sent.signal, rendered: sent.signal } as unknown as AppLoadContext
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
