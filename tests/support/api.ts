import type { User } from '#app/domain/access/access.ts'
import { createToken } from '#app/domain/accounts/apiTokens.ts'
import { startSession } from '#app/domain/accounts/sessions.ts'
import { createApp } from '#app/http/app.server.ts'
import type { Services } from '#app/services.ts'
import { listen } from './listen.ts'
import { CALLER } from './services.ts'

/** A real server with the whole middleware chain, but without pages. */
export function serveApi(services: Services): Promise<string> {
  return listen(
    createApp({
      services,
      build: () => Promise.reject(new Error('this test server has no pages')),
      assets: (_req, _res, next) => next(),
      mode: 'production',
    }),
  )
}

export type AuthHeaders = Record<string, string>

export async function sessionHeaders(services: Services, user: User): Promise<AuthHeaders> {
  return { Cookie: `session=${await services.write((tx) => startSession(tx, user.id))}` }
}

export async function tokenHeaders(services: Services, user: User): Promise<AuthHeaders> {
  return { Authorization: `Bearer ${await createToken(services, user, { name: 'A script' }, CALLER)}` }
}

export interface ApiResponse {
  status: number
  headers: Headers
  /** The parsed JSON; empty for other content types. */
  body: Record<string, unknown>
}

export interface SendOptions {
  method?: string
  headers?: Record<string, string>
  /** Sent as JSON. */
  json?: unknown
  body?: BodyInit
}

export async function send(
  url: string,
  { method = 'GET', headers, json, body }: SendOptions = {},
): Promise<ApiResponse> {
  const response = await fetch(url, {
    method,
    redirect: 'manual',
    headers: { ...(json !== undefined && { 'Content-Type': 'application/json' }), ...headers },
    ...(json !== undefined && { body: JSON.stringify(json) }),
    ...(body !== undefined && { body }),
  })
  const isJson = response.headers.get('Content-Type')?.startsWith('application/json')
  if (!isJson) await response.arrayBuffer()
  return { status: response.status, headers: response.headers, body: isJson ? await response.json() : {} }
}
