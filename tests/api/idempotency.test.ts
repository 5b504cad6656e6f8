import { expect, test, vi } from 'vitest'
import type { ListEvent } from '#app/domain/events.ts'
import { outcomes } from '#db/schema.ts'
import { byToken, send, serveApi } from '../support/api.ts'
import { addOneList } from '../support/examples.ts'
import { addUser, testServices } from '../support/services.ts'

async function shop() {
  const services = testServices()
  const url = `${await serveApi(services)}/api/v1`
  const user = await addUser(services)
  const headers = await byToken(services, user)
  const listId = await addOneList(services, user)
  const told: ListEvent[] = []
  services.events.onEvent((event) => told.push(event))
  const add = (key: string, json: object, path = `/item?listID=${listId}`) =>
    send(`${url}${path}`, { method: 'POST', json, headers: { ...headers, 'Idempotency-Key': key } })
  const names = async () => {
    const { item } = (await send(`${url}/item?listID=${listId}`, { headers })).body as {
      item: { name: string }[]
    }
    return item.map(({ name }) => name)
  }
  return { services, url, user, headers, listId, told, add, names }
}

test('a request sent again is done once, told once, and answered the same', async () => {
  const { add, names, told } = await shop()
  const first = await add('k-1', { name: 'Milk', price: 1.25 })
  const again = await add('k-1', { name: 'Milk', price: '1.25' })
  expect([first.status, again.status]).toEqual([201, 201])
  expect(again.body).toEqual(first.body)
  expect(await names()).toEqual(['Milk'])
  expect(told).toHaveLength(1)
})

test('twenty at the same moment add one', async () => {
  const { add, names, told } = await shop()
  const replies = await Promise.all(Array.from({ length: 20 }, () => add('k-2', { name: 'Bread' })))
  expect(new Set(replies.map(({ body }) => JSON.stringify(body))).size).toBe(1)
  expect(await names()).toEqual(['Bread'])
  expect(told).toHaveLength(1)
})

test('what happened meanwhile does not change the answer', async () => {
  const { url, headers, add, names } = await shop()
  const first = await add('k-3', { name: 'Eggs' })
  const { item } = first.body as { item: { _id: string } }
  await send(`${url}/item?itemID=${item._id}`, { method: 'DELETE', headers })
  expect((await add('k-3', { name: 'Eggs' })).body).toEqual(first.body)
  expect(await names()).toEqual([])
})

test('the same key cannot stand for two wishes', async () => {
  const { services, user, add, names } = await shop()
  await add('k-4', { name: 'Salt' })
  expect((await add('k-4', { name: 'Sugar' })).status).toBe(422)
  const other = await addOneList(services, user)
  expect((await add('k-4', { name: 'Salt' }, `/item?listID=${other}`)).status).toBe(422)
  expect(await names()).toEqual(['Salt'])
})

test('keys belong to one user and one address', async () => {
  const { services, url, add } = await shop()
  await add('k-5', { name: 'Rice' })
  expect((await add('k-5', { name: 'Rice' }, '/list')).status).toBe(201)
  const other = await addUser(services, 'Grace')
  const headers = { ...(await byToken(services, other)), 'Idempotency-Key': 'k-5' }
  const { body } = await send(`${url}/list`, { method: 'POST', headers, json: { name: 'Rice' } })
  expect(body).toMatchObject({ list: { createdBy: other.id } })
})

test('what was refused is not remembered', async () => {
  const { add, names } = await shop()
  expect((await add('k-6', { name: '' })).status).toBe(400)
  expect((await add('k-6', { name: 'Tea' })).status).toBe(201)
  expect(await names()).toEqual(['Tea'])
})

test('ingredients are asked for once', async () => {
  const { services, listId, add, names } = await shop()
  const asked = vi.spyOn(services.ai, 'ingredientsFor')
  const ask = () => add('k-8', { recipe: 'Pancakes' }, `/generateItemsFromAi?listID=${listId}`)
  const first = await ask()
  const there = await names()
  expect(there.length).toBeGreaterThan(2)
  expect(await ask()).toMatchObject({ status: 201, body: first.body })
  expect(await names()).toEqual(there)
  expect(asked).toHaveBeenCalledOnce()
})

test('after a day a key is new again', async () => {
  const { services, add, names } = await shop()
  await add('k-7', { name: 'Oats' })
  await services.write((tx) =>
    tx
      .update(outcomes)
      .set({ createdAt: Date.now() - 86_400_001 })
      .run(),
  )
  expect((await add('k-7', { name: 'Nuts' })).status).toBe(201)
  expect(await names()).toEqual(['Oats', 'Nuts'])
  expect(services.db.select().from(outcomes).all()).toHaveLength(1)
})

test('a key that cannot be one is refused', async () => {
  const { add } = await shop()
  for (const key of ['', 'x'.repeat(256), 'ä'])
    expect((await add(key, { name: 'Oil' })).status, key).toBe(400)
})
