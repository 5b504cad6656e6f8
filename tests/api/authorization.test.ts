import { createHash } from 'node:crypto'
import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { revokeToken, tokensOf } from '#app/domain/apiTokens.ts'
import { newId } from '#app/domain/ids.ts'
import type { User } from '#app/domain/sessions.ts'
import { describeApi } from '#app/http/api/openapi.ts'
import { OPERATIONS } from '#app/http/api/operations.ts'
import type { Services } from '#app/services.ts'
import { byCookie, byToken, type Identity, send, serveApi } from '../support/api.ts'
import { EXAMPLES } from '../support/examples.ts'
import { addUser, testServices } from '../support/services.ts'

/** What people have: everything but who was here when. */
const TABLES = ['users', 'lists', 'items', 'receipts', 'tokens', 'outbox', 'outcomes', 'api_tokens']

function fingerprint({ db }: Services): string {
  const rows = TABLES.map((table) =>
    db
      .all<Record<string, unknown>>(sql.raw(`SELECT * FROM ${table} ORDER BY 1`))
      .map(({ last_used_at: _, ...row }) => row),
  )
  return createHash('sha256').update(JSON.stringify(rows)).digest('hex')
}

async function revoked(services: Services, user: User): Promise<Identity> {
  const headers = await byToken(services, user)
  const [newest] = await tokensOf(services, user)
  await revokeToken(services, user, newest?.id)
  return headers
}

const { paths } = describeApi()
const signedIn = OPERATIONS.filter(({ access }) => access === 'signed-in').map(({ method, path }) => {
  const id = paths[path]?.[method.toLowerCase()]?.operationId ?? ''
  return {
    id,
    method,
    path,
    named: /\/(?:list|item|receipt|generate|token\/)/.test(path) && id !== 'getList' && id !== 'postList',
  }
})

test.each(signedIn)('$method $path is for its owner alone', async ({ id, method, named }) => {
  const services = testServices()
  const url = `${await serveApi(services)}/api/v1`
  const owner = await addUser(services)
  const stranger = await addUser(services, 'Grace')
  const nobodies: [string, Identity, number][] = [
    ['none', {}, 401],
    ['revoked token', await revoked(services, owner), 401],
    ['made-up token', { Authorization: `Bearer larder_${'x'.repeat(43)}` }, 401],
    [
      'revoked token beside the owner’s cookie',
      { ...(await byCookie(services, owner)), ...(await revoked(services, owner)) },
      401,
    ],
    ['made-up cookie', { Cookie: 'session=made-up' }, 401],
  ]
  // Without anything in its address that is somebody's, an operation is about the caller's own.
  const status = named ? 404 : id === 'getList' ? 401 : undefined
  if (status) {
    nobodies.push(['stranger by cookie', await byCookie(services, stranger), status])
    nobodies.push(['stranger by token', await byToken(services, stranger), status])
  }
  const example = await EXAMPLES[id]?.(services, owner)
  const before = fingerprint(services)
  for (const [who, headers, wanted] of nobodies) {
    const reply = await send(`${url}${example?.path}`, { method, ...example, headers })
    expect(reply.status, who).toBe(wanted)
    expect(fingerprint(services), who).toBe(before)
  }
  if (named) {
    const headers = await byToken(services, stranger)
    const theirs = await send(`${url}${example?.path}`, { method, ...example, headers })
    const unknown = example?.path.replace(/[0-9a-f]{8}-[0-9a-f-]{27}/, newId())
    const nothing = await send(`${url}${unknown}`, { method, ...example, headers })
    expect(theirs.body, 'as if it did not exist').toEqual(nothing.body)
  }
  for (const headers of [await byCookie(services, owner), await byToken(services, owner)]) {
    const again = await EXAMPLES[id]?.(services, owner)
    const before = fingerprint(services)
    const reply = await send(`${url}${again?.path}`, { method, ...again, headers })
    expect(reply.status).toBeLessThan(300)
    if (method === 'GET') expect(fingerprint(services)).toBe(before)
    else expect(fingerprint(services)).not.toBe(before)
  }
})
