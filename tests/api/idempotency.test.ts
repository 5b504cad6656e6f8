import { createHash } from 'node:crypto'
import { expect, test, vi } from 'vitest'
import { newId } from '#app/domain/ids.ts'
import { addItem } from '#app/domain/items/items.ts'
import type { ListEvent } from '#app/domain/liveEvents.ts'
import { acceptInvite, createInvite } from '#app/domain/sharing/invites.ts'
import { removeMember } from '#app/domain/sharing/leave.ts'
import { sweepDeleted } from '#app/domain/sweeps/sweeps.ts'
import { DAY } from '#app/domain/time.ts'
import { AiFailure } from '#app/ports/ai/ai.ts'
import { operations } from '#db/schema.ts'
import { send, serveApi, tokenHeaders } from '../support/api.ts'
import { addOneList, addSharedList } from '../support/examples.ts'
import { addUser, CALLER, testServices } from '../support/services.ts'

const LINES_ID = newId()

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

test('a trip that is finished twice with the same key is one trip', async () => {
  const { services, user, listId, url, headers, add, published } = await setUp()
  await addItem(services, user, { listId, name: 'Milk', quantity: 1000, price: 125, completed: true })
  published.length = 0
  const finish = () => add('k-4', { paid: 1.25, store: 'Lidl' }, `/list/${listId}/finish`)
  const [first, again] = await Promise.all([finish(), finish()])
  expect([first.status, again.status]).toEqual([201, 201])
  expect(again.body).toEqual(first.body)
  expect((await send(`${url}/trip`, { headers })).body.trip).toHaveLength(1)
  expect(published.map(({ type }) => type)).toEqual(['tripFinished'])
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

// ASVS 8.2.2
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

test('where the AI fails, the same key can ask the cookbook, which nothing but its name selects', async () => {
  const { services, listId, add, names } = await setUp()
  const ingredientsFor = async () => {
    throw new AiFailure('timeout', 'a test')
  }
  services.ai = { model: 'a test', isLimited: true, ingredientsFor }
  const generate = (more: object) =>
    add('k-9', { recipe: 'Pancakes', ...more }, `/generateItemsFromAi?listID=${listId}`)
  expect(await generate({})).toMatchObject({ status: 503, body: { code: 'ai-timeout' } })
  expect(await generate({ source: 'a friend' })).toMatchObject({
    status: 400,
    body: { code: 'source-invalid' },
  })
  expect(await names()).toEqual([])
  expect((await generate({ source: 'cookbook' })).status).toBe(201)
  expect((await names()).length).toBeGreaterThan(2)
})

test('somebody who was removed since gets what strangers get', async () => {
  const { services, user, add } = await setUp()
  const owner = await addUser(services, 'Ben')
  const listId = await addOneList(services, owner)
  const { token } = await createInvite(services, owner, listId, { role: 'editor' }, { caller: CALLER })
  await acceptInvite(services, user, token, CALLER)
  const requests = [
    () => add('k-12', { name: 'Milk' }, `/item?listID=${listId}`),
    () => add('k-13', { recipe: 'Pancakes' }, `/generateItemsFromAi?listID=${listId}`),
    () => add('k-14', { text: 'Oats' }, `/item/text?listID=${listId}`),
    () => add('k-15', { lines: 'Rice' }, `/item/lines?listID=${listId}`),
    () => add('k-16', { id: LINES_ID, lines: 'Tea' }, `/item/lines?listID=${listId}`),
  ]
  for (const request of requests) expect((await request()).status).toBe(201)
  await removeMember(services, owner, listId, user.id, CALLER)
  for (const request of requests) {
    expect(await request()).toMatchObject({ status: 404, body: { code: 'list-not-found' } })
  }
})

test('repeated lines are added once, by the key as by the id', async () => {
  const { listId, published, add, names } = await setUp()
  const lines = (key: string, json: object) => add(key, json, `/item/lines?listID=${listId}`)
  const first = await lines('k-17', { lines: '2 milk\nbread' })
  expect(first.status).toBe(201)
  expect(await lines('k-17', { lines: '2 milk\nbread' })).toMatchObject({ status: 201, body: first.body })
  expect((await lines('k-17', { lines: '3 milk' })).status).toBe(422)
  const byId = await lines('k-18', { id: LINES_ID, lines: '2 milk' })
  expect(byId.body).toMatchObject({ item: [], raised: [{ name: 'milk', quantity: 4 }] })
  expect((await lines('k-19', { id: LINES_ID, lines: '2 milk' })).body).toEqual(byId.body)
  expect(await names()).toEqual(['milk', 'bread'])
  expect(published).toHaveLength(2)
})

test('a stored result of many lines counts as several', async () => {
  const { services, listId, add } = await setUp()
  const consume = vi.spyOn(services.userLimits, 'consumeIdempotencyKey')
  const lines = (count: number) => Array.from({ length: count }, (_, n) => `Thing ${n} x`).join('\n')
  for (const [key, count, expected] of [
    ['k-20', 10, 1],
    ['k-21', 200, 20],
  ] as const) {
    consume.mockClear()
    const { status } = await add(key, { lines: lines(count) }, `/item/lines?listID=${listId}`)
    expect([status, consume.mock.calls.length]).toEqual([201, expected])
  }
})

test('invitations and links are made once, and their addresses are not stored', async () => {
  const { services, listId, add } = await setUp()
  for (const kind of ['invite', 'link']) {
    const make = () => add('k-9', { role: 'viewer' }, `/list/${listId}/${kind}`)
    const first = await make()
    expect(first.status).toBe(201)
    const { url } = first.body[kind] as { url: string }
    expect(url).toMatch(/\/(?:invite|s)\/[\w-]{32}$/)
    expect((await make()).body).toEqual(first.body)
    const stored = JSON.stringify(await services.db.select().from(operations).all())
    expect(stored).not.toContain(url.split('/').at(-1))
  }
  expect(services.audit.counts).toMatchObject({ 'invite-made': 1, 'link-made': 1 })
})

test('a list is offered once, and an invitation accepted once', async () => {
  const { services, user, add, published } = await setUp()
  const { listId, member } = await addSharedList(services, user)
  const offer = () => add('k-10', { userId: member.id }, `/list/${listId}/owner`)
  const first = await offer()
  expect(first).toMatchObject({ status: 200, body: { msg: expect.stringContaining(member.name) } })
  expect((await offer()).body).toEqual(first.body)

  const { token } = await createInvite(
    services,
    member,
    await addOneList(services, member),
    { role: 'viewer' },
    { caller: CALLER },
  )
  const accept = () => add('k-11', {}, `/invite/${token}`)
  const accepted = await accept()
  expect(accepted.status).toBe(200)
  expect((await accept()).body).toEqual(accepted.body)
  expect(published.map(({ type }) => type)).toEqual(['membersChanged', 'membersChanged'])
})

test('a key is honored for 31 days, and can be used again after that', async () => {
  const { services, add, names } = await setUp()
  const first = await add('k-7', { name: 'Oats' })
  await sweepDeleted(services, Date.now() + 31 * DAY - 60_000)
  expect((await add('k-7', { name: 'Oats' })).body).toEqual(first.body)
  expect((await add('k-7', { name: 'Nuts' })).status).toBe(422)
  await sweepDeleted(services, Date.now() + 31 * DAY)
  expect((await add('k-7', { name: 'Nuts' })).status).toBe(201)
  expect(await names()).toEqual(['Oats', 'Nuts'])
  expect(await services.db.select().from(operations).all()).toHaveLength(1)
})

test('a key of the version before is still honored', async () => {
  const { services, user, listId, add, names } = await setUp()
  const hash = (value: unknown) => createHash('sha256').update(JSON.stringify(value)).digest('hex')
  const first = await add('k-22', { name: 'Milk' })
  const [stored] = await services.db.select().from(operations).all()
  await services.write((tx) => tx.delete(operations).run())
  // As the migration moves it.
  const body = { name: 'Milk', quantity: 1000, price: 0, completed: false }
  await services.write((tx) =>
    tx
      .insert(operations)
      .values({
        id: hash([user.id, 'POST /item', 'k-22']),
        userId: user.id,
        request: hash([{ listID: listId }, body]),
        answer: JSON.stringify({ ...JSON.parse(stored?.answer ?? ''), change: stored?.changeId }),
        changeId: stored?.changeId ?? null,
        createdAt: Date.now() - DAY + 60_000,
      })
      .run(),
  )
  expect((await add('k-22', { name: 'Milk' })).body).toEqual(first.body)
  expect((await add('k-22', { name: 'Eggs' })).status).toBe(422)
  expect(await names()).toEqual(['Milk'])
})

test('an invalid key is rejected', async () => {
  const { add } = await setUp()
  for (const key of ['', 'x'.repeat(256), 'ä'])
    expect((await add(key, { name: 'Oil' })).status, key).toBe(400)
})
