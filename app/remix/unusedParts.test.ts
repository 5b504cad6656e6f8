import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import type { Plugin } from 'vite'
import { expect, test, vi } from 'vitest'
import { REMIX_FUTURE } from './future.ts'
import { CHANGES, withoutUnusedParts } from './unusedParts.ts'

const PACKAGES = dirname(dirname(dirname(createRequire(import.meta.url).resolve('@remix-run/router'))))

const { transform } = withoutUnusedParts as Plugin & {
  transform(code: string, id: string, options?: { ssr: boolean }): { code: string } | undefined
}

test.each(Object.keys(CHANGES))("Remix's %s still has the parts that browsers don't need", (file) => {
  const path = join(PACKAGES, file)
  const error = vi.fn()
  const run = (code: string, ssr = false) => transform.call({ error } as never, code, path, { ssr })
  const source = readFileSync(path, 'utf8')
  expect(run(source)?.code).not.toBe(source)
  expect(error).not.toHaveBeenCalled()
  expect(run(source, true)).toBeUndefined()
  run('export {}')
  expect(error).toHaveBeenCalledTimes(CHANGES[file]?.length ?? 0)
})

test('Larder has the future for which they are left out', () => {
  expect(REMIX_FUTURE).toMatchObject({ v3_singleFetch: true, v3_lazyRouteDiscovery: false })
})
