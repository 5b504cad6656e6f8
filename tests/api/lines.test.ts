import { expect, test } from 'vitest'
import { idInSeries, newId } from '#app/domain/ids.ts'
import type { ListEvent } from '#app/domain/liveEvents.ts'
import { send, serveApi, tokenHeaders } from '../support/api.ts'
import { addOneList } from '../support/examples.ts'
import { addUser, testServices } from '../support/services.ts'

async function setUp() {
  const services = await testServices()
  const user = await addUser(services)
  const url = `${await serveApi(services)}/api/v1`
  const headers = await tokenHeaders(services, user)
  const listId = await addOneList(services, user)
  const published: ListEvent[] = []
  services.events.onEvent((event) => published.push(event))
  const post = (path: string, options: { json?: object; body?: BodyInit; type?: string }) => {
    const { type, ...content } = options
    const more: Record<string, string> = type === undefined ? {} : { 'Content-Type': type }
    return send(`${url}${path}`, { method: 'POST', ...content, headers: { ...headers, ...more } })
  }
  const lines = (text: string) => post(`/item/lines?listID=${listId}`, { json: { lines: text } })
  const plain = (body: BodyInit, type = 'text/plain') => post(`/item/lines?listID=${listId}`, { body, type })
  const items = async () => (await send(`${url}/item?listID=${listId}`, { headers })).body
  return { services, url, headers, listId, published, post, lines, plain, items }
}

test('one line adds several items, and is one event', async () => {
  const { lines, items, published, listId } = await setUp()
  const { status, body } = await lines('2 kg potatoes 3.50, milk x3 @ 1.20, eggs')
  expect(status).toBe(201)
  expect(body).toMatchObject({
    item: [
      { name: 'potatoes', quantity: 2, unit: 'kg', price: 3.5, priceFor: 'all', amount: 3.5 },
      { name: 'milk', quantity: 3, unit: '', price: 1.2, priceFor: 'one', amount: 3.6 },
      { name: 'eggs', quantity: 1, unit: '', price: 0, parentList: listId },
    ],
    raised: [],
    skipped: [],
    change: expect.any(String),
  })
  const { item } = body as { item: { _id: string }[] }
  expect(published).toMatchObject([{ type: 'itemCreated', itemIDs: item.map(({ _id }) => _id) }])
  expect(await items()).toEqual({ item, total: 7.1 })
})

test('items that are on the list come back as they are now, changed or not', async () => {
  const { lines, items } = await setUp()
  await lines('2 milk\nbread')
  const { body } = await lines('3 Milk\nbread\nrice\nFruit:')
  expect(body).toMatchObject({
    item: [{ name: 'rice' }],
    raised: [
      { name: 'milk', quantity: 5 },
      { name: 'bread', quantity: 1 },
    ],
    skipped: ['Fruit:'],
  })
  expect((await items()).item).toMatchObject([{ name: 'milk' }, { name: 'bread' }, { name: 'rice' }])
  expect(await lines('bread')).toMatchObject({
    status: 201,
    body: { item: [], raised: [{ name: 'bread' }], change: null },
  })
})

test('the id of a line that joined another item leads to that', async () => {
  const { lines, post, items, url, headers, listId } = await setUp()
  await lines('milk')
  const id = newId()
  await post(`/item/lines?listID=${listId}`, { json: { id, lines: '2 milk' } })
  const itemID = idInSeries(id, 0)
  const change = (method: string, path: string, json?: object) =>
    send(`${url}${path}`, { method, headers, ...(json && { json }) })
  const joined = { status: 200, body: { item: { quantity: 3 } } }
  expect(await change('PATCH', `/item/${itemID}`, { name: 'Oat milk', price: 1.29 })).toMatchObject(joined)
  expect(await change('PATCH', `/item/checkbox/${itemID}`, { completed: true })).toMatchObject(joined)
  expect((await change('DELETE', `/item?itemID=${itemID}`)).status).toBe(200)
  const left = { name: 'Oat milk', quantity: 1, price: 1.29, completed: true }
  expect(await items()).toMatchObject({ item: [left] })
})

test('the lines can be the body', async () => {
  const { plain } = await setUp()
  for (const type of ['text/plain', 'text/plain; charset=utf-8', 'Text/Plain;charset="UTF-8"']) {
    expect(await plain(`2 l Süßmost\n${type}`, type)).toMatchObject({ status: 201 })
  }
  expect((await plain('2 l Süßmost')).body).toMatchObject({ raised: [{ name: 'Süßmost', quantity: 8 }] })
})

test.each([
  ['no text', '', 'text/plain', 400, 'lines-missing'],
  ['blank lines', ' \n\n', 'text/plain', 400, 'lines-missing'],
  ['only a heading', 'Fruit:', 'text/plain', 400, 'only-skipped'],
  [
    'too many lines',
    Array.from({ length: 201 }, (_, n) => `Thing ${n} x`).join('\n'),
    'text/plain',
    400,
    'too-many-lines',
  ],
  ['far too many lines', 'a\n'.repeat(40_000), 'text/plain', 400, 'too-many-lines'],
  ['invalid UTF-8', new Uint8Array([109, 0xff]), 'text/plain', 400, 'bad-encoding'],
  ['another charset', 'milk', 'text/plain; charset=latin1', 415, 'unsupported-charset'],
  ['another type', 'milk', 'text/markdown', 415, 'unsupported-content-type'],
  ['too much', 'milk\n'.repeat(30_000), 'text/plain', 413, 'body-too-large'],
] as const)('a body with %s is refused and adds nothing', async (_case, body, type, status, code) => {
  const { plain, items } = await setUp()
  expect(await plain(body, type)).toMatchObject({ status, body: { code } })
  expect((await items()).item).toEqual([])
})

test('other operations take no plain text', async () => {
  const { post, listId } = await setUp()
  for (const path of [`/item?listID=${listId}`, `/item/text?listID=${listId}`, '/list']) {
    const { status, body } = await post(path, { body: 'milk', type: 'text/plain' })
    expect([status, body.code], path).toEqual([415, 'unsupported-content-type'])
    expect(body.msg).not.toContain('text/plain')
  }
})

test("lines for somebody else's list aren't even read", async () => {
  const { services, post } = await setUp()
  const listId = await addOneList(services, await addUser(services, 'Eve'))
  const text = 'milk\n'.repeat(201)
  const lines = await post(`/item/lines?listID=${listId}`, { json: { lines: text } })
  const items = await post(`/item/text?listID=${listId}`, { json: { text } })
  for (const { status, body } of [lines, items]) expect([status, body.code]).toEqual([404, 'list-not-found'])
})

test('items can be added and edited with a unit and a price for all', async () => {
  const { post, url, headers, listId } = await setUp()
  const json = { name: 'Flour', quantity: 0.5, unit: 'kg', price: 2, priceFor: 'all' }
  const { status, body } = await post(`/item?listID=${listId}`, { json })
  expect(status).toBe(201)
  expect(body).toMatchObject({ item: { ...json, amount: 2 } })
  const { _id } = (body as { item: { _id: string } }).item
  const edit = (json: object) => send(`${url}/item/${_id}`, { method: 'PATCH', headers, json })
  expect((await edit({ name: 'Flour', unit: 'bag', priceFor: 'one' })).body).toMatchObject({
    item: { quantity: 0.5, unit: 'bag', price: 2, priceFor: 'one', amount: 1 },
  })
  expect((await edit({ name: 'Rye' })).body).toMatchObject({ item: { unit: 'bag', priceFor: 'one' } })
  expect(await edit({ name: 'Rye', unit: 'stone' })).toMatchObject({
    status: 400,
    body: { code: 'unit-invalid', fields: { unit: expect.any(String) } },
  })
  expect((await edit({ name: 'Rye', priceFor: 'two' })).body).toMatchObject({ code: 'price-for-invalid' })
})
