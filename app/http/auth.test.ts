import { expect, test } from 'vitest'
import { startSession } from '#app/domain/sessions.ts'
import { addUser, testServices } from '#tests/support/services.ts'
import { currentUser, requireUser } from './auth.ts'

async function signedIn() {
  const services = testServices()
  const user = await addUser(services)
  const headers = { Cookie: `session=${await startSession(services, user.id)}` }
  const ask = (method: string) =>
    requireUser(services, new Request('http://larder.example/', { method, headers }))
  return { services, user, ask }
}

test('a session cookie says who it is, and nobody without one gets in', async () => {
  const { services, user, ask } = await signedIn()
  expect(await ask('GET')).toEqual(user)
  const stranger = new Request('http://larder.example/', { headers: { Cookie: 'session=made-up' } })
  expect(await currentUser(services, stranger)).toBeUndefined()
  await expect(requireUser(services, stranger)).rejects.toMatchObject({ status: 303 })
})

test('who writes more than 120 times a minute is refused, and may still read', async () => {
  const { ask } = await signedIn()
  for (let n = 0; n < 120; n++) await ask('POST')
  await expect(ask('POST')).rejects.toMatchObject({ code: 'too-many-requests', status: 429 })
  expect(await ask('GET')).toBeDefined()
})

test('who reads more than 600 times a minute is refused', async () => {
  const { ask } = await signedIn()
  for (let n = 0; n < 600; n++) await ask('GET')
  await expect(ask('GET')).rejects.toMatchObject({ status: 429, retryAfter: expect.any(Number) })
})
