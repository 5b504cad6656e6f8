import { setImmediate } from 'node:timers/promises'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import type { ActionFunctionArgs, ServerBuild } from '@remix-run/node'
import express from 'express'
import { expect, onTestFinished, test } from 'vitest'
import { testServices } from '#tests/support/services.ts'
import { remix } from './remix.ts'
import { requestContext } from './requestContext.ts'

setFlagsFromString('--expose-gc')
const collectGarbage: () => void = runInNewContext('gc')

async function served(action: (args: ActionFunctionArgs) => Promise<Response>): Promise<string> {
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
  const services = testServices()
  const app = express().use(requestContext(services.config), remix(build, services, 'production'))
  const server = app.listen(0, '127.0.0.1')
  await new Promise((resolve) => server.once('listening', resolve))
  onTestFinished(() => void server.close())
  const address = server.address()
  return `http://127.0.0.1:${typeof address === 'object' && address?.port}/slow`
}

test('an action is notified when its client leaves, even after its request is garbage-collected', async () => {
  let hear = () => {}
  const heard = new Promise<void>((resolve) => {
    hear = resolve
  })
  let begin = () => {}
  const begun = new Promise<void>((resolve) => {
    begin = resolve
  })
  const url = await served(async ({ context: { closed } }) => {
    await new Promise<void>((resolve) => {
      closed.addEventListener('abort', () => resolve())
      begin()
    })
    hear()
    return new Response()
  })
  const leaving = new AbortController()
  const asking = fetch(url, { method: 'POST', signal: leaving.signal })
  await begun
  for (let round = 0; round < 5; round++) {
    await setImmediate()
    collectGarbage()
  }
  leaving.abort()
  await expect(asking).rejects.toThrow('aborted')
  await heard
})
