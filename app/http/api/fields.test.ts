import { expect, test } from 'vitest'
import { byToken, send, serveApi } from '#tests/support/api.ts'
import { addUser, testServices } from '#tests/support/services.ts'

async function setUp() {
  const services = testServices()
  const url = `${await serveApi(services)}/api/v1/list`
  const headers = await byToken(services, await addUser(services))
  const post = (body: BodyInit, type: string) =>
    send(url, { method: 'POST', body, headers: { ...headers, 'Content-Type': type } })
  return { url, headers, post }
}

const JSON_TYPE = 'application/json'
const FORM_TYPE = 'application/x-www-form-urlencoded'

test.each([
  ['an unknown field', '{"name":"a","nmae":"b"}', JSON_TYPE, 400],
  ['a prototype as a field', '{"name":"a","__proto__":{"admin":true}}', JSON_TYPE, 400],
  ['a constructor as a field', '{"name":"a","constructor":{"prototype":{}}}', JSON_TYPE, 400],
  ['a prototype as a form field', 'name=a&__proto__=b', FORM_TYPE, 400],
  ['a form field given twice', 'name=a&name=b', FORM_TYPE, 400],
  ['an array', '[{"name":"a"}]', JSON_TYPE, 400],
  ['null', 'null', JSON_TYPE, 400],
  ['half of it', '{"name":', JSON_TYPE, 400],
  ['a number as a name', '{"name":1}', JSON_TYPE, 400],
  ['a very deep thing', `{"name":${'['.repeat(40_000)}${']'.repeat(40_000)}}`, JSON_TYPE, 400],
  ['bytes that are no text', new Uint8Array([123, 34, 0xff, 34, 125]), JSON_TYPE, 400],
  ['another charset', '{"name":"a"}', 'application/json; charset=utf-16', 415],
  ['a multipart form', '--x--', 'multipart/form-data; boundary=x', 415],
  ['JSON by another name', '{"name":"a"}', 'text/json', 415],
  ['UTF-8 by its name', '{"name":"a"}', 'application/json; charset="UTF-8"', 201],
  ['a name given twice, of which the last one counts', '{"name":1,"name":"a"}', JSON_TYPE, 201],
  ['half a character', '{"name":"a\\ud800"}', JSON_TYPE, 201],
])('%s', async (_what, body, type, status) => {
  const { post } = await setUp()
  const reply = await post(body, type)
  expect([reply.status, reply.body]).toEqual([status, expect.anything()])
  if (status >= 400) expect(reply.body.msg).toEqual(expect.any(String))
})

test('a refused field says what is wrong with it', async () => {
  const { post } = await setUp()
  expect((await post('{"name":""}', JSON_TYPE)).body).toEqual({
    msg: 'Enter a name for the list.',
    code: 'list-name-required',
    fields: { name: 'Enter a name for the list.' },
  })
  expect((await post('{"nmae":"a","name":"a"}', JSON_TYPE)).body).toMatchObject({
    msg: 'Unknown field. Allowed: name.',
    code: 'unknown-field',
  })
})

test('an address that says something twice, or something unknown, is refused', async () => {
  const { url, headers } = await setUp()
  for (const query of ['userID=a&userID=b', 'nonsense=1', 'userID=', '__proto__=1', 'userID[]=a']) {
    expect((await send(`${url}?${query}`, { headers })).status, query).toBe(400)
  }
})
