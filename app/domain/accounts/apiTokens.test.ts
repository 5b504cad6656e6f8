import { eq } from 'drizzle-orm'
import { expect, test, vi } from 'vitest'
import { newId } from '#app/domain/ids.ts'
import { MAX_API_TOKENS_PER_USER } from '#app/domain/limitsAndLifetimes.ts'
import { apiTokens } from '#db/schema.ts'
import { addUser, CALLER, testServices } from '#tests/support/services.ts'
import { createToken, revokeToken, tokensOf, userOfToken } from './apiTokens.ts'
import { resetPassword } from './resetPassword.ts'
import { mintToken } from './tokens.ts'

async function ada() {
  const services = await testServices()
  return { services, user: await addUser(services) }
}

test('a token identifies its owner and is stored only as a hash', async () => {
  const { services, user } = await ada()
  const token = await createToken(services, user, { name: 'Phone' }, CALLER)
  expect(await userOfToken(services, token)).toEqual(user)
  expect(JSON.stringify(await services.db.select().from(apiTokens).all())).not.toContain(token.slice(7))
  for (const wrong of ['', 'larder_', `${token}x`, token.slice(0, -1), token.slice(7)]) {
    expect(await userOfToken(services, wrong), wrong).toBeUndefined()
  }
})

test('its last use is recorded up to once a minute', async () => {
  const { services, user } = await ada()
  const token = await createToken(services, user, { name: 'Phone' }, CALLER)
  const lastUse = async () => (await tokensOf(services, user))[0]?.lastUsedAt
  expect(await lastUse()).toBeNull()
  const now = vi.spyOn(Date, 'now')
  now.mockReturnValue(2_000_000_000_000)
  await userOfToken(services, token)
  now.mockReturnValue(2_000_000_059_000)
  await userOfToken(services, token)
  expect(await lastUse()).toBe(2_000_000_000_000)
  now.mockReturnValue(2_000_000_061_000)
  await userOfToken(services, token)
  expect(await lastUse()).toBe(2_000_000_061_000)
})

test("a full disk doesn't stop scripts from reading", async () => {
  const { services, user } = await ada()
  const token = await createToken(services, user, { name: 'Phone' }, CALLER)
  const full = { ...services, write: () => Promise.reject(new Error('full')) }
  expect(await userOfToken(full, token)).toEqual(user)
})

test('only its owner can revoke it, and revoking it twice is no error', async () => {
  const { services, user } = await ada()
  const token = await createToken(services, user, { name: 'Phone' }, CALLER)
  const [made] = await tokensOf(services, user)
  const stranger = await addUser(services, 'Grace')
  await revokeToken(services, stranger, made?.id, CALLER)
  expect(await userOfToken(services, token)).toEqual(user)
  expect(await tokensOf(services, stranger)).toEqual([])
  await revokeToken(services, user, made?.id, CALLER)
  await revokeToken(services, user, made?.id, CALLER)
  expect(await userOfToken(services, token)).toBeUndefined()
})

// ASVS 7.4.3
test("a new password revokes all of the user's tokens and no one else's", async () => {
  const { services, user } = await ada()
  const stranger = await addUser(services, 'Grace')
  const theirs = await createToken(services, stranger, { name: 'Phone' }, CALLER)
  const token = await createToken(services, user, { name: 'Phone' }, CALLER)
  const link = { token: await services.write((tx) => mintToken(tx, 'reset', user.id)), email: user.email }
  await resetPassword(services, { address: '192.0.2.1' }, { ...link, password: 'correct horse battery' })
  expect(await userOfToken(services, token)).toBeUndefined()
  expect(await userOfToken(services, theirs)).toEqual(stranger)
})

test('sending the same form twice creates one token', async () => {
  const { services, user } = await ada()
  const fields = { id: newId(), name: 'Phone' }
  const sent = await Promise.allSettled([
    createToken(services, user, fields, CALLER),
    createToken(services, user, fields, CALLER),
  ])
  expect(sent.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
  expect(await tokensOf(services, user)).toHaveLength(1)
})

test('a user with the maximum number of tokens must revoke one first', async () => {
  const { services, user } = await ada()
  for (let n = 0; n < MAX_API_TOKENS_PER_USER; n++)
    await createToken(services, user, { name: `Phone ${n}` }, CALLER)
  await expect(createToken(services, user, { name: 'One more' }, CALLER)).rejects.toMatchObject({
    code: 'too-many-tokens',
  })
  await services.write((tx) => tx.delete(apiTokens).where(eq(apiTokens.name, 'Phone 3')).run())
  await createToken(services, user, { name: 'One more' }, CALLER)
  expect((await tokensOf(services, user))[0]?.name).toBe('One more')
})
