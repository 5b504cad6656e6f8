import type { AppLoadContext } from '@remix-run/node'
import { expect, test } from 'vitest'
import { startSession } from '#app/domain/accounts/sessions.ts'
import { ENGLISH } from '#app/words/reader.ts'
import { addUser, testServices } from '#tests/support/services.ts'
import { currentUser, requireUser } from './auth.ts'

async function signedIn() {
  const services = await testServices()
  const context = { services, reader: ENGLISH } as AppLoadContext
  const user = await addUser(services)
  const headers = { Cookie: `session=${await services.write((tx) => startSession(tx, user.id))}` }
  const authenticate = (method: string) =>
    requireUser(context, new Request('http://larder.example/', { method, headers }))
  return { context, user, authenticate }
}

test('a session cookie identifies the user, and requests without a valid one are redirected', async () => {
  const { context, user, authenticate } = await signedIn()
  expect(await authenticate('GET')).toMatchObject(user)
  const invalid = new Request('http://larder.example/', { headers: { Cookie: 'session=made-up' } })
  expect(await currentUser(context, invalid)).toBeUndefined()
  await expect(requireUser(context, invalid)).rejects.toMatchObject({ status: 303 })
})

// ASVS 2.4.1
test('the 121st write of a user within a minute is rejected, and reads still work', async () => {
  const { authenticate } = await signedIn()
  for (let n = 0; n < 120; n++) await authenticate('POST')
  await expect(authenticate('POST')).rejects.toMatchObject({ code: 'too-many-requests', status: 429 })
  expect(await authenticate('GET')).toBeDefined()
})

test('the 601st read of a user within a minute is rejected', async () => {
  const { authenticate } = await signedIn()
  for (let n = 0; n < 600; n++) await authenticate('GET')
  await expect(authenticate('GET')).rejects.toMatchObject({ status: 429, retryAfter: expect.any(Number) })
})
