import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import type { Plugin } from 'vite'
import { expect, test, vi } from 'vitest'
import { reloadsThatScrollNowhere } from './reloads.ts'

test("React Router's script still has the place in which it says where to scroll", () => {
  const file = join(dirname(createRequire(import.meta.url).resolve('@remix-run/router')), 'router.js')
  const error = vi.fn()
  const { transform } = reloadsThatScrollNowhere as Plugin & {
    transform(code: string, id: string): { code: string }
  }
  const patch = (code: string) => transform.call({ error } as never, code, file)
  const { code } = patch(readFileSync(file, 'utf8'))
  expect(error).not.toHaveBeenCalled()
  expect(code).toContain(
    '...(!isUninterruptedRevalidation && { restoreScrollPosition: getSavedScrollPosition(location, newState.matches || state.matches), preventScrollReset }),',
  )
  patch('export {}')
  expect(error).toHaveBeenCalled()
})
