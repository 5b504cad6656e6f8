import { expect, test, vi } from 'vitest'
import { correctTrip } from '#app/domain/trips/trips.ts'
import { send, serveApi, sessionHeaders, tokenHeaders } from '#tests/support/api.ts'
import { EXAMPLES } from '#tests/support/examples.ts'
import { photo } from '#tests/support/photos.ts'
import { addUser, testServices } from '#tests/support/services.ts'
import { describeApi } from './openapi.ts'

async function signedIn() {
  const services = await testServices()
  const url = `${await serveApi(services)}/api/v1`
  const user = await addUser(services)
  return { services, url, user, headers: await tokenHeaders(services, user) }
}

test('a script can create a list, add, tick, edit and delete items, and read the total', async () => {
  const { url, user, headers } = await signedIn()
  const created = await send(`${url}/list?userID=${user.id}`, {
    method: 'POST',
    headers,
    json: { name: 'Market' },
  })
  expect(created.status).toBe(201)
  const { list } = created.body as { list: { _id: string } }
  expect(list).toEqual({
    _id: list._id,
    name: 'Market',
    currency: 'USD',
    createdBy: user.id,
    createdAt: expect.stringMatching(/^\d{4}-.*Z$/),
    owner: { userId: user.id, name: user.name },
    role: 'owner',
    members: [{ userId: user.id, name: user.name, role: 'owner' }],
  })
  const add = (json: object) => send(`${url}/item?listID=${list._id}`, { method: 'POST', headers, json })
  expect((await add({ name: 'Milk', quantity: '2', price: 1.25 })).status).toBe(201)
  const { item } = (await add({ name: 'Bread' })).body as { item: { _id: string } }
  expect(item).toMatchObject({ name: 'Bread', quantity: 1, price: 0, completed: false, parentList: list._id })

  const edited = { name: 'Rye bread', quantity: 1.5, price: '2,10' }
  expect((await send(`${url}/item/${item._id}`, { method: 'PATCH', headers, json: edited })).status).toBe(200)
  const tick = { method: 'PATCH', headers, json: { completed: 'on' } }
  expect((await send(`${url}/item/checkbox/${item._id}`, tick)).body).toMatchObject({
    item: { completed: true },
  })
  const { body } = await send(`${url}/item?listID=${list._id}`, { headers })
  expect(body).toMatchObject({
    item: [
      { name: 'Milk', quantity: 2, price: 1.25, completed: false },
      { name: 'Rye bread', quantity: 1.5, price: 2.1, completed: true },
    ],
    total: 5.65,
  })
  await send(`${url}/item?itemID=${item._id}`, { method: 'DELETE', headers })
  await send(`${url}/item/${list._id}`, { method: 'DELETE', headers })
  expect((await send(`${url}/item?listID=${list._id}`, { headers })).body).toEqual({ item: [], total: 0 })
  expect((await send(`${url}/list/${list._id}`, { method: 'DELETE', headers })).status).toBe(200)
  expect((await send(`${url}/list`, { headers })).body).toEqual({ list: [] })
})

test('a trip has the URL of its photo, once it has one', async () => {
  const { services, url, user, headers } = await signedIn()
  const added = await send(`${url}/trip`, { method: 'POST', headers, json: { paid: 4.5 } })
  const { trip } = added.body as { trip: { _id: string; boughtOn: string } }
  expect(trip).not.toHaveProperty('receiptImage')
  const upload = () => photo(20, 20).jpeg().toBuffer()
  await correctTrip(services, user, trip._id, { today: trip.boughtOn }, { upload })
  const receiptImage = expect.stringMatching(new RegExp(`/receipt/${trip._id}\\?v=[0-9a-f-]+$`))
  expect((await send(`${url}/trip/${trip._id}`, { headers })).body).toMatchObject({ trip: { receiptImage } })
  expect((await send(`${url}/trip`, { headers })).body).toMatchObject({ trip: [{ receiptImage }] })
})

test('fields can be sent as a form', async () => {
  const { url, headers } = await signedIn()
  const body = new URLSearchParams({ name: 'Formal' })
  expect((await send(`${url}/list`, { method: 'POST', headers, body })).status).toBe(201)
})

test('another user’s id in the query is rejected', async () => {
  const { services, url, headers } = await signedIn()
  const other = await addUser(services, 'Grace')
  expect((await send(`${url}/list?userID=${other.id}`, { headers })).status).toBe(401)
})

test('unknown paths respond with a 404 as JSON', async () => {
  const { url, headers } = await signedIn()
  for (const path of ['/nothing', '/list/', '/item/checkbox/', '/LIST', '']) {
    const { status, body } = await send(`${url}${path}`, { headers })
    expect([status, body], path).toEqual([404, { msg: 'Nothing was found at this URL.', code: 'not-found' }])
  }
})

test('a wrong method responds with the allowed ones', async () => {
  const { url, headers } = await signedIn()
  const { status, headers: received, body } = await send(`${url}/item`, { method: 'PUT', headers })
  expect([status, received.get('Allow')]).toEqual([405, 'GET, HEAD, POST, DELETE'])
  expect(body.msg).toBe('This URL only accepts GET, HEAD, POST or DELETE.')
  expect((await fetch(`${url}/list`, { method: 'HEAD', headers })).status).toBe(200)
})

test('next to a token the cookie is ignored', async () => {
  const { services, url, user } = await signedIn()
  const both = { ...(await sessionHeaders(services, user)), Authorization: 'Bearer larder_revoked' }
  expect((await send(`${url}/list`, { headers: both })).status).toBe(401)
  for (const Authorization of ['Bearer', 'Bearer ', 'bearer  x y']) {
    expect((await send(`${url}/list`, { headers: { ...both, Authorization } })).status).toBe(401)
  }
  const proxied = { ...both, Authorization: 'Basic YTpi' }
  expect((await send(`${url}/list`, { headers: proxied })).status).toBe(200)
})

// ASVS 3.5.2
test('other sites cannot use the cookie; requests with a token need no such check', async () => {
  const { services, url, user, headers } = await signedIn()
  const cookie = await sessionHeaders(services, user)
  const evil = { Origin: 'http://evil.example' }
  const request = { method: 'POST', json: { name: 'Forged' } }
  expect((await send(`${url}/list`, { ...request, headers: { ...cookie, ...evil } })).status).toBe(403)
  expect((await send(`${url}/list`, { ...request, headers: { ...headers, ...evil } })).status).toBe(201)
  for (const method of ['GET', 'POST']) {
    expect((await send(`${url}/auth/logout`, { method, headers: { ...cookie, ...evil } })).status).toBe(403)
  }
  expect((await send(`${url}/list`, { headers: cookie })).status).toBe(200)
})

test('logging out by GET or POST ends the session', async () => {
  const { services, url, user } = await signedIn()
  for (const method of ['GET', 'POST']) {
    const headers = await sessionHeaders(services, user)
    const response = await send(`${url}/auth/logout`, { method, headers })
    expect([response.status, response.headers.get('Set-Cookie')]).toEqual([
      200,
      expect.stringContaining('Max-Age=0'),
    ])
    expect((await send(`${url}/list`, { headers })).status).toBe(401)
  }
})

/** What browsers accept when they open a link. */
const BROWSER_ACCEPT = 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8'

// ASVS 3.5.3
test('a link on another site cannot log a user out, even on plain http, where browsers hide where it came from', async () => {
  const { services, url, user } = await signedIn()
  const headers = await sessionHeaders(services, user)
  for (const Accept of [BROWSER_ACCEPT, BROWSER_ACCEPT.toUpperCase()]) {
    const response = await send(`${url}/auth/logout`, { headers: { ...headers, Accept } })
    expect([response.status, response.body, response.headers.get('Set-Cookie')]).toEqual([
      403,
      expect.objectContaining({ code: 'link-not-allowed' }),
      null,
    ])
  }
  expect(services.audit.counts['cross-site-refused']).toBe(2)
  expect((await send(`${url}/list`, { headers: { ...headers, Accept: BROWSER_ACCEPT } })).status).toBe(200)
})

test.each([
  ['a script', { Accept: '*/*' }],
  ['a client that accepts JSON', { Accept: 'application/json' }],
  ['a browser on our own page', { Accept: BROWSER_ACCEPT, 'Sec-Fetch-Site': 'same-origin' }],
  ['a browser whose user typed the URL', { Accept: BROWSER_ACCEPT, 'Sec-Fetch-Site': 'none' }],
])('%s can log out by GET', async (_case, more) => {
  const { services, url, user } = await signedIn()
  const headers = { ...(await sessionHeaders(services, user)), ...more }
  expect((await send(`${url}/auth/logout`, { headers })).status).toBe(200)
  expect((await send(`${url}/list`, { headers })).status).toBe(401)
})

test('no GET except the logout changes anything', async () => {
  const { services, url, user } = await signedIn()
  const headers = await sessionHeaders(services, user)
  const write = vi.spyOn(services, 'write')
  const gets = Object.values(describeApi().paths).flatMap((methods) => methods.get ?? [])
  const changing: string[] = []
  for (const { operationId } of gets) {
    const example = await EXAMPLES[operationId]?.(services, user)
    write.mockClear()
    await send(`${url}${example?.path}`, { headers })
    if (write.mock.calls.length > 0) changing.push(operationId)
  }
  expect(gets.length).toBeGreaterThan(3)
  expect(changing).toEqual(['getAuthLogout'])
})
