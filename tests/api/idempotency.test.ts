import { expect, test, vi } from 'vitest'
import type { ListEvent } from '#app/domain/events.ts'
import { outcomes } from '#db/schema.ts'
import { send, serveApi, tokenHeaders } from '../support/api.ts'
import { addOneList } from '../support/examples.ts'
import { addUser, testServices } from '../support/services.ts'

async function setUp() {
  const services = await testServices()
  const url = `${await serveApi(services)}/api/v1`
  const user = await addUser(services)
  const headers = await tokenHeaders(services, user)
  const listId = await addOneList(services, user)
  const published: ListEvent[] = []
  services.events.onEvent((event) => published.push(event))
  const add = (key: string, json: object, path = `/item?listID=${listId}`) =>
    send(`${url}${path}`, { method: 'POST', json, headers: { ...headers, 'Idempotency-Key': key } })
  const names = async () => {
    const { item } = (await send(`${url}/item?listID=${listId}`, { headers })).body as {
      item: { name: string }[]
    }
    return item.map(({ name }) => name)
  }
  return { services, url, user, headers, listId, published, add, names }
}

test('a repeated request changes and publishes once, and gets the same response', async () => {
  const { add, names, published } = await setUp()
  const first = await add('k-1', { name: 'Milk', price: 1.25 })
  const again = await add('k-1', { name: 'Milk', price: '1.25' })
  expect([first.status, again.status]).toEqual([201, 201])
  expect(again.body).toEqual(first.body)
  expect(await names()).toEqual(['Milk'])
  expect(published).toHaveLength(1)
})

test('twenty parallel requests add one item', async () => {
  const { add, names, published } = await setUp()
  const responses = await Promise.all(Array.from({ length: 20 }, () => add('k-2', { name: 'Bread' })))
  expect(new Set(responses.map(({ body }) => JSON.stringify(body))).size).toBe(1)
  expect(await names()).toEqual(['Bread'])
  expect(published).toHaveLength(1)
})

test('the response stays the same after the item was deleted', async () => {
  const { url, headers, add, names } = await setUp()
  const first = await add('k-3', { name: 'Eggs' })
  const { item } = first.body as { item: { _id: string } }
  await send(`${url}/item?itemID=${item._id}`, { method: 'DELETE', headers })
  expect((await add('k-3', { name: 'Eggs' })).body).toEqual(first.body)
  expect(await names()).toEqual([])
})

test('a key cannot be used for two different requests', async () => {
  const { services, user, listId, add, names } = await setUp()
  await add('k-4', { name: 'Salt' })
  expect((await add('k-4', { name: 'Sugar' })).status).toBe(422)
  const other = await addOneList(services, user)
  expect((await add('k-4', { name: 'Salt' }, `/item?listID=${other}`)).status).toBe(422)
  expect((await add('k-5', {}, `/list/${other}/duplicate`)).status).toBe(201)
  expect((await add('k-5', {}, `/list/${listId}/duplicate`)).status).toBe(422)
  expect(await names()).toEqual(['Salt'])
})

test('keys belong to one user and one endpoint', async () => {
  const { services, url, add } = await setUp()
  await add('k-5', { name: 'Rice' })
  expect((await add('k-5', { name: 'Rice' }, '/list')).status).toBe(201)
  const other = await addUser(services, 'Grace')
  const headers = { ...(await tokenHeaders(services, other)), 'Idempotency-Key': 'k-5' }
  const { body } = await send(`${url}/list`, { method: 'POST', headers, json: { name: 'Rice' } })
  expect(body).toMatchObject({ list: { createdBy: other.id } })
})

test('a rejected request does not use up its key', async () => {
  const { add, names } = await setUp()
  expect((await add('k-6', { name: '' })).status).toBe(400)
  expect((await add('k-6', { name: 'Tea' })).status).toBe(201)
  expect(await names()).toEqual(['Tea'])
})

test('a repeated recipe request asks the AI once', async () => {
  const { services, listId, add, names } = await setUp()
  const ingredientsFor = vi.spyOn(services.ai, 'ingredientsFor')
  const generate = () => add('k-8', { recipe: 'Pancakes' }, `/generateItemsFromAi?listID=${listId}`)
  const first = await generate()
  const added = await names()
  expect(added.length).toBeGreaterThan(2)
  expect(await generate()).toMatchObject({ status: 201, body: first.body })
  expect(await names()).toEqual(added)
  expect(ingredientsFor).toHaveBeenCalledOnce()
})

test('a key can be used again after a day', async () => {
  const { services, add, names } = await setUp()
  await add('k-7', { name: 'Oats' })
  await services.write((tx) =>
    tx
      .update(outcomes)
      .set({ createdAt: Date.now() - 86_400_001 })
      .run(),
  )
  expect((await add('k-7', { name: 'Nuts' })).status).toBe(201)
  expect(await names()).toEqual(['Oats', 'Nuts'])
  expect(await services.db.select().from(outcomes).all()).toHaveLength(1)
})

test('an invalid key is rejected', async () => {
  const { add } = await setUp()
  for (const key of ['', 'x'.repeat(256), 'ä'])
    expect((await add(key, { name: 'Oil' })).status, key).toBe(400)
})
