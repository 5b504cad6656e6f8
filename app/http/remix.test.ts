import { setImmediate } from 'node:timers/promises'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { type ActionFunctionArgs, data, type ServerBuild } from '@remix-run/node'
import express from 'express'
import { expect, test } from 'vitest'
import { listen } from '#tests/support/listen.ts'
import { testServices } from '#tests/support/services.ts'
import { requestContext } from './in/requestContext.ts'
import { remix } from './remix.ts'

setFlagsFromString('--expose-gc')
type EntryRoute = NonNullable<ServerBuild['routes'][string]>
const collectGarbage: () => void = runInNewContext('gc')

async function serve(
  action: (args: ActionFunctionArgs) => Promise<unknown>,
  page?: () => null,
): Promise<string> {
  const module = { default: page, action } as EntryRoute['module']
  const build: ServerBuild = {
    entry: { module: { default: async () => new Response('a page') } },
    routes: { slow: { id: 'slow', path: 'slow', module } },
    assets: { entry: { imports: [], module: '' }, routes: {}, url: '', version: '' },
    publicPath: '/',
    assetsBuildDirectory: '',
    future: { v3_singleFetch: true } as ServerBuild['future'],
    isSpaMode: false,
    mode: 'production',
  }
  const services = await testServices()
  const app = express().use(requestContext(services), remix(build, services, 'production'))
  return `${await listen(app)}/slow`
}

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
