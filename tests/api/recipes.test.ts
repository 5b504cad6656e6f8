import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { operations } from '#db/schema.ts'
import { send, serveApi, tokenHeaders } from '../support/api.ts'
import { addOneList } from '../support/examples.ts'
import { addUser, testServices } from '../support/services.ts'

async function setUp() {
  const services = await testServices()
  const user = await addUser(services)
  const url = `${await serveApi(services)}/api/v1`
  const headers = await tokenHeaders(services, user)
  const listId = await addOneList(services, user)
  const ask = (key: string, recipe = 'Pancakes') =>
    send(`${url}/generateItemsFromAi?listID=${listId}`, {
      method: 'POST',
      json: { recipe },
      headers: { ...headers, 'Idempotency-Key': key },
    })
  const items = async () => (await send(`${url}/item?listID=${listId}`, { headers })).body.item as object[]
  return { services, listId, ask, items }
}

test('asking for a recipe answers with the items that are new and those that are more now', async () => {
  const { ask, items } = await setUp()
  const first = await ask('first')
  const added = await items()
  expect(first).toMatchObject({ status: 201, body: { added: added.length, raised: 0, raisedItem: [] } })
  expect(first.body.item).toEqual(added)
  const second = await ask('second')
  expect(second.body).toMatchObject({ added: 0, item: [], raised: added.length })
  expect(second.body.raisedItem).toEqual(await items())
  expect((await ask('first')).body).toEqual(first.body)
})

test('an answer that was kept before it had items is still sent again', async () => {
  const { services, listId, ask } = await setUp()
  await ask('first')
  const answer = JSON.stringify({ added: 7, raised: 0 })
  await services.write((tx) =>
    tx.update(operations).set({ answer }).where(eq(operations.listId, listId)).run(),
  )
  expect(await ask('first')).toMatchObject({
    status: 201,
    body: {
      ...{ added: 7, raised: 0, item: [], raisedItem: [], change: expect.any(String) },
      ...{ dishes: [], unknown: [], left: [], atHome: [] },
    },
  })
})

test('what an answer is for, what is not known, what was too much and what is at home is in it', async () => {
  const { services, ask, items } = await setUp()
  const ingredient = { quantityMilli: 1000, priceCents: 0 }
  const dishes = [
    { name: 'Lasagne', servings: 4 },
    { name: 'Chili', servings: 6 },
  ]
  const told = { dishes, unknown: [{ name: 'qwxzv', near: ['Quiche'] }], left: ['Soup'] }
  const needed = [
    { name: 'Minced beef', ...ingredient },
    { name: 'Salt', keeps: true, ...ingredient },
  ]
  services.ai = { ...services.ai, ingredientsFor: async () => ({ ...told, items: needed }) }
  const { status, body } = await ask('first', 'Lasagne\nChili for 6\nqwxzv\nSoup')
  const [, salt] = (await items()) as { _id: string }[]
  expect(status).toBe(201)
  expect(body).toMatchObject({ added: 2, ...told, atHome: [salt?._id] })
})

test('if no dish is known, the answer names near ones and nothing is added', async () => {
  const { services, ask, items } = await setUp()
  const unknown = [
    { name: 'qwxzv', near: ['Quiche'] },
    { name: 'xyzzy', near: [] },
  ]
  services.ai = {
    ...services.ai,
    ingredientsFor: async () => ({ dishes: [], unknown, left: [], items: [] }),
  }
  expect(await ask('first')).toMatchObject({
    status: 422,
    body: { code: 'recipe-unknown', msg: 'No recipe for “qwxzv, xyzzy”. Try: Quiche.' },
  })
  expect(await items()).toEqual([])
})
