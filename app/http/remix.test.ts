import { once } from 'node:events'
import { type RequestOptions, request } from 'node:http'
import { setImmediate } from 'node:timers/promises'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { type ActionFunctionArgs, type AppLoadContext, data } from '@remix-run/node'
import { expect, test } from 'vitest'
import { serveRoute } from '#tests/support/serveRoute.ts'
import { testServices } from '#tests/support/services.ts'
import { formData, readBody } from './in/body.ts'
import { securityHeaders } from './out/headers.ts'

setFlagsFromString('--expose-gc')
const collectGarbage: () => void = runInNewContext('gc')

const serve = async (action: (args: ActionFunctionArgs) => Promise<unknown>, page?: () => null) =>
  serveRoute(await testServices(), { action, default: page }, readBody)

test('an action is notified when its client leaves, even after its request is garbage-collected', async () => {
  let markStarted = () => {}
  const started = new Promise<void>((resolve) => {
    markStarted = resolve
  })
  let markAborted = () => {}
  const aborted = new Promise<void>((resolve) => {
    markAborted = resolve
  })
  const url = await serve(async ({ context: { closed } }) => {
    await new Promise<void>((resolve) => {
      closed.addEventListener('abort', () => resolve())
      markStarted()
    })
    markAborted()
    return new Response()
  })
  const client = new AbortController()
  const request = fetch(url, { method: 'POST', signal: client.signal })
  await started
  for (let round = 0; round < 5; round++) {
    await setImmediate()
    collectGarbage()
  }
  client.abort()
  await expect(request).rejects.toThrow('aborted')
  await aborted
})

test('a form posted to a page returns what its action returns, if that is asked for', async () => {
  const url = await serve(
    async () => data({ ok: false, message: 'No.' }, { status: 409 }),
    () => null,
  )
  const post = (Accept: string) =>
    fetch(url, { method: 'POST', headers: { Accept }, body: new URLSearchParams({ name: 'Milk' }) })
  const json = await post('application/json')
  expect([json.status, await json.json()]).toEqual([409, { ok: false, message: 'No.' }])
  expect(await (await post('text/html')).text()).toBe('a page')
})

test('an action gets the whole form, whatever it is encoded as', async () => {
  const url = await serve(async ({ context }) => Response.json([...(await formData(context))]))
  const form = new FormData()
  form.append('name', 'Milk & honey')
  form.append('name', 'Käse')
  const expected = [...form]
  for (const body of [form, new URLSearchParams('name=Milk+%26%20honey&name=K%C3%A4se')]) {
    expect(await (await fetch(url, { method: 'POST', body })).json()).toEqual(expected)
  }
  const empty = await fetch(url, { method: 'POST' })
  expect([empty.status, await empty.text()]).toEqual([
    400,
    "This form can't be read. Reload the page and try again.\n",
  ])
})

test.each([
  ['by its host name', {}, {}, 'http://larder.example:3000'],
  [
    'whatever X-Forwarded-Host says',
    {},
    { 'X-Forwarded-Host': 'evil.example', Origin: 'http://larder.example:3000' },
    'http://larder.example:3000',
  ],
  [
    'behind a proxy it trusts',
    { TRUST_PROXY: '1' },
    { 'X-Forwarded-Proto': 'https' },
    'https://larder.example:3000',
  ],
  [
    'behind a proxy that says nonsense',
    { TRUST_PROXY: '1' },
    { 'X-Forwarded-Proto': 'x y' },
    'http://larder.example:3000',
  ],
  ['by its IPv6 address', {}, { Host: '[::1]:3000' }, 'http://[::1]:3000'],
  ['by its BASE_URL', { BASE_URL: 'https://home.example' }, {}, 'https://home.example'],
  [
    'with an Origin that was accepted',
    { BASE_URL: 'https://home.example' },
    { Origin: 'null' },
    'https://home.example',
  ],
])('an action runs under the address that browsers use: %s', async (_case, environment, headers, origin) => {
  const services = await testServices(environment)
  let context: AppLoadContext | undefined
  const action = async (args: ActionFunctionArgs) => {
    context = args.context
    return null
  }
  const { hostname, port, pathname } = new URL(
    await serveRoute(services, { action, default: () => null }, readBody),
  )
  const response = await send({ hostname, port, path: pathname }, { Host: 'larder.example:3000', ...headers })
  expect([response, context?.origin]).toEqual([200, origin])
})

/** fetch() sets these headers itself. */
function send(address: RequestOptions, headers: Record<string, string>): Promise<number | undefined> {
  const sent = request({ ...address, method: 'POST', headers })
  sent.end()
  return once(sent, 'response').then(([response]) => response.resume().statusCode)
}

test("a route's own header replaces the default, and cookies add up", async () => {
  const headers = new Headers({ 'Cache-Control': 'private, max-age=9', 'Set-Cookie': 'a=1' })
  headers.append('Set-Cookie', 'b=2')
  const loader = async () => new Response('image', { headers })
  const url = await serveRoute(await testServices(), { loader }, securityHeaders({ https: false }))
  const response = await fetch(url)
  expect(response.headers.get('Cache-Control')).toBe('private, max-age=9')
  expect(response.headers.getSetCookie()).toEqual(['a=1', 'b=2'])
})
