import { expect, test } from 'vitest'
import { LANGUAGES } from '#app/domain/locale/locale.ts'
import { type AuthHeaders, send, serveApi, tokenHeaders } from '../support/api.ts'
import { addOneList } from '../support/examples.ts'
import { addUser, testServices } from '../support/services.ts'

async function setUp() {
  const services = await testServices()
  const user = await addUser(services)
  const url = `${await serveApi(services)}/api/v1`
  return { url, headers: await tokenHeaders(services, user), listId: await addOneList(services, user) }
}

test.each(LANGUAGES)('an error about a choice names what may be chosen (%s)', async (language) => {
  const { url, headers, listId } = await setUp()
  const ask = async (method: string, path: string, json?: object) => {
    const { status, body } = await send(`${url}${path}`, {
      method,
      json,
      headers: { ...headers, 'Accept-Language': language },
    })
    expect(status, path).toBeOneOf([400, 422])
    return body.msg
  }
  const item = (more: object) => ask('POST', `/item?listID=${listId}`, { name: 'Milk', ...more })
  expect(await item({ unit: 'gallon' })).toMatch(
    /kg, l, lb, oz, pack, can, bottle, jar, tub, bag, box, bunch \S+ cup/,
  )
  expect(await item({ priceFor: 'two' })).toMatch(/one .*all/)
  expect(await ask('PATCH', '/user', { language: 'tlh' })).toMatch(/en, de, es \S+ fr/)
  expect(await ask('PATCH', '/user', { formats: 'tlh' })).toMatch(/en-US, .*fr-CH/)
  expect(await ask('PATCH', '/user', { timeZone: 'Moon' })).toContain('Europe/Berlin')
  expect(await ask('PATCH', '/user', { currency: 'XXX' })).toContain('EUR')
  expect(await ask('GET', `/item?listID=${listId}&deleted=yes`)).toMatch(/deleted .*1/)
  expect(await ask('GET', `/list/${listId}/change?before=yesterday`)).toContain('before')
  expect(await ask('POST', `/list/${listId}/link`, { role: 'owner' })).toMatch(/editor .*viewer/)
  expect(await ask('POST', `/list/${listId}/link`, { expires: '2d' })).toMatch(/never, 1d, 7d \S+ 30d/)
})

test('a token that is wrong or was revoked is told from none, and from an expired session', async () => {
  const { url } = await setUp()
  const list = async (headers: AuthHeaders) => {
    const { status, body } = await send(`${url}/list`, { headers })
    return { status, ...body }
  }
  const refused = {
    status: 401,
    code: 'token-invalid',
    msg: "This token doesn't exist, or was revoked. Create one on the settings page.",
  }
  expect(await list({ Authorization: 'Bearer larder_wrong' })).toEqual(refused)
  expect(await list({ Authorization: 'Bearer' })).toEqual(refused)
  const signedOut = { status: 401, code: 'not-signed-in', msg: 'Log in first.' }
  expect(await list({})).toEqual(signedOut)
  expect(await list({ Cookie: 'session=made-up' })).toEqual(signedOut)
})
