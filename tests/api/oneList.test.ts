import { expect, test } from 'vitest'
import { newId } from '#app/domain/ids.ts'
import { setReceipt } from '#app/domain/receipts/receipts.ts'
import { send, serveApi, sessionHeaders, tokenHeaders } from '../support/api.ts'
import { addOneList } from '../support/examples.ts'
import { photo } from '../support/photos.ts'
import { addUser, testServices } from '../support/services.ts'

async function setUp() {
  const services = await testServices()
  const user = await addUser(services)
  const url = `${await serveApi(services)}/api/v1`
  const headers = await tokenHeaders(services, user)
  const get = async (path: string, more = {}) =>
    (await send(`${url}${path}`, { headers: { ...headers, ...more } })).body
  return { services, user, url, headers, get, listId: await addOneList(services, user) }
}

test('one request gets a list, its receipt, its items and their total, as other requests show them', async () => {
  const { services, user, url, headers, get, listId } = await setUp()
  await setReceipt(services, user, listId, () => photo(40, 60).jpeg().toBuffer())
  for (const json of [{ name: 'Milk', quantity: 2, price: 1.25 }, { name: 'Bread' }]) {
    await send(`${url}/item?listID=${listId}`, { method: 'POST', headers, json })
  }
  const { list: lists } = await get('/list')
  const items = await get(`/item?listID=${listId}`)
  expect(items).toMatchObject({ item: [{ name: 'Milk' }, { name: 'Bread' }], total: 2.5 })
  expect(await get(`/list/${listId}`)).toEqual({ list: (lists as unknown[])[0], ...items })
  expect(await get(`/list/${listId}`)).toMatchObject(await get(`/receipt/${listId}`))
})

test('a stranger, an unknown id and a deleted list get the same 404', async () => {
  const { services, url, headers, listId } = await setUp()
  const stranger = await tokenHeaders(services, await addUser(services, 'Grace'))
  const foreign = await send(`${url}/list/${listId}`, { headers: stranger })
  expect([foreign.status, foreign.body.code]).toEqual([404, 'list-not-found'])
  const unknown = await send(`${url}/list/${newId()}`, { headers: stranger })
  expect([unknown.status, unknown.body]).toEqual([404, foreign.body])
  await send(`${url}/list/${listId}`, { method: 'DELETE', headers })
  const deleted = await send(`${url}/list/${listId}`, { headers })
  expect([deleted.status, deleted.body]).toEqual([404, foreign.body])
})

test('categories are those of the language that the owner has now', async () => {
  const { services, user, url, get, listId } = await setUp()
  const headers = await sessionHeaders(services, user)
  await send(`${url}/item?listID=${listId}`, { method: 'POST', headers, json: { name: 'Paprika' } })
  for (const [language, category] of [
    ['en', 'sauces'],
    ['de', 'produce'],
    ['en', 'sauces'],
  ]) {
    expect((await send(`${url}/user`, { method: 'PATCH', headers, json: { language } })).status).toBe(200)
    expect(await get(`/item?listID=${listId}`)).toMatchObject({ item: [{ name: 'Paprika', category }] })
  }
})
