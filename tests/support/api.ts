import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { onTestFinished } from 'vitest'
import { makeToken } from '#app/domain/apiTokens.ts'
import { startSession, type User } from '#app/domain/sessions.ts'
import { createApp } from '#app/http/app.server.ts'
import type { Services } from '#app/services.ts'

/** A real server with the whole middleware chain, but without pages. */
export async function serveApi(services: Services): Promise<string> {
  const app = createApp({
    services,
    build: () => Promise.reject(new Error('this test server has no pages')),
    assets: (_req, _res, next) => next(),
    mode: 'production',
  })
  const server = createServer(app).listen(0, '127.0.0.1')
  await new Promise((resolve) => server.once('listening', resolve))
  onTestFinished(async () => {
    server.closeAllConnections()
    await new Promise((resolve) => server.close(resolve))
  })
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

export type Identity = Record<string, string>

export async function byCookie(services: Services, user: User): Promise<Identity> {
  return { Cookie: `session=${await startSession(services, user.id)}` }
}

export async function byToken(services: Services, user: User): Promise<Identity> {
  return { Authorization: `Bearer ${await makeToken(services, user, { name: 'A script' })}` }
}

export interface Reply {
  status: number
  headers: Headers
  /** The parsed body. */
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
): Promise<Reply> {
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
