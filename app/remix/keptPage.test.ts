import { decode } from 'turbo-stream'
import { expect, test, vi } from 'vitest'
import { prepareRemix } from './keptPage.ts'

test("Remix reads an empty stream to its end, and finds the device's data", async () => {
  const page: Record<string, unknown> = {}
  vi.stubGlobal('window', page)
  const remix = prepareRemix()
  const context = page.__remixContext as { stream: ReadableStream<Uint8Array>; state: object }
  const decoded = decode(context.stream)
  remix.start({ list: { name: 'Market' } }, {})
  // As in Remix's script.
  const { value, done } = await decoded
  context.state = value as object
  await done
  expect(value).toEqual({})
  expect(context.state).toEqual({ loaderData: { list: { name: 'Market' } }, actionData: null, errors: null })
  expect(page.__remixRouteModules).toEqual({})
  vi.unstubAllGlobals()
})
