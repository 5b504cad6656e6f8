import { setImmediate } from 'node:timers/promises'
import { expect, test, vi } from 'vitest'
import { dataIsRead } from './pageData.ts'

test("the document's data is read once it has arrived, not before", async () => {
  const { readable: stream, writable } = new TransformStream<string, string>()
  const context = { future: { v3_singleFetch: true }, stream: stream.pipeThrough(new TextEncoderStream()) }
  vi.stubGlobal('window', { __remixContext: context })
  const isRead = vi.fn()
  const reading = dataIsRead().then(isRead)
  await setImmediate()
  expect(isRead).not.toHaveBeenCalled()
  await writable.getWriter().write('["Market"]\n')
  await reading
  expect(context).toMatchObject({ state: 'Market' })
  vi.unstubAllGlobals()
})
