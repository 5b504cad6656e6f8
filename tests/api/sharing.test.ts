import { expect, test } from 'vitest'
import type { User } from '#app/domain/access/access.ts'
import { newId } from '#app/domain/ids.ts'
import { AddItem } from '#app/domain/inputs.ts'
import { addItem, setCompleted } from '#app/domain/items/items.ts'
import { guestFor } from '#app/domain/sharing/links.ts'
import { type SendOptions, send, serveApi, tokenHeaders } from '../support/api.ts'
import { addOneList, addSharedList } from '../support/examples.ts'
import { addUser, testServices } from '../support/services.ts'

/** Ada's list, with Grace as an editor. */
async function setUp() {
  const services = await testServices({ BASE_URL: 'https://larder.example' })
  const url = `${await serveApi(services)}/api/v1`
  const ada = await addUser(services)
  const { listId, member: grace } = await addSharedList(services, ada)
  const tokens = new Map<User, Record<string, string>>()
  for (const user of [ada, grace]) tokens.set(user, await tokenHeaders(services, user))
  const as = async (user: User, method: string, path: string, json?: SendOptions['json']) => {
    const headers = tokens.get(user) ?? (await tokenHeaders(services, user))
    return send(url + path, { method, headers, json })
  }
  return { services, ada, grace, listId, as }
}

const ofUser = ({ id, name }: User) => ({ userId: id, name })

test('the lists of a member include those of others, and say whose they are', async () => {
  const { services, ada, grace, listId, as } = await setUp()
  const own = await addOneList(services, grace)
  const members = [
    { ...ofUser(ada), role: 'owner' },
    { ...ofUser(grace), role: 'editor' },
  ]
  const { body } = await as(grace, 'GET', '/list')
  expect(body.list).toMatchObject([
    { _id: own, role: 'owner', owner: ofUser(grace), members: [{ ...ofUser(grace), role: 'owner' }] },
    { _id: listId, role: 'editor', owner: ofUser(ada), members },
  ])
  const ofOwner = (await as(ada, 'GET', '/list')).body.list
  expect(ofOwner).toMatchObject([{ _id: listId, role: 'owner', owner: ofUser(ada), members }])
  expect((await as(grace, 'GET', `/receipt/${listId}`)).body.list).toMatchObject({ role: 'editor', members })
})

test('a member can neither rename nor delete the list, nor decide who is on it', async () => {
  const { ada, grace, listId, as } = await setUp()
  const requests: [string, string, object?][] = [
    ['PATCH', `/list/${listId}`, { name: 'Mine' }],
    ['DELETE', `/list/${listId}`],
    ['PATCH', `/list/${listId}/member/${grace.id}`, { role: 'editor' }],
    ['PATCH', `/list/${listId}/member/${grace.id}`, {}],
    ['DELETE', `/list/${listId}/member/${ada.id}`],
    ['POST', `/list/${listId}/owner`, { userId: grace.id }],
    ['GET', `/list/${listId}/invite`],
    ['POST', `/list/${listId}/invite`, {}],
    ['DELETE', `/list/${listId}/invite/${newId()}`],
    ['GET', `/list/${listId}/link`],
    ['POST', `/list/${listId}/link`, {}],
    ['DELETE', `/list/${listId}/link/${newId()}`],
  ]
  for (const [method, path, json] of requests) {
    const { status, body } = await as(grace, method, path, json)
    expect([status, body.code], `${method} ${path}`).toEqual([403, 'owner-only'])
  }
})

test('the owner sets roles, and sees with whom new lists are always shared', async () => {
  const { services, ada, grace, listId, as } = await setUp()
  const path = `/list/${listId}/member`
  const set = await as(ada, 'PATCH', `${path}/${grace.id}`, { role: 'viewer', always: true })
  expect(set.body).toMatchObject({ member: { ...ofUser(grace), role: 'viewer', always: true } })
  const viewed = (await as(grace, 'GET', path)).body.member as object[]
  expect(viewed).toMatchObject([ofUser(ada), ofUser(grace)])
  expect(JSON.stringify(viewed)).not.toContain('always')
  expect((await as(grace, 'POST', `/item?listID=${listId}`, { name: 'Milk' })).body.code).toBe('view-only')

  expect(set.body).toMatchObject({ member: { alwaysAccepted: false } })
  const before = await addOneList(services, ada)
  expect((await as(grace, 'GET', `/receipt/${before}`)).status).toBe(404)
  const asks = { ...ofUser(ada), role: 'viewer' }
  expect((await as(grace, 'GET', '/sharer')).body.sharer).toEqual([{ ...asks, accepted: false }])
  expect((await as(grace, 'POST', `/sharer/${ada.id}`)).status).toBe(200)
  expect((await as(grace, 'GET', '/sharer')).body.sharer).toEqual([{ ...asks, accepted: true }])

  const next = await addOneList(services, ada)
  expect((await as(grace, 'GET', `/receipt/${next}`)).body.list).toMatchObject({ role: 'viewer' })
  await as(ada, 'PATCH', `${path}/${grace.id}`, { always: 'false' })
  const unshared = await addOneList(services, ada)
  expect((await as(grace, 'GET', `/receipt/${unshared}`)).status).toBe(404)
})

test('removed and left members get what strangers get', async () => {
  const { ada, grace, listId, as } = await setUp()
  const path = `/list/${listId}/member`
  expect((await as(ada, 'DELETE', `${path}/${grace.id}`)).body.msg).toBe('Grace can no longer see this list.')
  expect((await as(ada, 'DELETE', `${path}/${grace.id}`)).body.code).toBe('member-not-found')
  expect((await as(grace, 'GET', `/item?listID=${listId}`)).body.code).toBe('list-not-found')

  const { body } = await as(ada, 'POST', `/list/${listId}/invite`, {})
  const { url } = body.invite as { url: string }
  expect(url).toMatch(/^https:\/\/larder\.example\/invite\/[\w-]{32}$/)
  const accepted = await as(grace, 'POST', new URL(url).pathname)
  expect(accepted.body).toEqual({ msg: "You're now on “Market”.", listID: listId })
  expect((await as(grace, 'GET', `/item?listID=${listId}`)).status).toBe(200)
  expect((await as(ada, 'GET', `/list/${listId}/invite`)).body).toEqual({ invite: [] })
  expect((await as(grace, 'DELETE', `${path}/${grace.id}`)).body.msg).toBe('You left “Market”.')
  expect((await as(grace, 'GET', path)).status).toBe(404)
})

test('a list that was handed over has a new owner, and the old one can leave', async () => {
  const { ada, grace, listId, as } = await setUp()
  expect((await as(ada, 'DELETE', `/list/${listId}/member/${ada.id}`)).body.code).toBe('owner-must-stay')
  await as(ada, 'POST', `/list/${listId}/owner`, { userId: grace.id })
  expect((await as(ada, 'GET', `/receipt/${listId}`)).body.list).toMatchObject({ role: 'owner' })
  const { offer } = (await as(grace, 'GET', '/offer')).body
  expect(offer).toMatchObject([{ listID: listId, name: 'Market', offeredBy: ofUser(ada) }])
  expect((await as(grace, 'DELETE', `/list/${listId}/offer`)).body.msg).toBe('You declined “Market”.')
  expect((await as(grace, 'POST', `/list/${listId}/offer`)).body.code).toBe('offer-not-found')
  await as(ada, 'POST', `/list/${listId}/owner`, { userId: grace.id })
  expect((await as(ada, 'DELETE', `/list/${listId}/offer`)).body.msg).toBe('You took the offer back.')
  await as(ada, 'POST', `/list/${listId}/owner`, { userId: grace.id })
  expect((await as(grace, 'POST', `/list/${listId}/offer`)).body.msg).toBe('“Market” is yours now.')
  expect((await as(ada, 'GET', `/receipt/${listId}`)).body.list).toMatchObject({
    role: 'editor',
    createdBy: grace.id,
    owner: ofUser(grace),
  })
  expect((await as(ada, 'DELETE', `/list/${listId}/member/${ada.id}`)).status).toBe(200)
})

test('links have addresses until they are revoked', async () => {
  const { services, ada, listId, as } = await setUp()
  const made = await as(ada, 'POST', `/list/${listId}/link`, { expires: '1d', label: 'Fridge' })
  const link = made.body.link as { _id: string; url: string; expiresAt: string }
  expect(link).toMatchObject({ role: 'editor', label: 'Fridge' })
  expect(Date.parse(link.expiresAt) - Date.now()).toBeGreaterThan(86_000_000)
  expect((await as(ada, 'GET', `/list/${listId}/link`)).body).toEqual({ link: [link] })
  const token = link.url.replace('https://larder.example/s/', '')
  expect(await guestFor(services, token)).toMatchObject({ listId })
  for (let n = 0; n < 2; n++) {
    expect((await as(ada, 'DELETE', `/list/${listId}/link/${link._id}`)).status).toBe(200)
  }
  await expect(guestFor(services, token)).rejects.toMatchObject({ code: 'link-gone' })
  expect((await as(ada, 'GET', `/list/${listId}/link`)).body).toEqual({ link: [] })
})

test('items and changes say who it was, also without an account', async () => {
  const { services, ada, grace, listId, as } = await setUp()
  const { body } = await as(ada, 'POST', `/list/${listId}/link`, {})
  const { url } = body.link as { url: string }
  const guest = await guestFor(services, url.split('/').at(-1), 'Anna')
  const { item } = (await as(grace, 'POST', `/item?listID=${listId}`, { name: 'Milk' })).body as {
    item: { _id: string }
  }
  expect(item).toMatchObject({ addedBy: grace.id })
  await addItem(services, guest, { listId, ...AddItem.parse({ name: 'Bread' }) })
  await setCompleted(services, guest, { id: item._id, completed: true, at: undefined })
  const { item: items } = (await as(ada, 'GET', `/item?listID=${listId}`)).body
  expect(items).toMatchObject([
    { name: 'Bread', guestName: 'Anna' },
    { name: 'Milk', addedBy: grace.id, completedGuest: 'Anna' },
  ])
  expect(JSON.stringify(items)).not.toContain('completedBy')
  const { change } = (await as(ada, 'GET', `/list/${listId}/change`)).body
  expect(change).toMatchObject([
    { kind: 'tick', guestName: 'Anna' },
    { kind: 'add', guestName: 'Anna' },
    { kind: 'add', changedBy: grace.id },
    { kind: 'list', changedBy: ada.id },
  ])
})

test('where people register by invitation, the first account needs none', async () => {
  const services = await testServices({ REGISTRATION: 'invited' })
  const url = `${await serveApi(services)}/api/v1/auth/register`
  const register = (email: string) =>
    send(url, { method: 'POST', json: { name: 'Ada', email, password: 'correct horse battery' } })
  expect((await register('ada@example.org')).status).toBe(201)
  expect((await register('ben@example.org')).body.code).toBe('invite-required')
})

test('somebody with an invitation can register where others may not', async () => {
  const { services, ada, listId, as } = await setUp()
  services.config.REGISTRATION = 'invited'
  const { body } = await as(ada, 'POST', `/list/${listId}/invite`, {})
  const invite = (body.invite as { url: string }).url.split('/').at(-1)
  const person = { name: 'Edsger', email: 'edsger@example.org', password: 'correct horse battery' }
  expect((await as(ada, 'POST', '/auth/register', person)).body.code).toBe('invite-required')
  expect((await as(ada, 'POST', '/auth/register', { ...person, invite })).status).toBe(201)
})
