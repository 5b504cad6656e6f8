import { Validator } from '@seriousme/openapi-schema-validator'
import { expect, test } from 'vitest'
import { DomainError, fromDatabaseError } from '#app/domain/errors.ts'
import { newId } from '#app/domain/ids.ts'
import { LIMITS, takeFrom } from '#app/domain/rateLimits.ts'
import type { User } from '#app/domain/sessions.ts'
import { describeApi, type JsonSchema } from '#app/http/api/openapi.ts'
import type { Services } from '#app/services.ts'
import { items, lists } from '#db/schema.ts'
import { byCookie, byToken, type SendOptions, send, serveApi } from '../support/api.ts'
import { addOneList, EXAMPLES, type Example, photoForm } from '../support/examples.ts'
import { schemaErrors } from '../support/jsonSchema.ts'
import { addUser, testServices } from '../support/services.ts'

const { paths, components } = describeApi()

const operations = Object.entries(paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, operation]) => ({ path, method: method.toUpperCase(), operation })),
)
type Described = (typeof operations)[number]
const described = (id: string): Described => {
  const found = operations.find(({ operation }) => operation.operationId === id)
  if (!found) throw new Error(`${id} is not described`)
  return found
}

/** Every answer of every operation, as far as it was seen to be what the description says. */
const seen = new Set<string>()

interface Stage {
  services: Services
  url: string
  user: User
}

async function stage(environment: Record<string, string> = {}): Promise<Stage> {
  const services = testServices(environment)
  return { services, url: `${await serveApi(services)}/api/v1`, user: await addUser(services) }
}

/** Asks, and holds the answer against the description. */
async function ask({ url }: Stage, { method, operation }: Described, example: Example, wish: SendOptions) {
  const { path, ...request } = example
  const reply = await send(`${url}${path}`, { method, ...request, ...wish })
  const { status, headers, body } = reply
  const { operationId, responses } = operation
  const content = responses[status]?.content
  if (content?.['application/zip']) {
    expect(headers.get('Content-Type')).toBe('application/zip')
    seen.add(`${operationId} ${status}`)
    return reply
  }
  const schema = content?.['application/json']?.schema
  expect(schema, `${operationId} answered ${status}: ${JSON.stringify(body)}`).toBeDefined()
  expect(headers.get('Content-Type')).toBe('application/json; charset=utf-8')
  expect(schemaErrors(schema ?? {}, body, components.schemas), operationId).toEqual([])
  seen.add(`${operationId} ${status}`)
  return reply
}

const withQuery = (path: string, more: string) => `${path}${path.includes('?') ? '&' : '?'}${more}`

test('the description is what is served, and says nothing of what is not in the table', async () => {
  const { url } = await stage()
  const { status, body } = await send(`${url}/openapi.json`)
  expect(status).toBe(200)
  expect(body).toEqual(JSON.parse(JSON.stringify(describeApi())))
  expect(body.openapi).toBe('3.1.0')
  const ids = operations.map(({ operation }) => operation.operationId)
  expect(new Set(ids).size).toBe(ids.length)
  expect(Object.keys(EXAMPLES).sort()).toEqual(ids.sort())
})

test('the description is valid OpenAPI 3.1', async () => {
  const { url } = await stage()
  const { body } = await send(`${url}/openapi.json`)
  expect(await new Validator().validate(body)).toEqual({ valid: true })
  // The official schema of OpenAPI leaves the JSON Schemas inside unchecked.
  const inDocument = schemasIn(body)
  expect(inDocument.length).toBeGreaterThan(100)
  for (const schema of inDocument) schemaErrors(schema, null, components.schemas)
})

/** The schemas of a document's parameters, bodies and components. */
function schemasIn(part: unknown, key = ''): JsonSchema[] {
  if (typeof part !== 'object' || part === null) return []
  if (key === 'schema') return [part]
  if (key === 'schemas') return Object.values(part)
  return Object.entries(part).flatMap(([name, inner]) => schemasIn(inner, name))
}

for (const { path, method, operation } of operations) {
  const { operationId, security, responses } = operation
  const statuses = Object.keys(responses).map(Number)
  const example = (at: Stage) => {
    const make = EXAMPLES[operationId]
    if (!make) throw new Error(`no example for ${operationId}`)
    return make(at.services, at.user)
  }
  const one: Described = { path, method, operation }

  test(`${method} ${path} answers as described`, { timeout: 60_000 }, async () => {
    const at = await stage()
    const token = await byToken(at.services, at.user)
    const cookie = await byCookie(at.services, at.user)
    const attempt = async (
      wanted: number,
      wish: SendOptions,
      change: (given: Example) => Example = (given) => given,
    ) => {
      if (!statuses.includes(wanted)) return
      const reply = await ask(at, one, change(await example(at)), wish)
      expect(reply.status, `${operationId}: ${JSON.stringify(reply.body)}`).toBe(wanted)
      return reply
    }
    await attempt(200, { headers: token })
    await attempt(201, { headers: token })
    await attempt(400, { headers: token }, (given) => ({
      ...given,
      path: withQuery(given.path, 'nonsense=1'),
    }))
    if (security.length > 0) {
      const nobody = await attempt(401, {})
      expect(nobody?.headers.get('WWW-Authenticate')).toBe('Bearer')
    }
    await attempt(403, { headers: { ...cookie, Origin: 'http://evil.example' } })
    await attempt(404, { headers: token }, ({ path, ...given }) => ({
      ...given,
      path: path.replace(/[0-9a-f-]{36}/, newId()),
    }))
  })
}

test('too much, and of the wrong kind', async () => {
  const at = await stage()
  const headers = await byToken(at.services, at.user)
  for (const one of operations.filter(({ method }) => method !== 'GET')) {
    const { path } = (await EXAMPLES[one.operation.operationId]?.(at.services, at.user)) ?? { path: '' }
    const much = one.operation.operationId === 'patchReceiptListID' ? 11_000_000 : 150_000
    const large =
      much > 1_000_000 ? { body: photoForm(new Uint8Array(much)) } : { json: { name: 'x'.repeat(much) } }
    expect((await ask(at, one, { path, ...large }, { headers })).status).toBe(413)
    const type = { 'Content-Type': 'text/plain' }
    const reply = await ask(at, one, { path }, { body: 'hello', headers: { ...headers, ...type } })
    expect(reply.status, one.operation.operationId).toBe(415)
  }
})

test('no room for more', async () => {
  const at = await stage()
  const { services, user } = at
  const headers = await byToken(services, user)
  const listId = await addOneList(services, user)
  const now = Date.now()
  const item = { listId, quantityMilli: 1, priceCents: 1, position: now, createdAt: now, updatedAt: now }
  await services.write((tx) => {
    for (let n = 0; n < 2000; n++)
      tx.insert(items)
        .values({ ...item, id: newId(), name: 'x' })
        .run()
    for (let n = 0; n < 499; n++) {
      tx.insert(lists).values({ id: newId(), name: 'x', createdBy: user.id, createdAt: now }).run()
    }
  })
  const json = { name: 'One more' }
  const item2001 = await ask(at, described('postItem'), { path: `/item?listID=${listId}`, json }, { headers })
  const list501 = await ask(at, described('postList'), { path: '/list', json }, { headers })
  const recipe = { path: `/generateItemsFromAi?listID=${listId}`, json: { recipe: 'Pancakes' } }
  const generated = await ask(at, described('postGenerateItemsFromAi'), recipe, { headers })
  const text = { path: `/item/text?listID=${listId}`, json: { text: 'One more' } }
  const fromText = await ask(at, described('postItemText'), text, { headers })
  const statuses = [item2001, list501, generated, fromText].map(({ status }) => status)
  expect(statuses).toEqual([409, 409, 409, 409])
})

test('what cannot be made use of', async () => {
  const at = await stage()
  const headers = await byToken(at.services, at.user)
  const path = `/receipt/${await addOneList(at.services, at.user)}`
  const broken = { path, body: photoForm(new Uint8Array(Buffer.from('ffd8ffe000104a464946', 'hex'))) }
  expect((await ask(at, described('patchReceiptListID'), broken, { headers })).status).toBe(422)

  for (const id of ['postList', 'postItem', 'postGenerateItemsFromAi']) {
    const keyed = { ...headers, 'Idempotency-Key': 'the same' }
    const example = (await EXAMPLES[id]?.(at.services, at.user)) ?? { path: '' }
    expect((await ask(at, described(id), example, { headers: keyed })).status).toBe(201)
    const json = id.startsWith('postGenerate') ? { recipe: 'Lasagne' } : { name: 'Something else' }
    const other = { ...example, json }
    expect((await ask(at, described(id), other, { headers: keyed })).status).toBe(422)
  }
})

test('an account that may not sign in yet', async () => {
  const at = await stage({ REQUIRE_VERIFIED_EMAIL: 'on' })
  const login = (await EXAMPLES.postAuthLogin?.(at.services, at.user)) ?? { path: '' }
  expect((await ask(at, described('postAuthLogin'), login, {})).status).toBe(401)
})

test('too often', async () => {
  const services = testServices()
  const impatient: Services = {
    ...services,
    userLimits: {
      ...services.userLimits,
      take: () => {
        throw new DomainError('too-many-requests', { seconds: 7 }, { retryAfter: 7 })
      },
    },
  }
  const at = {
    services: impatient,
    url: `${await serveApi(impatient)}/api/v1`,
    user: await addUser(services),
  }
  const headers = await byToken(services, at.user)
  const { signInsByAddress, registerByAddress, forgotByAddress, tokensByAddress } = LIMITS
  for (const one of operations.filter(({ operation }) => operation.responses[429])) {
    const example = await EXAMPLES[one.operation.operationId]?.(services, at.user)
    for (const limit of [signInsByAddress, registerByAddress, forgotByAddress, tokensByAddress]) {
      for (let n = 0; n < limit.max; n++) await takeFrom(services, [limit, '127.0.0.1']).catch(() => {})
    }
    const reply = await ask(at, one, example ?? { path: '' }, { headers })
    expect(reply.status, one.operation.operationId).toBe(429)
    expect(Number(reply.headers.get('Retry-After'))).toBeGreaterThan(0)
  }
})

test.each([
  ['SQLITE_BUSY', 503],
  ['SQLITE_FULL', 507],
])('a database that says %s', async (code, wanted) => {
  const services = testServices()
  const user = await addUser(services)
  const failing: Services = {
    ...services,
    write: () => Promise.reject(fromDatabaseError(Object.assign(new Error(code), { code }))),
  }
  const at = { services: failing, url: `${await serveApi(failing)}/api/v1`, user }
  for (const one of operations.filter(({ operation }) => operation.responses[wanted])) {
    const example = await EXAMPLES[one.operation.operationId]?.(services, user)
    const headers = await byCookie(services, user)
    const reply = await ask(at, one, example ?? { path: '' }, { headers })
    expect(reply.status, one.operation.operationId).toBe(wanted)
  }
})

test('everything that is described was seen', () => {
  const wanted = operations.flatMap(({ operation: { operationId, responses } }) =>
    Object.keys(responses).map((status) => `${operationId} ${status}`),
  )
  expect([...seen].sort()).toEqual(wanted.sort())
})
