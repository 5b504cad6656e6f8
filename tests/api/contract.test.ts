import { Validator } from '@seriousme/openapi-schema-validator'
import { eq } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import type { User } from '#app/domain/access/access.ts'
import { consume } from '#app/domain/accounts/attempts.ts'
import { DomainError, fromDatabaseError } from '#app/domain/errors.ts'
import { newId } from '#app/domain/ids.ts'
import { deleteItem } from '#app/domain/items/deleteItems.ts'
import { addItem } from '#app/domain/items/items.ts'
import {
  MAX_INVITES_PER_LIST,
  MAX_LINKS_PER_LIST,
  MAX_MEMBERS_PER_LIST,
  RATE_LIMITS,
} from '#app/domain/limitsAndLifetimes.ts'
import { setCompanion } from '#app/domain/sharing/companions.ts'
import { offerList } from '#app/domain/sharing/handOver.ts'
import { Link } from '#app/domain/sharing/inputs.ts'
import { createInvite } from '#app/domain/sharing/invites.ts'
import { createLink } from '#app/domain/sharing/links.ts'
import { addMember } from '#app/domain/sharing/people.ts'
import { describeApi, type JsonSchema } from '#app/http/api/openapi.ts'
import type { Services } from '#app/services.ts'
import { companions, items, lists } from '#db/schema.ts'
import { type SendOptions, send, serveApi, sessionHeaders, tokenHeaders } from '../support/api.ts'
import { addOneList, addSharedList, EXAMPLES, type Example, photoForm } from '../support/examples.ts'
import { schemaErrors } from '../support/jsonSchema.ts'
import { addUser, CALLER, testServices } from '../support/services.ts'

const { paths, components } = describeApi()

const operations = Object.entries(paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, operation]) => ({ path, method: method.toUpperCase(), operation })),
)
type DescribedOperation = (typeof operations)[number]

function operationById(id: string): DescribedOperation {
  const found = operations.find(({ operation }) => operation.operationId === id)
  if (!found) throw new Error(`${id} is not described`)
  return found
}

/** Every `operationId status` whose response matched the description. */
const seen = new Set<string>()

interface Setup {
  services: Services
  url: string
  user: User
}

async function setUp(environment: Record<string, string> = {}): Promise<Setup> {
  const services = await testServices(environment)
  return { services, url: `${await serveApi(services)}/api/v1`, user: await addUser(services) }
}

function exampleOf({ services, user }: Setup, { operation: { operationId } }: DescribedOperation) {
  const makeExample = EXAMPLES[operationId]
  if (!makeExample) throw new Error(`no example for ${operationId}`)
  return makeExample(services, user)
}

/** Sends a request and checks its response against the description. */
async function request(
  { url }: Setup,
  { method, operation }: DescribedOperation,
  { path, ...content }: Example,
  options: SendOptions,
) {
  const response = await send(`${url}${path}`, { method, ...content, ...options })
  const { status, headers, body } = response
  const { operationId, responses } = operation
  const described = responses[status]?.content
  if (described?.['application/zip']) {
    expect(headers.get('Content-Type')).toBe('application/zip')
    seen.add(`${operationId} ${status}`)
    return response
  }
  const schema = described?.['application/json']?.schema
  expect(schema, `${operationId} responded ${status}: ${JSON.stringify(body)}`).toBeDefined()
  expect(headers.get('Content-Type')).toBe('application/json; charset=utf-8')
  expect(schemaErrors(schema ?? {}, body, components.schemas), operationId).toEqual([])
  if (status >= 400) expectFailure(body)
  seen.add(`${operationId} ${status}`)
  return response
}

const CODES = components.schemas.Failure?.properties?.code?.enum ?? []

/** Every failure has a message and a code that the description lists. */
function expectFailure(body: Record<string, unknown>) {
  expect(body).toMatchObject({ msg: expect.stringMatching(/\S/), code: expect.toBeOneOf(CODES) })
  expect(schemaErrors({ $ref: '#/components/schemas/Failure' }, body, components.schemas)).toEqual([])
}

const withQuery = (path: string, more: string) => `${path}${path.includes('?') ? '&' : '?'}${more}`

test('the API serves its description, which has an example for every operation', async () => {
  const { url } = await setUp()
  const { status, body } = await send(`${url}/openapi.json`)
  expect(status).toBe(200)
  expect(body).toEqual(JSON.parse(JSON.stringify(describeApi())))
  expect(body.openapi).toBe('3.1.0')
  const ids = operations.map(({ operation }) => operation.operationId)
  expect(new Set(ids).size).toBe(ids.length)
  expect(Object.keys(EXAMPLES).sort()).toEqual(ids.sort())
})

test('the description is valid OpenAPI 3.1', async () => {
  const { url } = await setUp()
  const { body } = await send(`${url}/openapi.json`)
  expect(await new Validator().validate(body)).toEqual({ valid: true })
  // The official schema of OpenAPI leaves the JSON Schemas inside unchecked.
  const schemas = schemasIn(body)
  expect(schemas.length).toBeGreaterThan(100)
  for (const schema of schemas) schemaErrors(schema, null, components.schemas)
})

/** The schemas of a document's parameters, bodies and components. */
function schemasIn(part: unknown, key = ''): JsonSchema[] {
  if (typeof part !== 'object' || part === null) return []
  if (key === 'schema') return [part]
  if (key === 'schemas') return Object.values(part)
  return Object.entries(part).flatMap(([name, inner]) => schemasIn(inner, name))
}

// ASVS 15.3.1
test.each(operations)('$method $path responds as described', async (operation) => {
  const { operationId, security, responses } = operation.operation
  const setup = await setUp()
  const token = await tokenHeaders(setup.services, setup.user)
  const cookie = await sessionHeaders(setup.services, setup.user)
  const expectStatus = async (
    expected: number,
    options: SendOptions,
    change: (example: Example) => Example = (example) => example,
  ) => {
    if (!(expected in responses)) return
    const response = await request(setup, operation, change(await exampleOf(setup, operation)), options)
    expect(response.status, `${operationId}: ${JSON.stringify(response.body)}`).toBe(expected)
    return response
  }
  await expectStatus(200, { headers: token })
  await expectStatus(201, { headers: token })
  await expectStatus(400, { headers: token }, ({ path, ...content }) => ({
    ...content,
    path: withQuery(path, 'nonsense=1'),
  }))
  if (security.length > 0) {
    const anonymous = await expectStatus(401, {})
    expect(anonymous?.headers.get('WWW-Authenticate')).toBe('Bearer')
  }
  if (responses[403] && operation.method === 'GET' && operationId !== 'getAuthLogout') {
    const example = await exampleOf(setup, operation)
    const viewer = await addViewer(setup, example.path)
    const headers = await tokenHeaders(setup.services, viewer)
    expect((await request(setup, operation, example, { headers })).status).toBe(403)
  } else {
    await expectStatus(403, { headers: { ...cookie, Origin: 'http://evil.example' } })
  }
  // Without an id in its URL, it has a test of its own.
  if (!/[{=]/.test(operation.path + (await exampleOf(setup, operation)).path)) return
  await expectStatus(404, { headers: token }, ({ path, ...content }) => ({
    ...content,
    path: path.replace(/[0-9a-f-]{36}|(?<=^\/invite\/)[\w-]{32}/, newId()),
  }))
})

/** Somebody who may only look at the list in a path. */
async function addViewer({ services, user }: Setup, path: string): Promise<User> {
  const viewer = await addUser(services, 'Grace')
  const listId = /[0-9a-f-]{36}/.exec(path)?.[0] ?? ''
  await services.write((tx) => addMember(tx, listId, { userId: viewer.id, role: 'viewer', addedBy: user.id }))
  return viewer
}

test('a body that is too large is a 413, one of the wrong type a 415', async () => {
  const setup = await setUp()
  const headers = await tokenHeaders(setup.services, setup.user)
  for (const operation of operations.filter(({ method }) => method !== 'GET')) {
    const { path } = await exampleOf(setup, operation)
    const { operationId } = operation.operation
    const large =
      operationId === 'patchReceiptListID'
        ? { body: photoForm(new Uint8Array(11_000_000)) }
        : { json: { name: 'x'.repeat(150_000) } }
    expect((await request(setup, operation, { path, ...large }, { headers })).status).toBe(413)
    const takesText = operation.operation.requestBody?.content['text/plain']
    const type = takesText ? 'text/html' : 'text/plain'
    const text = { body: 'hello', headers: { ...headers, 'Content-Type': type } }
    expect((await request(setup, operation, { path }, text)).status, operationId).toBe(415)
  }
})

test('a full list or a full account is a 409', async () => {
  const setup = await setUp()
  const { services, user } = setup
  const headers = await tokenHeaders(services, user)
  const correction = await exampleOf(setup, operationById('patchTripId'))
  const moving = await exampleOf(setup, operationById('postItemIdMove'))
  const copying = await exampleOf(setup, operationById('postListIdCopy'))
  const listId = await addOneList(services, user)
  const { id: deletedId } = await addItem(services, user, {
    listId,
    name: 'Milk',
    quantity: 1000,
    price: '0',
    completed: false,
    at: undefined,
  })
  const { change } = await deleteItem(services, user, deletedId)
  const now = Date.now()
  const item = { listId, quantityMilli: 1, priceCents: 1, position: now, createdAt: now, updatedAt: now }
  await services.write(async (tx) => {
    for (let n = 0; n < 2000; n++)
      await tx
        .insert(items)
        .values({ ...item, id: newId(), name: 'x' })
        .run()
    for (let n = 0; n < 494; n++) {
      await tx.insert(lists).values({ id: newId(), name: 'x', createdBy: user.id, createdAt: now }).run()
    }
  })
  const json = { name: 'One more' }
  const examples: [string, Example][] = [
    ['postChangeIdUndo', { path: `/change/${change}/undo`, json: {} }],
    ['postItem', { path: `/item?listID=${listId}`, json }],
    ['postList', { path: '/list', json }],
    [
      'postGenerateItemsFromAi',
      { path: `/generateItemsFromAi?listID=${listId}`, json: { recipe: 'Pancakes' } },
    ],
    ['postItemText', { path: `/item/text?listID=${listId}`, json: { text: 'One more' } }],
    ['postItemLines', { path: `/item/lines?listID=${listId}`, json: { lines: 'One more' } }],
    ['postListIdDuplicate', { path: `/list/${listId}/duplicate`, json }],
    ['patchListId', { path: `/list/${listId}`, json: { name: 'A longer name' } }],
    ['postTrip', { path: '/trip', json: { paid: 2, store: 'Bakery' } }],
    ['patchTripId', { ...correction, json: { store: 'A longer name' } }],
    ['postListIdFinish', { path: `/list/${listId}/finish`, json: {} }],
    ['postItemIdMove', { ...moving, json: { listID: listId } }],
    ['postListIdCopy', { ...copying, json: { to: listId } }],
  ]
  await services.write((tx) =>
    tx.update(lists).set({ storedBytes: 500_000_000 }).where(eq(lists.id, listId)).run(),
  )
  for (const [id, example] of examples) {
    expect((await request(setup, operationById(id), example, { headers })).status, id).toBe(409)
  }
})

test('a list with as many members, invitations and links as there may be is a 409', async () => {
  const setup = await setUp()
  const { services, user } = setup
  const headers = await tokenHeaders(services, user)
  const { listId, member } = await addSharedList(services, user)
  const invite = await createInvite(services, user, listId, { role: 'editor' }, { caller: CALLER })
  for (let n = 1; n < MAX_INVITES_PER_LIST; n++) {
    await createInvite(services, user, listId, { role: 'editor' }, { caller: CALLER })
  }
  for (let n = 0; n < MAX_LINKS_PER_LIST; n++) {
    await createLink(services, user, listId, Link.parse({}), { caller: CALLER })
  }
  for (let n = 1; n < MAX_MEMBERS_PER_LIST; n++) {
    const { id: userId } = await addUser(services, 'Grace')
    await services.write(async (tx) => {
      await addMember(tx, listId, { userId, role: 'viewer', addedBy: user.id })
      await tx.insert(companions).values({ userId: user.id, otherId: userId, role: 'viewer' }).run()
    })
  }
  const { id: otherId } = await addUser(services, 'Grace')
  const now = Date.now()
  await services.write(async (tx) => {
    await tx.insert(companions).values({ userId: user.id, otherId, role: 'viewer' }).run()
    for (let n = 0; n < 500; n++)
      await tx.insert(lists).values({ id: newId(), name: 'x', createdBy: member.id, createdAt: now }).run()
  })
  const examples: [string, Example][] = [
    ['postListIdInvite', { path: `/list/${listId}/invite`, json: {} }],
    ['postListIdLink', { path: `/list/${listId}/link`, json: {} }],
    ['patchListIdMemberUserId', { path: `/list/${listId}/member/${member.id}`, json: { always: true } }],
    ['deleteListIdMemberUserId', { path: `/list/${listId}/member/${user.id}` }],
  ]
  for (const [id, example] of examples) {
    expect((await request(setup, operationById(id), example, { headers })).status, id).toBe(409)
  }
  await offerList(services, user, listId, member.id, CALLER)
  const theirs = { headers: await tokenHeaders(services, member) }
  const accepted = await request(
    setup,
    operationById('postListIdOffer'),
    { path: `/list/${listId}/offer` },
    theirs,
  )
  expect(accepted.status).toBe(409)
  const accept = { path: `/invite/${invite.token}` }
  const stranger = { headers: await tokenHeaders(services, await addUser(services, 'Edsger')) }
  expect((await request(setup, operationById('postInviteToken'), accept, stranger)).status).toBe(409)
})

test('a broken photo, an unknown language and a reused Idempotency-Key are a 422', async () => {
  const setup = await setUp()
  const headers = await tokenHeaders(setup.services, setup.user)
  const ownList = await addOneList(setup.services, setup.user)
  const path = `/receipt/${ownList}`
  const broken = { path, body: photoForm(new Uint8Array(Buffer.from('ffd8ffe000104a464946', 'hex'))) }
  expect((await request(setup, operationById('patchReceiptListID'), broken, { headers })).status).toBe(422)
  const unknown = { path: '/user', json: { language: 'tlh' } }
  expect((await request(setup, operationById('patchUser'), unknown, { headers })).status).toBe(422)
  const currency = { path: `/list/${ownList}`, json: { currency: 'XXX' } }
  expect((await request(setup, operationById('patchListId'), currency, { headers })).status).toBe(422)

  for (const id of ['postList', 'postItem', 'postListIdDuplicate', 'postGenerateItemsFromAi']) {
    const operation = operationById(id)
    const keyed = { ...headers, 'Idempotency-Key': 'the same' }
    const example = await exampleOf(setup, operation)
    expect((await request(setup, operation, example, { headers: keyed })).status).toBe(201)
    const json = id === 'postGenerateItemsFromAi' ? { recipe: 'Lasagne' } : { name: 'Something else' }
    expect((await request(setup, operation, { ...example, json }, { headers: keyed })).status).toBe(422)
  }
  const { listId, member } = await addSharedList(setup.services, setup.user)
  const other = await createInvite(
    setup.services,
    member,
    await addOneList(setup.services, member),
    { role: 'editor' },
    { caller: CALLER },
  )
  const offered = await addOneList(setup.services, member)
  const added = { userId: setup.user.id, role: 'editor', addedBy: member.id } as const
  await setup.services.write((tx) => addMember(tx, offered, added))
  await offerList(setup.services, member, offered, setup.user.id, CALLER)
  await setCompanion(setup.services, member, offered, { userID: setup.user.id, always: true }, CALLER)
  const finishing = await exampleOf(setup, operationById('postListIdFinish'))
  const movingOnce = await exampleOf(setup, operationById('postItemIdMove'))
  const copyingOnce = await exampleOf(setup, operationById('postListIdCopy'))
  const movingAisle = await exampleOf(setup, operationById('patchListIdAisle'))
  const others: [string, Example, Example][] = [
    ['patchListIdAisle', movingAisle, { ...movingAisle, json: { reset: true } }],
    ['postListIdFinish', finishing, { ...finishing, json: { paid: 3 } }],
    ['postItemIdMove', movingOnce, { ...movingOnce, json: { listID: ownList } }],
    ['postListIdCopy', copyingOnce, { ...copyingOnce, json: { to: ownList } }],
    ['postTrip', { path: '/trip', json: { paid: 2 } }, { path: '/trip', json: { paid: 3 } }],
    [
      'postItemLines',
      { path: `/item/lines?listID=${listId}`, json: { lines: 'Milk' } },
      { path: `/item/lines?listID=${listId}`, json: { lines: 'Bread' } },
    ],
    [
      'postListIdInvite',
      { path: `/list/${listId}/invite`, json: {} },
      { path: `/list/${listId}/invite`, json: { role: 'viewer' } },
    ],
    [
      'postListIdLink',
      { path: `/list/${listId}/link`, json: {} },
      { path: `/list/${listId}/link`, json: { role: 'viewer' } },
    ],
    [
      'postListIdOwner',
      { path: `/list/${listId}/owner`, json: { userId: member.id } },
      { path: `/list/${listId}/owner`, json: { userId: newId() } },
    ],
    ['postListIdOffer', { path: `/list/${offered}/offer` }, { path: `/list/${listId}/offer` }],
    ['postSharerUserId', { path: `/sharer/${member.id}` }, { path: `/sharer/${newId()}` }],
    ['postInviteToken', { path: `/invite/${other.token}` }, { path: `/invite/${newId()}` }],
  ]
  for (const [id, first, second] of others) {
    const keyed = { ...headers, 'Idempotency-Key': 'the same' }
    const operation = operationById(id)
    expect((await request(setup, operation, first, { headers: keyed })).status, id).toBeLessThan(300)
    expect((await request(setup, operation, second, { headers: keyed })).status, id).toBe(422)
  }
})

test('signing in before the email is confirmed is a 400, as with a wrong password', async () => {
  const setup = await setUp({ REQUIRE_VERIFIED_EMAIL: 'on' })
  const login = operationById('postAuthLogin')
  const example = await exampleOf(setup, login)
  const unconfirmed = await request(setup, login, example, {})
  const wrong = { ...example, json: { email: 'nobody@example.org', password: 'x' } }
  expect(unconfirmed.status).toBe(400)
  expect(unconfirmed.body).toEqual((await request(setup, login, wrong, {})).body)
})

test('a confirmation link without a sign that its reader registered is a 403', async () => {
  const setup = await setUp()
  const verify = operationById('postUserVerifyEmail')
  const { path, json } = await exampleOf(setup, verify)
  const { password: _, ...alone } = json as Record<string, string>
  expect((await request(setup, verify, { path, json: alone }, {})).status).toBe(403)
})

test('sharing that is not paused can be neither kept nor stopped: a 404', async () => {
  const setup = await setUp()
  const headers = await tokenHeaders(setup.services, setup.user)
  for (const id of ['postPausedSharing', 'deletePausedSharing']) {
    const answered = await request(setup, operationById(id), { path: '/paused-sharing' }, { headers })
    expect(answered.status).toBe(404)
  }
})

test('too many requests are a 429 with Retry-After', async () => {
  const services = await testServices()
  const limited: Services = {
    ...services,
    userLimits: {
      ...services.userLimits,
      consumeRequest: () => {
        throw new DomainError('too-many-requests', { seconds: 7 }, { retryAfter: 7 })
      },
    },
  }
  const user = await addUser(services)
  const setup = { services, url: `${await serveApi(limited)}/api/v1`, user }
  const headers = await tokenHeaders(services, user)
  const { signInsByAddress, registerByAddress, forgotByAddress, tokensByAddress } = RATE_LIMITS
  for (const operation of operations.filter(({ operation }) => operation.responses[429])) {
    const example = await exampleOf(setup, operation)
    for (const limit of [signInsByAddress, registerByAddress, forgotByAddress, tokensByAddress]) {
      for (let n = 0; n < limit.max; n++) await consume(services, [limit, '127.0.0.1']).catch(() => {})
    }
    const response = await request(setup, operation, example, { headers })
    expect(response.status, operation.operation.operationId).toBe(429)
    expect(Number(response.headers.get('Retry-After'))).toBeGreaterThan(0)
  }
})

test.each([
  ['SQLITE_BUSY', 503],
  ['SQLITE_FULL', 507],
])('the database error %s is a %i', async (code, status) => {
  const services = await testServices()
  const user = await addUser(services)
  const failing: Services = {
    ...services,
    write: () => Promise.reject(fromDatabaseError(Object.assign(new Error(code), { code }))),
  }
  const setup = { services, url: `${await serveApi(failing)}/api/v1`, user }
  for (const operation of operations.filter(({ operation }) => operation.responses[status])) {
    const example = await exampleOf(setup, operation)
    const headers = await sessionHeaders(services, user)
    const response = await request(setup, operation, example, { headers })
    expect(response.status, operation.operation.operationId).toBe(status)
  }
})

test('what the client has already is a 304 without a body', async () => {
  const setup = await setUp()
  const headers = await tokenHeaders(setup.services, setup.user)
  for (const operation of operations.filter(({ operation }) => operation.responses[304])) {
    const example = await exampleOf(setup, operation)
    const first = await request(setup, operation, example, { headers })
    const tag = { 'If-None-Match': `"other", ${first.headers.get('ETag')}` }
    const again = await send(`${setup.url}${example.path}`, { headers: { ...headers, ...tag } })
    expect([again.status, again.headers.get('Content-Type')]).toEqual([304, null])
    expect(again.headers.get('ETag')).toBe(first.headers.get('ETag'))
    seen.add(`${operation.operation.operationId} 304`)
  }
})

test('all described responses have been tested', () => {
  const described = operations.flatMap(({ operation: { operationId, responses } }) =>
    Object.keys(responses).map((status) => `${operationId} ${status}`),
  )
  expect([...seen].sort()).toEqual(described.sort())
})

test('error codes are kebab-case', () => {
  expect(CODES.length).toBeGreaterThan(50)
  for (const code of CODES) expect(code).toMatch(/^[a-z]+(?:-[a-z]+)*$/)
})

describe('failures outside the operations have a message and a described code', () => {
  test.each([
    ['an unknown path', 'not-found', 404, '/nothing', {}],
    ['an unknown path of another version', 'not-found', 404, '/../v2/list', {}],
    ['a wrong method', 'method-not-allowed', 405, '/list', { method: 'PUT' }],
    ['a wrong method on the description', 'method-not-allowed', 405, '/openapi.json', { method: 'POST' }],
    ['an invalid URL', 'bad-url', 400, '/list/%E0%A4%A', {}],
    ['an empty path segment', 'bad-url', 400, '/list//x', {}],
    ['a long URL', 'url-too-long', 414, `/list?userID=${'a'.repeat(9000)}`, {}],
    ['a long path', 'url-too-long', 414, `/list/${'a'.repeat(2000)}`, {}],
    ['an invalid key', 'bad-idempotency-key', 400, '/list', { method: 'POST', key: 'x'.repeat(256) }],
    ['a compressed body', 'unsupported-content-type', 415, '/list', { method: 'POST', encoding: 'gzip' }],
  ])('%s: %s', async (_case, code, status, path, options) => {
    const { method = 'GET', key, encoding }: { method?: string; key?: string; encoding?: string } = options
    const { services, url, user } = await setUp()
    const headers = {
      ...(await tokenHeaders(services, user)),
      ...(key && { 'Idempotency-Key': key }),
      ...(encoding && { 'Content-Encoding': encoding }),
    }
    const json = method === 'POST' ? { name: 'Market' } : undefined
    const response = await send(url + path, { method, headers, json })
    expect(response).toMatchObject({ status, body: { code } })
    expectFailure(response.body)
  })

  test('a bug: internal-error', async () => {
    const { services, user } = await setUp()
    const broken: Services = {
      ...services,
      write: () => Promise.reject(new TypeError('x is not a function')),
    }
    const url = `${await serveApi(broken)}/api/v1/list`
    const headers = await tokenHeaders(services, user)
    const { status, body } = await send(url, { method: 'POST', headers, json: { name: 'Market' } })
    expect({ status, code: body.code }).toEqual({ status: 500, code: 'internal-error' })
    expectFailure(body)
    expect(JSON.stringify(body)).not.toMatch(/function|TypeError|\.ts/)
  })
})

const FORM = 'application/x-www-form-urlencoded'
const withForm = operations.filter(({ operation }) => operation.requestBody?.content[FORM])

test.each(withForm)('$method $path rejects JSON and form bodies in the same way', async (operation) => {
  const setup = await setUp()
  const headers = await tokenHeaders(setup.services, setup.user)
  const example = await exampleOf(setup, operation)
  const { properties = {} } = operation.operation.requestBody?.content[FORM]?.schema ?? {}
  const valid = Object.entries(example.json ?? {}).map(([name, value]) => [name, String(value)])
  // Any text is valid as a text of items, except an empty one.
  const invalid = Object.keys(properties).map((name) => ({
    [name]: ['text', 'lines'].includes(name) ? ' ' : 'x'.repeat(600),
  }))
  for (const fields of [{ nonsense: '1' }, ...invalid]) {
    const all = { ...Object.fromEntries(valid), ...fields }
    const { path } = example
    const asJson = await request(setup, operation, { path, json: all }, { headers })
    const asForm = await request(setup, operation, { path }, { headers, body: new URLSearchParams(all) })
    const isChoice = operation.operation.operationId === 'patchUser' || 'currency' in fields
    const status = isChoice && !('nonsense' in fields) ? 422 : 400
    expect(asJson.status, JSON.stringify(fields)).toBe(status)
    expect([asForm.status, asForm.body]).toEqual([asJson.status, asJson.body])
  }
})
