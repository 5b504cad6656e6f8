import { expect, test } from 'vitest'
import { send, serveApi, tokenHeaders } from '#tests/support/api.ts'
import { addUser, testServices } from '#tests/support/services.ts'

async function setUp() {
  const services = await testServices()
  const url = `${await serveApi(services)}/api/v1/list`
  const headers = await tokenHeaders(services, await addUser(services))
  const post = (body: BodyInit, type: string) =>
    send(url, { method: 'POST', body, headers: { ...headers, 'Content-Type': type } })
  return { url, headers, post }
}

const JSON_TYPE = 'application/json'
const FORM_TYPE = 'application/x-www-form-urlencoded'

test.each([
  ['an unknown field', '{"name":"a","nmae":"b"}', JSON_TYPE, 'unknown-field'],
  ['a field called __proto__', '{"name":"a","__proto__":{"admin":true}}', JSON_TYPE, 'unknown-field'],
  ['a field called constructor', '{"name":"a","constructor":{"prototype":{}}}', JSON_TYPE, 'unknown-field'],
  ['a form field called __proto__', 'name=a&__proto__=b', FORM_TYPE, 'unknown-field'],
  ['a repeated form field', 'name=a&name=b', FORM_TYPE, 'duplicate-field'],
  ['an array', '[{"name":"a"}]', JSON_TYPE, 'bad-json'],
  ['null', 'null', JSON_TYPE, 'bad-json'],
  ['incomplete JSON', '{"name":', JSON_TYPE, 'bad-json'],
  ['a number as a name', '{"name":1}', JSON_TYPE, 'name-invalid'],
  ['deeply nested JSON', `{"name":${'['.repeat(40_000)}${']'.repeat(40_000)}}`, JSON_TYPE, 'name-invalid'],
  ['invalid UTF-8', new Uint8Array([123, 34, 0xff, 34, 125]), JSON_TYPE, 'bad-encoding'],
  ['another charset', '{"name":"a"}', 'application/json; charset=utf-16', 'unsupported-charset'],
  ['a multipart form', '--x--', 'multipart/form-data; boundary=x', 'unsupported-content-type'],
  ['another type of JSON', '{"name":"a"}', 'text/json', 'unsupported-content-type'],
])('a body with %s is rejected', async (_case, body, type, code) => {
  const { post } = await setUp()
  const response = await post(body, type)
  expect(response.status).toBe(code.startsWith('unsupported') ? 415 : 400)
  expect(response.body).toMatchObject({ msg: expect.any(String), code })
})

test.each([
  ['an explicit charset', '{"name":"a"}', 'application/json; charset="UTF-8"'],
  ['a repeated JSON key, of which the last one counts', '{"name":1,"name":"a"}', JSON_TYPE],
  ['half a surrogate pair', '{"name":"a\\ud800"}', JSON_TYPE],
])('a body with %s is accepted', async (_case, body, type) => {
  const { post } = await setUp()
  expect((await post(body, type)).status).toBe(201)
})

test('a rejected field has a message', async () => {
  const { post } = await setUp()
  expect((await post('{"name":""}', JSON_TYPE)).body).toEqual({
    msg: 'Enter a name for the list.',
    code: 'list-name-required',
    fields: { name: 'Enter a name for the list.' },
  })
  expect((await post('{"nmae":"a","name":"a"}', JSON_TYPE)).body).toMatchObject({
    msg: 'Unknown field. Allowed: name, currency.',
    code: 'unknown-field',
  })
})

// ASVS 15.3.7
test('a query string with repeated, unknown or empty parameters is rejected', async () => {
  const { url, headers } = await setUp()
  for (const query of ['userID=a&userID=b', 'nonsense=1', 'userID=', '__proto__=1', 'userID[]=a']) {
    expect((await send(`${url}?${query}`, { headers })).status, query).toBe(400)
  }
})
