import { expect, test } from 'vitest'
import { newId } from '#app/domain/ids.ts'
import { LONG_LIST, MANY_LISTS } from '#app/domain/limitsAndLifetimes.ts'
import { addList } from '#app/domain/lists/lists.ts'
import { ENGLISH } from '#app/words/reader.ts'
import { items, lists } from '#db/schema.ts'
import { addUser, CALLER, testServices } from '#tests/support/services.ts'
import { ENDPOINTS } from './endpoints/groups.ts'

test.each(['/list', '/list/{id}', '/item', '/user/export'])(
  'a user gets up to three long responses of %s at a time',
  async (path) => {
    const services = await testServices()
    const user = await addUser(services)
    const { id } = await addList(services, user, { name: 'Market' })
    const row = { name: 'Milk', createdAt: 1 }
    const many = Array.from({ length: MANY_LISTS }, () => ({ ...row, id: newId(), createdBy: user.id }))
    const item = { ...row, listId: id, quantityMilli: 1000, priceCents: 0, updatedAt: 1 }
    const long = Array.from({ length: LONG_LIST + 1 }, (_, position) => ({ ...item, id: newId(), position }))
    await services.write(async (tx) => {
      await tx.insert(lists).values(many).run()
      await tx.insert(items).values(long).run()
    })

    const endpoint = ENDPOINTS.find((one) => one.method === 'GET' && one.path === path)
    const open = () => {
      const sent = new AbortController()
      const state = { loaded: false, sent: () => sent.abort() }
      const query = path === '/item' ? { listID: id } : {}
      const params = path === '/list/{id}' ? { id } : {}
      const fromClient = { visitor: CALLER, params, query, body: () => ({}), idempotencyKey: undefined }
      const request = {
        services,
        reader: ENGLISH,
        user,
        origin: '',
        setCookie() {},
        mayTake() {},
        photo: async () => new Uint8Array(),
        ...fromClient,
      }
      endpoint?.run({ ...request, closed: () => sent.signal }).then(
        () => {
          state.loaded = true
        },
        () => {},
      )
      return state
    }
    const opened = Array.from({ length: 5 }, open)
    const loaded = () => opened.filter((one) => one.loaded)
    await expect.poll(loaded).toHaveLength(3)
    loaded()[0]?.sent()
    await expect.poll(loaded).toHaveLength(4)
    for (const one of opened) one.sent()
  },
)
