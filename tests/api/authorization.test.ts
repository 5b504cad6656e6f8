import { createHash } from 'node:crypto'
import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import type { User } from '#app/domain/access/access.ts'
import { revokeToken, tokensOf } from '#app/domain/accounts/apiTokens.ts'
import { newId } from '#app/domain/ids.ts'
import { ENDPOINTS } from '#app/http/api/endpoints/groups.ts'
import { describeApi } from '#app/http/api/openapi.ts'
import type { Services } from '#app/services.ts'
import { type AuthHeaders, send, serveApi, sessionHeaders, tokenHeaders } from '../support/api.ts'
import { EXAMPLES } from '../support/examples.ts'
import { addUser, CALLER, testServices } from '../support/services.ts'

/** All users' data, but not sessions and limits, which every request may change. */
const TABLES = [
  ...['users', 'lists', 'items', 'receipts', 'tokens', 'outbox', 'operations', 'api_tokens'],
  ...['list_members', 'list_links', 'invites', 'companions'],
]

async function fingerprint({ db }: Services): Promise<string> {
  const rows = []
  for (const table of TABLES) {
    const all = await db.all<Record<string, unknown>>(sql.raw(`SELECT * FROM ${table} ORDER BY 1`))
    rows.push(all.map(({ last_used_at: _, ...row }) => row))
  }
  return createHash('sha256').update(JSON.stringify(rows)).digest('hex')
}

async function revoked(services: Services, user: User): Promise<AuthHeaders> {
  const headers = await tokenHeaders(services, user)
  const [newest] = await tokensOf(services, user)
  await revokeToken(services, user, newest?.id, CALLER)
  return headers
}

const { paths } = describeApi()
const signedIn = ENDPOINTS.filter(({ access }) => access === 'signed-in').map(({ method, path }) => {
  const id = paths[path]?.[method.toLowerCase()]?.operationId ?? ''
  return {
    id,
    method,
    path,
    hasOwner: /\/(?:list|item|receipt|generate|token\/)/.test(path) && id !== 'getList' && id !== 'postList',
  }
})

// ASVS 8.1.1 8.2.1
test.each(signedIn)('$method $path only works for the owner', async ({ id, method, hasOwner }) => {
  const services = await testServices()
  const url = `${await serveApi(services)}/api/v1`
  const owner = await addUser(services)
  const otherUser = await addUser(services, 'Grace')
  const unauthorized: [string, AuthHeaders, number][] = [
    ['no credentials', {}, 401],
    ['revoked token', await revoked(services, owner), 401],
    ['made-up token', { Authorization: `Bearer larder_${'x'.repeat(43)}` }, 401],
    [
      'revoked token next to the owner’s cookie',
      { ...(await sessionHeaders(services, owner)), ...(await revoked(services, owner)) },
      401,
    ],
    ['made-up cookie', { Cookie: 'session=made-up' }, 401],
  ]
  // Without an id in its URL, an operation only concerns the caller's own data.
  const status = hasOwner ? 404 : id === 'getList' ? 401 : undefined
  if (status) {
    unauthorized.push(['another user’s cookie', await sessionHeaders(services, otherUser), status])
    unauthorized.push(['another user’s token', await tokenHeaders(services, otherUser), status])
  }
  const example = await EXAMPLES[id]?.(services, owner)
  const before = await fingerprint(services)
  for (const [credentials, headers, expected] of unauthorized) {
    const response = await send(`${url}${example?.path}`, { method, ...example, headers })
    expect(response.status, credentials).toBe(expected)
    expect(await fingerprint(services), credentials).toBe(before)
  }
  if (hasOwner) {
    const headers = await tokenHeaders(services, otherUser)
    const foreign = await send(`${url}${example?.path}`, { method, ...example, headers })
    const unknownPath = example?.path.replace(/[0-9a-f]{8}-[0-9a-f-]{27}/, newId())
    const missing = await send(`${url}${unknownPath}`, { method, ...example, headers })
    expect(foreign.body, 'the same as for an unknown id').toEqual(missing.body)
  }
  for (const headers of [await sessionHeaders(services, owner), await tokenHeaders(services, owner)]) {
    const again = await EXAMPLES[id]?.(services, owner)
    const before = await fingerprint(services)
    const response = await send(`${url}${again?.path}`, { method, ...again, headers })
    expect(response.status).toBeLessThan(300)
    if (method === 'GET') expect(await fingerprint(services)).toBe(before)
    else expect(await fingerprint(services)).not.toBe(before)
  }
})
