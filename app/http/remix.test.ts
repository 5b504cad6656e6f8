import { setImmediate } from 'node:timers/promises'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import type { ActionFunctionArgs, ServerBuild } from '@remix-run/node'
import express from 'express'
import { expect, test } from 'vitest'
import { listen } from '#tests/support/listen.ts'
import { testServices } from '#tests/support/services.ts'
import { remix } from './remix.ts'
import { requestContext } from './requestContext.ts'

setFlagsFromString('--expose-gc')
const collectGarbage: () => void = runInNewContext('gc')

async function serve(action: (args: ActionFunctionArgs) => Promise<Response>): Promise<string> {
  const build: ServerBuild = {
    entry: { module: { default: async () => new Response() } },
    routes: { slow: { id: 'slow', path: 'slow', module: { default: undefined, action } } },
    assets: { entry: { imports: [], module: '' }, routes: {}, url: '', version: '' },
    publicPath: '/',
    assetsBuildDirectory: '',
    future: {} as ServerBuild['future'],
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
