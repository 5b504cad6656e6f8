import { createHook } from 'node:async_hooks'
import { onTestFinished } from 'vitest'

/** The decompressors that anything in this process creates, until the test has finished. */
export function watchDecoders(): string[] {
  const created: string[] = []
  const hook = createHook({
    init(_id, type) {
      if (type === 'BROTLI' || type === 'ZLIB') created.push(type)
    },
  }).enable()
  onTestFinished(() => void hook.disable())
  return created
}
